// Reads the golden cases. SPDX-License-Identifier: MIT
#include "tests/support/golden_case.hpp"

#include <algorithm>
#include <fstream>
#include <stdexcept>

#include <nlohmann/json.hpp>

namespace better_bats::test {

namespace {

using Json = nlohmann::json;

constexpr std::uint32_t alive = BETTER_BATS_ENTITY_ALIVE;

[[nodiscard]] Vec3 vectorOf(const Json& list) {
  return {list.at(0).get<double>(), list.at(1).get<double>(), list.at(2).get<double>()};
}

void readAxis(const Json& bounds, const Json& period, std::size_t axis, double better_bats_vec3::*member, Bounds& to) {
  if (bounds.is_array() && bounds.at(axis).is_array()) {
    to.min.*member = bounds.at(axis).at(0).get<double>();
    to.max.*member = bounds.at(axis).at(1).get<double>();
  }
  if (period.is_array() && period.at(axis).is_number()) to.period.*member = period.at(axis).get<double>();
}

/// Either may be null, and so may each axis of it.
[[nodiscard]] Bounds boundsOf(const Json& bounds, const Json& period) {
  Bounds result = FakeWorld().limits;
  readAxis(bounds, period, 0, &better_bats_vec3::x, result);
  readAxis(bounds, period, 1, &better_bats_vec3::y, result);
  readAxis(bounds, period, 2, &better_bats_vec3::z, result);
  return result;
}

[[nodiscard]] RuleValues rulesOf(const Json& object) {
  RuleValues rules;
  for (const auto& [name, value] : object.items()) rules.emplace_back("better-bats:" + name, value.get<std::int64_t>());
  return rules;
}

void readWorld(const Json& world, GoldenCase& to) {
  if (!world.at("ground").is_null()) to.ground = world.at("ground").get<std::int32_t>();
  for (const Json& entry : world.at("blocks")) {
    const Json& at = entry.at("at");
    const bool solid = entry.at("kind").get<std::string>() == "solid";
    to.blocks.push_back(
        {{at.at(0).get<std::int32_t>(), at.at(1).get<std::int32_t>(), at.at(2).get<std::int32_t>()}, {solid, !solid}});
  }
  to.bounds = boundsOf(world.at("bounds"), world.at("period"));
  if (const Json& area = world.at("loaded"); !area.is_null()) {
    to.loaded = LoadedArea{area.at(0).get<std::int32_t>(), area.at(1).get<std::int32_t>(),
                           area.at(2).get<std::int32_t>(), area.at(3).get<std::int32_t>()};
  }
  to.dayTime = world.at("time").get<std::int64_t>();
}

[[nodiscard]] Bat batOf(const Json& bat) {
  Bat result = makeBat(bat.at("id").get<std::uint64_t>(), vectorOf(bat.at("position")), vectorOf(bat.at("velocity")));
  if (bat.value("resting", false)) result.flags = alive;
  return result;
}

[[nodiscard]] Entity entityOf(const Json& entity) {
  Entity result{};
  result.id = entity.at("id").get<std::uint64_t>();
  result.kind = kindOf(entity.at("type").get<std::string>()).value();
  result.flags = entity.value("alive", true) ? alive : 0;
  result.position = vectorOf(entity.at("position"));
  return result;
}

[[nodiscard]] std::vector<ExpectedBat> expectedOf(const Json& bats) {
  std::vector<ExpectedBat> expected;
  for (const Json& bat : bats) {
    expected.push_back(ExpectedBat{bat.at("id").get<std::uint64_t>(), vectorOf(bat.at("position")),
                                   vectorOf(bat.at("velocity")), bat.value("flock", std::uint64_t{0})});
  }
  return expected;
}

[[nodiscard]] GoldenCase flightCase(const Json& source) {
  GoldenCase result;
  result.name = source.at("name").get<std::string>();
  result.ticks = source.at("ticks").get<int>();
  readWorld(source.at("world"), result);
  result.seed = source.at("seed").get<std::int64_t>();
  for (const Json& bat : source.at("bats")) result.bats.push_back(batOf(bat));
  for (const Json& entity : source.at("entities")) result.others.push_back(entityOf(entity));
  result.rules = rulesOf(source.at("rules"));
  for (const Json& startle : source.at("startles")) {
    result.startles.push_back(
        {vectorOf(startle.at("position")), startle.at("radius").get<double>(), startle.at("force").get<double>(), 1});
  }
  for (const Json& event : source.at("events")) {
    result.events.push_back(RuleEvent{event.at("tick").get<int>(), rulesOf(event.at("rules"))});
  }
  result.expected = expectedOf(source.at("expected").at("bats"));
  for (const auto& [flock, members] : source.at("expected").at("flocks").items()) {
    result.flocks[std::stoull(flock)] = members.get<std::vector<std::uint64_t>>();
  }
  return result;
}

/// The flight parameter that a key of a Reynolds case sets.
[[nodiscard]] std::string parameterOf(const std::string& key) {
  if (key == "w_sep") return "reynolds_separation";
  if (key == "w_ali") return "reynolds_alignment";
  if (key == "w_coh") return "reynolds_cohesion";
  return key;
}

[[nodiscard]] GoldenCase reynoldsCase(const Json& source) {
  GoldenCase result;
  result.name = source.at("name").get<std::string>();
  result.ticks = source.at("ticks").get<int>();
  const Json& preset = source.at("preset");
  result.bounds = boundsOf(preset.value("bounds", Json()), preset.at("period"));
  for (const Json& bat : source.at("bats")) result.bats.push_back(batOf(bat));
  // The speeds' order matters to nobody else: a minimum above the maximum is refused.
  result.parameters = {{"steering", "reynolds"}, {"min_speed", "0"}};
  for (const auto& [key, value] : preset.items()) {
    if (key != "bounds" && key != "period") result.parameters.emplace_back(parameterOf(key), value.dump());
  }
  if (const Json& startle = source.at("startle"); !startle.is_null()) {
    result.startles.push_back(
        {vectorOf(startle), preset.at("startle_radius").get<double>(), preset.at("startle_force").get<double>(), 1});
  }
  result.expected = expectedOf(source.at("expected"));
  return result;
}

template <typename Convert>
[[nodiscard]] std::vector<GoldenCase> load(const std::string& file, Convert convert) {
  try {
    std::ifstream input(file);
    if (!input) throw std::runtime_error("cannot be opened");
    const Json document = Json::parse(input);
    std::vector<GoldenCase> cases;
    for (const Json& source : document.at("cases")) cases.push_back(convert(source));
    return cases;
  } catch (const std::exception& error) {
    throw std::runtime_error(file + ": " + error.what());
  }
}

}  // namespace

std::vector<GoldenCase> loadFlightCases(const std::string& file) {
  return load(file, flightCase);
}

std::vector<GoldenCase> loadReynoldsCases(const std::string& file) {
  return load(file, reynoldsCase);
}

}  // namespace better_bats::test
