// The C tables of the boundary, made from a World and a Host. Exceptions of the server's code stop here.
// SPDX-License-Identifier: MIT
#pragma once

#include <exception>
#include <new>

#include <better_bats/host.hpp>
#include <better_bats/world.hpp>

namespace better_bats::detail {

/// Runs a callback of the server and turns what it throws into a status.
template <typename Callback>
[[nodiscard]] better_bats_status guarded(Callback&& callback) noexcept {
  try {
    return static_cast<better_bats_status>(callback());
  } catch (const std::bad_alloc&) {
    return BETTER_BATS_NO_MEMORY;
  } catch (...) {
    return BETTER_BATS_HOST_FAILED;
  }
}

template <typename Value, typename Output>
[[nodiscard]] Status answer(const std::optional<Value>& value, Output* output, Status otherwise) noexcept {
  if (!value) return otherwise;
  *output = static_cast<Output>(*value);
  return Status::Ok;
}

/// The world's function table. `world` is borrowed.
[[nodiscard]] inline better_bats_world makeWorldTable(const World& world) noexcept {
  static constexpr auto of = [](void* context) -> const World& { return *static_cast<const World*>(context); };
  better_bats_world table{};
  table.struct_size = sizeof table;
  table.context = const_cast<World*>(&world);  // the table is const towards its context: every function below is
  table.game_time = [](void* self, std::int64_t* ticks) noexcept {
    return guarded([&] { return *ticks = of(self).gameTime(), Status::Ok; });
  };
  table.day_time = [](void* self, std::int64_t* ticks) noexcept {
    return guarded([&] { return *ticks = of(self).dayTime(), Status::Ok; });
  };
  table.seed = [](void* self, std::int64_t* seed) noexcept {
    return guarded([&] { return *seed = of(self).seed(), Status::Ok; });
  };
  table.bounds = [](void* self, better_bats_bounds* bounds) noexcept {
    return guarded([&] { return *bounds = of(self).bounds(), Status::Ok; });
  };
  table.is_night = [](void* self, std::uint8_t* night) noexcept {
    return guarded([&] { return answer(of(self).isNight(), night, Status::Unsupported); });
  };
  table.entity_kind = [](void* self, const char* id, std::uint32_t* kind) noexcept {
    return guarded([&] { return answer(of(self).entityKind(id), kind, Status::NotFound); });
  };
  table.surface = [](void* self, std::int32_t x, std::int32_t z, better_bats_surface* surface) noexcept {
    return guarded([&] { return *surface = of(self).surfaceHeight(x, z), Status::Ok; });
  };
  table.blocks = [](void* self, better_bats_block_pos low, std::uint32_t count, better_bats_block_run* run) noexcept {
    return guarded([&] { return *run = of(self).blocks(low, count), Status::Ok; });
  };
  table.sees_sky = [](void* self, better_bats_block_pos block, std::uint8_t* sees) noexcept {
    return guarded([&] { return answer(of(self).seesSky(block), sees, Status::Unsupported); });
  };
  table.probe = [](void* self, const better_bats_probe* probes, std::uint64_t count,
                   better_bats_probe_result* results) noexcept {
    return guarded([&] { return of(self).probe({probes, count}, {results, count}); });
  };
  table.scan_entities = [](void* self, const better_bats_box* box, const std::uint32_t* kinds, std::uint32_t kindCount,
                           better_bats_entity_visitor visit, void* visitor) noexcept {
    return guarded([&] {
      of(self).scanEntities(*box, {kinds, kindCount}, EntityVisitor(visit, visitor));
      return Status::Ok;
    });
  };
  return table;
}

/// The host's function table. `host`, `world` and `pluginPath` are borrowed.
[[nodiscard]] inline better_bats_host makeHostTable(const Host& host, const better_bats_world& world,
                                                    const std::string& pluginPath) noexcept {
  static constexpr auto of = [](void* context) -> const Host& { return *static_cast<const Host*>(context); };
  better_bats_host table{};
  table.struct_size = sizeof table;
  table.flags = host.concurrentReads ? std::uint32_t{BETTER_BATS_CONCURRENT_READS} : 0u;
  table.context = const_cast<Host*>(&host);
  table.world = &world;
  if (host.log) {
    table.log = [](void* self, std::int32_t level, const char* line) noexcept {
      static_cast<void>(guarded([&] { return of(self).log(static_cast<LogLevel>(level), line), Status::Ok; }));
    };
  }
  if (host.parallelFor) {
    table.parallel_for = [](void* self, std::uint64_t count, std::uint64_t grain, better_bats_loop_body body,
                            void* loop) noexcept {
      return guarded([&] {
        of(self).parallelFor(count, grain, [&](std::uint64_t begin, std::uint64_t end) { body(loop, begin, end); });
        return Status::Ok;
      });
    };
  }
  if (host.spawnBats) {
    table.spawn_bats = [](void* self, const better_bats_spawn* spawn, std::uint64_t* spawned) noexcept {
      return guarded([&] { return *spawned = of(self).spawnBats(*spawn), Status::Ok; });
    };
  }
  if (!pluginPath.empty()) table.plugin_path = pluginPath.c_str();
  if (!host.configPath.empty()) table.config_path = host.configPath.c_str();
  if (!host.rulesPath.empty()) table.rules_path = host.rulesPath.c_str();
  return table;
}

}  // namespace better_bats::detail
