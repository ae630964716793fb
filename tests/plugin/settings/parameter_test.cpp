// The table of flight parameters, and values from text and JSON. SPDX-License-Identifier: MIT
#include <algorithm>
#include <set>
#include <string>

#include "plugin/settings/parameter_set.hpp"
#include "plugin/settings/parameter_values.hpp"
#include "rules/file_io.hpp"
#include "rules/nearest_name.hpp"
#include "tests/support/catch.hpp"

using namespace better_bats;

namespace {

const Parameter& named(std::string_view key) {
  const Parameter* const parameter = findParameter(key);
  REQUIRE(parameter != nullptr);
  return *parameter;
}

/// The value after it was set, or the error.
std::string set(std::string_view key, const std::string& text) {
  FlightParameters parameters;
  rules::CommandReader reader(text);
  try {
    readValue(reader, named(key), parameters);
    reader.expectEnd();
  } catch (const rules::CommandError& error) {
    CHECK(valueText(named(key), parameters) == valueText(named(key), FlightParameters()));
    return error.render();
  }
  return valueText(named(key), parameters);
}

/// The value after it was set from JSON, or "refused".
std::string setJson(std::string_view key, const std::string& json) {
  FlightParameters parameters;
  const rules::JsonDocument document(json);
  if (setFromJson(document.root(), named(key), parameters)) return valueText(named(key), parameters);
  CHECK(valueText(named(key), parameters) == valueText(named(key), FlightParameters()));
  return "refused";
}

std::string applied(const std::string& json, ParameterSet& set) {
  const rules::JsonDocument document(json);
  try {
    applyParameters("f.json", document, document.root(), Origin::Config, set);
  } catch (const rules::BrokenFile& error) {
    return error.what();
  }
  return "applied";
}

constexpr std::int64_t kModelParameters = 36;

}  // namespace

TEST_CASE("the table has every parameter of the model once, each default within its range") {
  CHECK(parameterTable().size() == kModelParameters + 1);  // and vector_bits, of the machine
  std::set<std::string_view> keys;
  for (const Parameter& parameter : parameterTable()) {
    CHECK(keys.insert(parameter.key).second);
    CHECK(findParameter(parameter.key) == &parameter);
    CHECK(parameter.description.ends_with('.'));
    CHECK(set(parameter.key, valueText(parameter, FlightParameters())) == valueText(parameter, FlightParameters()));
  }
  CHECK(findParameter("flock_radiu") == nullptr);
  CHECK(findParameter("Flock_radius") == nullptr);
}

TEST_CASE("ranges and defaults are the model's") {
  const auto shown = [](std::string_view key) {
    return valueText(named(key), FlightParameters()) + " of " + rangeText(named(key));
  };
  CHECK(shown("steering") == "additive of additive or reynolds");
  CHECK(shown("flock_radius") == "12 of 0..64");
  CHECK(shown("flee_force") == "0.25 of 0..1");
  CHECK(shown("predators") == "minecraft:cat, minecraft:ocelot, minecraft:phantom of entity ids or none");
  CHECK(shown("ground_scan") == "5 of 0..16");
  CHECK(shown("altitude_cap") == "30 of 0..512");
  CHECK(shown("border_force") == "0.05 of 0..16");
  CHECK(shown("border_margin") == "8 of 0..1024");
  CHECK(shown("max_speed") == "0.35 of 0..64");
  CHECK(shown("twilight_separation") == "0.4 of 0..100");
  CHECK(shown("alignment_radius") == "perception_radius of 0..1024 or perception_radius");
  CHECK(shown("normalise_desired") == "true of true or false");
  CHECK(shown("trail_alpha") == "0.05 of 0..1");
}

TEST_CASE("text sets values within their ranges only") {
  CHECK(set("flock_radius", "12.5") == "12.5");
  CHECK(set("flock_radius", "64") == "64");
  CHECK(set("flock_radius", "-0") == "0");
  CHECK(set("flock_radius", "64.5") == "Double must not be more than 64.0: found 64.5\n64.5<--[HERE]");
  CHECK(set("flock_radius", "nan") == "Expected double\nnan<--[HERE]");
  CHECK(set("ground_scan", "16") == "16");
  CHECK(set("ground_scan", "17") == "Integer must not be more than 16: found 17\n17<--[HERE]");
  CHECK(set("ground_scan", "1.5") == "Invalid integer '1.5'\n1.5<--[HERE]");
  CHECK(set("planar", "true") == "true");
  CHECK(set("planar", "yes") == "Invalid boolean, expected 'true' or 'false' but found 'yes'\nyes<--[HERE]");
  CHECK(set("steering", "reynolds") == "reynolds");
  CHECK(set("steering", "Reynolds") ==
        "Invalid steering, expected 'additive' or 'reynolds' but found 'Reynolds'\nReynolds<--[HERE]");
  CHECK(set("alignment_radius", "24") == "24");
  CHECK(set("alignment_radius", "perception_radius") == "perception_radius");
  CHECK(set("alignment_radius", "2000") == "Double must not be more than 1024.0: found 2000.0\n2000<--[HERE]");
}

TEST_CASE("entity ids may drop minecraft: and come in any list") {
  CHECK(set("predators", "cat,minecraft:cat, mod:owl") == "minecraft:cat, mod:owl");
  CHECK(set("predators", "cat ocelot") == "minecraft:cat, minecraft:ocelot");
  CHECK(set("predators", "none") == "none");
  CHECK(set("predators", "Cat") == "Invalid or one too many entity id 'Cat'\nCat<--[HERE]");
  CHECK(set("predators", "cat, a:b:c") == "Invalid or one too many entity id 'a:b:c'\ncat, a:b:c<--[HERE]");
  CHECK(set("predators", ", ") == "Expected entity ids, or none\n, <--[HERE]");
  std::string many;
  for (int i = 0; i < 65; ++i) many += "a" + std::to_string(i) + " ";
  CHECK(set("predators", many).starts_with("Invalid or one too many entity id 'a64'"));
}

TEST_CASE("JSON sets values of the right type and range only") {
  CHECK(setJson("flock_radius", "20") == "20");
  CHECK(setJson("flock_radius", "20.5") == "20.5");
  for (const char* wrong : {"65", "-1", "true", "\"20\"", "null", "[20]", "1e300"}) {
    CHECK(setJson("flock_radius", wrong) == "refused");
  }
  CHECK(setJson("ground_scan", "5.0") == "refused");
  CHECK(setJson("ground_scan", "3") == "3");
  CHECK(setJson("planar", "1") == "refused");
  CHECK(setJson("steering", "\"reynolds\"") == "reynolds");
  CHECK(setJson("steering", "\"x\"") == "refused");
  CHECK(setJson("cohesion_radius", "\"perception_radius\"") == "perception_radius");
  CHECK(setJson("cohesion_radius", "7") == "7");
  CHECK(setJson("cohesion_radius", "null") == "refused");
  CHECK(setJson("predators", "[\"cat\", \"mod:owl\"]") == "minecraft:cat, mod:owl");
  CHECK(setJson("predators", "[]") == "none");
  CHECK(setJson("predators", "[\"cat\", 5]") == "refused");
  CHECK(setJson("predators", "\"cat\"") == "refused");
}

TEST_CASE("parameters survive the way through JSON") {
  ParameterSet all;
  all.values.steering = SteeringLaw::Reynolds;
  all.values.flockRadius = 0.1;
  all.values.predators.clear();
  all.values.cohesionRadius = 33;
  ParameterSet again;
  REQUIRE(applied(parametersJson(all.values), again) == "applied");
  CHECK(parametersJson(again.values) == parametersJson(all.values));
  CHECK(std::ranges::count(again.origins, Origin::Config) == kModelParameters + 1);
}

TEST_CASE("what is wrong in a file's parameters has its place") {
  ParameterSet set;
  CHECK(applied("{\"flock_radius\": 20, \"planar\": true}", set) == "applied");
  CHECK(set.values.flockRadius == 20);
  CHECK(set.origins[indexOf(named("planar"))] == Origin::Config);
  CHECK(set.origins[indexOf(named("max_speed"))] == Origin::Default);
  CHECK(applied("{\n \"flok_radius\": 20}", set) ==
        "f.json: line 2, column 2: there is no flight parameter \"flok_radius\"; did you mean flock_radius?");
  CHECK(applied("{\"flock_radius\": \"20\"}", set) ==
        "f.json: line 1, column 18: flock_radius: \"20\" is not of 0..64");
  CHECK(applied("{\"flock_radius\": 65}", set) == "f.json: line 1, column 18: flock_radius: 65 is not of 0..64");
}

TEST_CASE("parameters that do not go together are refused, whichever the file sets") {
  ParameterSet set;
  CHECK(applied("{\"min_speed\": 1, \"max_speed\": 2}", set) == "applied");
  CHECK(applied("{\"max_speed\": 0.5}", set) == "f.json: line 1, column 15: min_speed 1 is more than max_speed 0.5");
  ParameterSet other;
  CHECK(applied("{\"comfort_min\": 20}", other) ==
        "f.json: line 1, column 17: comfort_min 20 is not less than comfort_max 20");
}

TEST_CASE("near names are suggested, others are not") {
  const auto suggestion = [](std::string_view mistyped) {
    rules::NearestName nearest(mistyped);
    nearest.offer("flock_radius");
    nearest.offer("max_speed");
    return nearest.suggestion();
  };
  CHECK(suggestion("maxspeed") == "; did you mean max_speed?");
  CHECK(suggestion("flock_raduis") == "; did you mean flock_radius?");
  CHECK(suggestion("colour").empty());
  CHECK(suggestion("").empty());
  CHECK(suggestion(std::string(1000, 'x')).empty());
}
