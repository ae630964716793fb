// abi.h still is version 1: every struct, field, signature, constant and id equals the frozen copy's.
// SPDX-License-Identifier: MIT
#include <better_bats/abi.h>
#include <cxxabi.h>

#include <cstddef>
#include <cstdlib>
#include <memory>
#include <string>
#include <string_view>
#include <typeinfo>

#include "tests/support/catch.hpp"

// A macro that had changed would not compile here: it is defined a second time.
#undef BETTER_BATS_ABI_H
namespace frozen {
#include "tests/abi/frozen/abi_v1.h"
}

namespace better_bats::test {

namespace {

/// The type's name, as if the frozen copy were not in a namespace of its own.
template <typename Type>
std::string plainName() {
  int status = 0;
  const std::unique_ptr<char, decltype(&std::free)> text(
      abi::__cxa_demangle(typeid(Type).name(), nullptr, nullptr, &status), &std::free);
  std::string name = text.get();
  constexpr std::string_view prefix = "frozen::";
  for (std::size_t at = name.find(prefix); at != std::string::npos; at = name.find(prefix)) {
    name.erase(at, prefix.size());
  }
  return name;
}

#define SAME_STRUCT(type)                                \
  static_assert(sizeof(frozen::type) == sizeof(::type)); \
  static_assert(alignof(frozen::type) == alignof(::type))

#define SAME_FIELD(type, field)                                            \
  static_assert(offsetof(frozen::type, field) == offsetof(::type, field)); \
  CHECK(plainName<decltype(frozen::type::field)>() == plainName<decltype(::type::field)>())

#define SAME_CONSTANT(name) static_assert(static_cast<int>(frozen::name) == static_cast<int>(::name))

}  // namespace

TEST_CASE("the names of types are compared without their namespace", "[abi]") {
  CHECK(plainName<frozen::better_bats_vec3>() == "better_bats_vec3");
  CHECK(plainName<frozen::better_bats_vec3>() != plainName<better_bats_box>());
}

TEST_CASE("better_bats_vec3 is unchanged", "[abi]") {
  SAME_STRUCT(better_bats_vec3);
  SAME_FIELD(better_bats_vec3, x);
  SAME_FIELD(better_bats_vec3, y);
  SAME_FIELD(better_bats_vec3, z);
}

TEST_CASE("better_bats_block_pos is unchanged", "[abi]") {
  SAME_STRUCT(better_bats_block_pos);
  SAME_FIELD(better_bats_block_pos, x);
  SAME_FIELD(better_bats_block_pos, y);
  SAME_FIELD(better_bats_block_pos, z);
}

TEST_CASE("better_bats_box is unchanged", "[abi]") {
  SAME_STRUCT(better_bats_box);
  SAME_FIELD(better_bats_box, min);
  SAME_FIELD(better_bats_box, max);
}

TEST_CASE("better_bats_text_sink is unchanged", "[abi]") {
  SAME_STRUCT(better_bats_text_sink);
  SAME_FIELD(better_bats_text_sink, context);
  SAME_FIELD(better_bats_text_sink, write);
}

TEST_CASE("better_bats_entity is unchanged", "[abi]") {
  SAME_STRUCT(better_bats_entity);
  SAME_FIELD(better_bats_entity, id);
  SAME_FIELD(better_bats_entity, kind);
  SAME_FIELD(better_bats_entity, flags);
  SAME_FIELD(better_bats_entity, position);
  SAME_FIELD(better_bats_entity, velocity);
}

TEST_CASE("better_bats_surface is unchanged", "[abi]") {
  SAME_STRUCT(better_bats_surface);
  SAME_FIELD(better_bats_surface, loaded);
  SAME_FIELD(better_bats_surface, has_surface);
  SAME_FIELD(better_bats_surface, reserved);
  SAME_FIELD(better_bats_surface, height);
}

TEST_CASE("better_bats_block_run is unchanged", "[abi]") {
  SAME_STRUCT(better_bats_block_run);
  SAME_FIELD(better_bats_block_run, solid);
  SAME_FIELD(better_bats_block_run, fluid);
}

TEST_CASE("better_bats_probe is unchanged", "[abi]") {
  SAME_STRUCT(better_bats_probe);
  SAME_FIELD(better_bats_probe, x);
  SAME_FIELD(better_bats_probe, y);
  SAME_FIELD(better_bats_probe, z);
  SAME_FIELD(better_bats_probe, down);
  SAME_FIELD(better_bats_probe, up);
  SAME_FIELD(better_bats_probe, wants);
  SAME_FIELD(better_bats_probe, reserved);
}

TEST_CASE("better_bats_probe_result is unchanged", "[abi]") {
  SAME_STRUCT(better_bats_probe_result);
  SAME_FIELD(better_bats_probe_result, solid);
  SAME_FIELD(better_bats_probe_result, fluid);
  SAME_FIELD(better_bats_probe_result, surface);
  SAME_FIELD(better_bats_probe_result, loaded);
  SAME_FIELD(better_bats_probe_result, has_surface);
  SAME_FIELD(better_bats_probe_result, sees_sky);
  SAME_FIELD(better_bats_probe_result, reserved);
}

TEST_CASE("better_bats_bounds is unchanged", "[abi]") {
  SAME_STRUCT(better_bats_bounds);
  SAME_FIELD(better_bats_bounds, min);
  SAME_FIELD(better_bats_bounds, max);
  SAME_FIELD(better_bats_bounds, period);
}

TEST_CASE("better_bats_world is unchanged", "[abi]") {
  SAME_STRUCT(better_bats_world);
  SAME_FIELD(better_bats_world, struct_size);
  SAME_FIELD(better_bats_world, reserved);
  SAME_FIELD(better_bats_world, context);
  SAME_FIELD(better_bats_world, game_time);
  SAME_FIELD(better_bats_world, day_time);
  SAME_FIELD(better_bats_world, seed);
  SAME_FIELD(better_bats_world, bounds);
  SAME_FIELD(better_bats_world, is_night);
  SAME_FIELD(better_bats_world, entity_kind);
  SAME_FIELD(better_bats_world, surface);
  SAME_FIELD(better_bats_world, blocks);
  SAME_FIELD(better_bats_world, sees_sky);
  SAME_FIELD(better_bats_world, probe);
  SAME_FIELD(better_bats_world, scan_entities);
}

TEST_CASE("better_bats_spawn is unchanged", "[abi]") {
  SAME_STRUCT(better_bats_spawn);
  SAME_FIELD(better_bats_spawn, count);
  SAME_FIELD(better_bats_spawn, seed);
  SAME_FIELD(better_bats_spawn, speed);
  SAME_FIELD(better_bats_spawn, planar);
  SAME_FIELD(better_bats_spawn, reserved);
}

TEST_CASE("better_bats_host is unchanged", "[abi]") {
  SAME_STRUCT(better_bats_host);
  SAME_FIELD(better_bats_host, struct_size);
  SAME_FIELD(better_bats_host, flags);
  SAME_FIELD(better_bats_host, context);
  SAME_FIELD(better_bats_host, world);
  SAME_FIELD(better_bats_host, log);
  SAME_FIELD(better_bats_host, parallel_for);
  SAME_FIELD(better_bats_host, spawn_bats);
  SAME_FIELD(better_bats_host, plugin_path);
  SAME_FIELD(better_bats_host, config_path);
  SAME_FIELD(better_bats_host, rules_path);
}

TEST_CASE("better_bats_entry_table is unchanged", "[abi]") {
  SAME_STRUCT(better_bats_entry_table);
  SAME_FIELD(better_bats_entry_table, abi_version);
  SAME_FIELD(better_bats_entry_table, struct_size);
  SAME_FIELD(better_bats_entry_table, version);
  SAME_FIELD(better_bats_entry_table, create);
  SAME_FIELD(better_bats_entry_table, destroy);
  SAME_FIELD(better_bats_entry_table, extension);
}

TEST_CASE("better_bats_startle is unchanged", "[abi]") {
  SAME_STRUCT(better_bats_startle);
  SAME_FIELD(better_bats_startle, position);
  SAME_FIELD(better_bats_startle, radius);
  SAME_FIELD(better_bats_startle, force);
  SAME_FIELD(better_bats_startle, ticks);
}

TEST_CASE("better_bats_flight_1 is unchanged", "[abi]") {
  SAME_STRUCT(better_bats_flight_1);
  SAME_FIELD(better_bats_flight_1, apply_flight_forces);
  SAME_FIELD(better_bats_flight_1, apply_flight_forces_all);
  SAME_FIELD(better_bats_flight_1, startle);
  SAME_FIELD(better_bats_flight_1, reset);
}

TEST_CASE("better_bats_rule is unchanged", "[abi]") {
  SAME_STRUCT(better_bats_rule);
  SAME_FIELD(better_bats_rule, id);
  SAME_FIELD(better_bats_rule, description);
  SAME_FIELD(better_bats_rule, type);
  SAME_FIELD(better_bats_rule, reserved);
  SAME_FIELD(better_bats_rule, value);
  SAME_FIELD(better_bats_rule, default_value);
  SAME_FIELD(better_bats_rule, minimum);
  SAME_FIELD(better_bats_rule, maximum);
}

TEST_CASE("better_bats_rules_1 is unchanged", "[abi]") {
  SAME_STRUCT(better_bats_rules_1);
  SAME_FIELD(better_bats_rules_1, enumerate);
  SAME_FIELD(better_bats_rules_1, get);
  SAME_FIELD(better_bats_rules_1, set);
  SAME_FIELD(better_bats_rules_1, changed);
}

TEST_CASE("better_bats_commands_1 is unchanged", "[abi]") {
  SAME_STRUCT(better_bats_commands_1);
  SAME_FIELD(better_bats_commands_1, execute);
  SAME_FIELD(better_bats_commands_1, complete);
}

TEST_CASE("better_bats_inspect_1 is unchanged", "[abi]") {
  SAME_STRUCT(better_bats_inspect_1);
  SAME_FIELD(better_bats_inspect_1, flock_of);
  SAME_FIELD(better_bats_inspect_1, forces);
  SAME_FIELD(better_bats_inspect_1, statistics);
  SAME_FIELD(better_bats_inspect_1, health);
  SAME_FIELD(better_bats_inspect_1, dump);
}

TEST_CASE("better_bats_state_1 is unchanged", "[abi]") {
  SAME_STRUCT(better_bats_state_1);
  SAME_FIELD(better_bats_state_1, save);
  SAME_FIELD(better_bats_state_1, load);
}

TEST_CASE("callback types are unchanged", "[abi]") {
  CHECK(plainName<frozen::better_bats_entity_visitor>() == plainName<::better_bats_entity_visitor>());
  CHECK(plainName<frozen::better_bats_loop_body>() == plainName<::better_bats_loop_body>());
  CHECK(plainName<frozen::better_bats_rule_visitor>() == plainName<::better_bats_rule_visitor>());
  CHECK(plainName<frozen::better_bats_figure_visitor>() == plainName<::better_bats_figure_visitor>());
  CHECK(plainName<frozen::better_bats_force_visitor>() == plainName<::better_bats_force_visitor>());
}

TEST_CASE("constants are unchanged", "[abi]") {
  SAME_CONSTANT(BETTER_BATS_OK);
  SAME_CONSTANT(BETTER_BATS_INVALID_ARGUMENT);
  SAME_CONSTANT(BETTER_BATS_NOT_FOUND);
  SAME_CONSTANT(BETTER_BATS_OUT_OF_RANGE);
  SAME_CONSTANT(BETTER_BATS_HOST_FAILED);
  SAME_CONSTANT(BETTER_BATS_NO_MEMORY);
  SAME_CONSTANT(BETTER_BATS_BUSY);
  SAME_CONSTANT(BETTER_BATS_NOT_STORED);
  SAME_CONSTANT(BETTER_BATS_COMMAND_FAILED);
  SAME_CONSTANT(BETTER_BATS_UNSUPPORTED);
  SAME_CONSTANT(BETTER_BATS_INTERNAL);
  SAME_CONSTANT(BETTER_BATS_ENTITY_ALIVE);
  SAME_CONSTANT(BETTER_BATS_ENTITY_FLYING);
  SAME_CONSTANT(BETTER_BATS_WANT_SURFACE);
  SAME_CONSTANT(BETTER_BATS_WANT_BLOCKS);
  SAME_CONSTANT(BETTER_BATS_WANT_SKY);
  SAME_CONSTANT(BETTER_BATS_LOG_DEBUG);
  SAME_CONSTANT(BETTER_BATS_LOG_INFO);
  SAME_CONSTANT(BETTER_BATS_LOG_WARNING);
  SAME_CONSTANT(BETTER_BATS_LOG_ERROR);
  SAME_CONSTANT(BETTER_BATS_CONCURRENT_READS);
  SAME_CONSTANT(BETTER_BATS_RULE_BOOLEAN);
  SAME_CONSTANT(BETTER_BATS_RULE_INTEGER);
  CHECK(BETTER_BATS_ABI_VERSION == 1);
  CHECK(std::string_view(BETTER_BATS_ENTRY_SYMBOL) == "better_bats_entry");
}

}  // namespace better_bats::test
