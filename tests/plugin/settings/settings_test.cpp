// Where values come from, and that a change is whole or none. SPDX-License-Identifier: MIT
#include "plugin/settings/settings.hpp"

#include <map>
#include <string>
#include <vector>

#include "plugin/settings/presets.hpp"
#include "rules/bat_rules.hpp"
#include "rules/file_io.hpp"
#include "rules/preset.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/temporary_directory.hpp"

using namespace better_bats;
using rules::BatRule;
using rules::batRule;
using test::readText;
using test::TemporaryDirectory;
using test::writeText;

namespace {

struct Server {
  TemporaryDirectory folder;
  std::string configPath = folder.file("config.json");
  std::string rulesPath = folder.file("rules.json");

  void config(const std::string& members) const { writeText(configPath, "{\"format\": 1, " + members + "}"); }
  void rules(const std::string& members) const { writeText(rulesPath, R"({"format": 1, "rules": {)" + members + "}}"); }
  [[nodiscard]] Settings settings() const { return {configPath, rulesPath}; }
};

std::string failure(const std::function<void()>& action) {
  try {
    action();
  } catch (const rules::FileError& error) {
    return error.what();
  }
  return "no failure";
}

std::string loadFailure(const Server& server) {
  Settings settings = server.settings();
  return failure([&] { static_cast<void>(settings.load()); });
}

std::int64_t alignment(const Settings& settings) {
  return settings.rules().value(batRule(BatRule::Alignment));
}

std::string originOf(const Settings& settings, std::string_view key) {
  return settings.originOf(*findParameter(key));
}

std::vector<std::string> reload(Settings& settings) {
  Settings::Reading reading = settings.read();
  std::vector<std::string> notes = reading.notes;
  settings.take(std::move(reading));
  return notes;
}

}  // namespace

TEST_CASE("without files all is at its default, and a new world's rules are written down") {
  const Server server;
  Settings settings = server.settings();
  CHECK(settings.load().empty());
  CHECK(alignment(settings) == 5);
  CHECK(settings.originOf(batRule(BatRule::Alignment)) == "default");
  CHECK(originOf(settings, "flock_radius") == "default");
  CHECK(readText(server.rulesPath).find("\"better-bats:bat_alignment\": 5") != std::string::npos);
}

TEST_CASE("without paths nothing is read or written") {
  Settings settings({}, {});
  CHECK(settings.load().empty());
  CHECK(settings.setRule(batRule(BatRule::Alignment), 20, Origin::Host) == Status::Ok);
  CHECK(settings.originOf(batRule(BatRule::Alignment)) == "host");
  CHECK(reload(settings).empty());
  CHECK(alignment(settings) == 20);
}

TEST_CASE("the config's rules are a new world's, and an existing world's file wins") {
  const Server server;
  server.config(R"("rules": {"better-bats:bat_alignment": 40})");
  Settings first = server.settings();
  CHECK(first.load().empty());
  CHECK(alignment(first) == 40);
  CHECK(first.originOf(batRule(BatRule::Alignment)) == "config");

  server.config(R"("rules": {"better-bats:bat_alignment": 60})");
  Settings second = server.settings();
  CHECK(second.load().empty());
  CHECK(alignment(second) == 40);
  CHECK(second.originOf(batRule(BatRule::Alignment)) == "rules file");
  static_cast<void>(reload(second));
  CHECK(alignment(second) == 40);
}

TEST_CASE("a rule that was set is there after a restart") {
  const Server server;
  Settings first = server.settings();
  static_cast<void>(first.load());
  CHECK(first.setRule(batRule(BatRule::Alignment), 20, Origin::Command) == Status::Ok);
  CHECK(first.setRule(batRule(BatRule::Alignment), 101, Origin::Command) == Status::OutOfRange);
  CHECK(first.originOf(batRule(BatRule::Alignment)) == "command");
  Settings second = server.settings();
  CHECK(second.load().empty());
  CHECK(alignment(second) == 20);
}

TEST_CASE("a wrong value leaves its rule at the default and the file as it is") {
  const Server server;
  server.rules(R"("better-bats:bat_alignment": 101, "better-bats:bat_wander": 9)");
  Settings settings = server.settings();
  const auto notes = settings.load();
  REQUIRE(notes.size() == 1);
  CHECK(notes[0].ends_with("better-bats:bat_alignment: 101 is not an integer of 0..100; it stays at its default 5"));
  CHECK(alignment(settings) == 5);
  CHECK(settings.rules().value(batRule(BatRule::Wander)) == 9);
  CHECK(readText(server.rulesPath).find("101") != std::string::npos);
}

TEST_CASE("a rules file that does not parse is kept aside, and the world goes on") {
  const Server server;
  writeText(server.rulesPath, "{\n oops");
  Settings settings = server.settings();
  const auto notes = settings.load();
  REQUIRE(notes.size() == 2);
  CHECK(notes[0].starts_with(server.rulesPath + ": line 2, column 2: "));
  CHECK(notes[1] == server.rulesPath + ": kept as " + server.rulesPath + ".broken-1; the rules begin anew");
  CHECK(readText(server.rulesPath + ".broken-1") == "{\n oops");
  CHECK(settings.setRule(batRule(BatRule::Alignment), 20, Origin::Command) == Status::Ok);
  Settings again = server.settings();
  CHECK(again.load().empty());
  CHECK(alignment(again) == 20);
}

TEST_CASE("a rules file that cannot be read is told, and a set then fails and changes nothing") {
  const Server server;
  std::filesystem::create_directory(server.rulesPath);
  Settings settings = server.settings();
  const auto notes = settings.load();
  REQUIRE(notes.size() == 2);
  CHECK(notes[0] == server.rulesPath + ": Not a regular file; the rules begin anew");
  CHECK_THROWS_AS(settings.setRule(batRule(BatRule::Alignment), 20, Origin::Command), rules::FileError);
  CHECK_THROWS_AS(settings.resetAll(), rules::FileError);
  CHECK(alignment(settings) == 5);
}

TEST_CASE("the config sets parameters over those of its preset") {
  const Server server;
  server.config(R"("preset": "boids_classic", "parameters": {"max_speed": 2})");
  Settings settings = server.settings();
  CHECK(settings.load().empty());
  CHECK(settings.parameters().steering == SteeringLaw::Reynolds);
  CHECK(settings.parameters().maxSpeed == 2);
  CHECK(originOf(settings, "steering") == "preset boids_classic");
  CHECK(originOf(settings, "max_speed") == "config");
  CHECK(originOf(settings, "flock_radius") == "default");
}

TEST_CASE("a reload that is refused names the wrong value and says that nothing was changed") {
  const Server server;
  Settings settings = server.settings();
  static_cast<void>(settings.load());
  CHECK(settings.setRule(batRule(BatRule::Alignment), 33, Origin::Command) == Status::Ok);
  server.rules(R"("better-bats:bat_unknown": 1, "better-bats:bat_alignment": 133)");
  const std::string reason = failure([&] { static_cast<void>(reload(settings)); });
  CHECK(reason.ends_with("better-bats:bat_alignment: 133 is not an integer of 0..100; nothing was changed"));
  CHECK(alignment(settings) == 33);
}

TEST_CASE("a config that is wrong is refused with its place") {
  const Server server;
  const auto refused = [&server](const std::string& members) {
    server.config(members);
    const std::string text = loadFailure(server);
    CHECK(text.starts_with(server.configPath + ": "));
    CHECK_FALSE(std::filesystem::exists(server.rulesPath));
    return text.substr(server.configPath.size() + 2);
  };
  CHECK(refused(R"("parameter": {})") == "line 1, column 15: the config has no \"parameter\"");
  CHECK(refused(R"("parameters": [])") == "line 1, column 29: parameters is not an object");
  CHECK(refused(R"("parameters": {"max_sped": 1})") ==
        "line 1, column 30: there is no flight parameter \"max_sped\"; did you mean max_speed?");
  CHECK(refused(R"("parameters": {"max_speed": 1, "max_speed": 2})") ==
        "line 1, column 46: the key \"max_speed\" is there twice");
  CHECK(refused(R"("rules": {"better-bats:bat_alignmen": 1})") ==
        "line 1, column 25: there is no rule \"better-bats:bat_alignmen\"; did you mean better-bats:bat_alignment?");
  CHECK(refused(R"("rules": {"better-bats:bat_alignment": 12.9})") ==
        "line 1, column 54: better-bats:bat_alignment: 12.9 is not an integer of 0..100");
  CHECK(refused(R"("preset": "boids")")
            .ends_with("column 25: preset: there is no preset \"boids\"; the presets are better_bats, boids_classic, "
                       "flock_3d"));
  CHECK(refused(R"("preset": 5)") == "line 1, column 25: preset is not a string");
  CHECK(refused("\n]").starts_with("line 2, column 1: "));
}

TEST_CASE("reload is all or nothing") {
  const Server server;
  server.config(R"("parameters": {"flock_radius": 20})");
  Settings settings = server.settings();
  CHECK(settings.load().empty());
  std::map<std::string_view, std::int64_t> heard;
  settings.onRuleChanged([&](const rules::GameRule& rule, std::int64_t value) { heard[rule.id] = value; });
  const auto unchanged = [&](const std::string& reason) {
    CHECK(failure([&] { static_cast<void>(reload(settings)); }).find(reason) != std::string::npos);
    CHECK(settings.parameters().flockRadius == 20);
    CHECK(alignment(settings) == 5);
    CHECK(heard.empty());
  };
  // Each time one file is right and the other is not.
  server.config(R"("parameters": {"flock_radius": 65})");
  server.rules(R"("better-bats:bat_alignment": 7)");
  unchanged("flock_radius: 65 is not of 0..64");
  server.config(R"("parameters": {"flock_radius": 30})");
  server.rules(R"("better-bats:bat_alignment": 101)");
  unchanged("better-bats:bat_alignment: 101 is not an integer of 0..100");
  writeText(server.rulesPath, "{");
  unchanged("line 1, column 2: ");
  CHECK(readText(server.rulesPath) == "{");

  const std::uint64_t revision = settings.parametersRevision();
  server.rules(R"("better-bats:bat_alignment": 7, "new:rule": 1)");
  const auto notes = reload(settings);
  REQUIRE(notes.size() == 1);
  CHECK(notes[0].ends_with("\"new:rule\" is no rule of this version; it is kept"));
  CHECK(settings.parameters().flockRadius == 30);
  CHECK(settings.parametersRevision() > revision);
  CHECK(alignment(settings) == 7);
  CHECK(heard == std::map<std::string_view, std::int64_t>{{"better-bats:bat_alignment", 7}});
}

TEST_CASE("a parameter that does not go with another is refused") {
  Settings settings({}, {});
  FlightParameters wanted;
  wanted.minSpeed = 0.5;
  const auto conflict = settings.setParameter(*findParameter("min_speed"), wanted, Origin::Command);
  REQUIRE(conflict);
  CHECK(conflict->message == "min_speed 0.5 is more than max_speed 0.35");
  CHECK(settings.parameters().minSpeed == 0.15);
  wanted.maxSpeed = 1;
  CHECK_FALSE(settings.setParameter(*findParameter("max_speed"), wanted, Origin::Command));
  CHECK_FALSE(settings.setParameter(*findParameter("min_speed"), wanted, Origin::Command));
  CHECK(settings.parameters().minSpeed == 0.5);
  CHECK(originOf(settings, "min_speed") == "command");
}

TEST_CASE("a reset of all is one write, and keeps what is not ours") {
  const Server server;
  server.rules(R"("better-bats:bat_alignment": 7, "new:rule": 1)");
  Settings settings = server.settings();
  static_cast<void>(settings.load());
  settings.usePreset("flock_3d");
  settings.resetAll();
  CHECK(alignment(settings) == 5);
  CHECK(settings.parameters().maxSpeed == 0.35);
  CHECK(originOf(settings, "max_speed") == "default");
  CHECK(readText(server.rulesPath).find("\"new:rule\": 1") != std::string::npos);
}

TEST_CASE("the preset better_bats is the defaults") {
  CHECK(parametersJson(loadPreset("better_bats").values) == parametersJson(FlightParameters()));
}

TEST_CASE("the other presets are the model's") {
  const FlightParameters classic = loadPreset("boids_classic").values;
  CHECK(classic.steering == SteeringLaw::Reynolds);
  CHECK(classic.planar);
  CHECK(classic.normaliseDesired);
  CHECK(classic.separationRadius == 24);
  CHECK(classic.alignmentRadius == 50);
  CHECK(classic.cohesionRadius == 50);
  CHECK(classic.reynoldsSeparation == 1.5);
  CHECK(classic.reynoldsAlignment == 1);
  CHECK(classic.reynoldsCohesion == 1);
  CHECK(classic.maxSpeed == 3.5);
  CHECK(classic.minSpeed == 0);
  CHECK(classic.maxForce == 0.05);

  const FlightParameters large = loadPreset("flock_3d").values;
  CHECK(large.steering == SteeringLaw::Reynolds);
  CHECK_FALSE(large.planar);
  CHECK(large.separationRadius == 25);
  CHECK(large.maxSpeed == 10);
  CHECK(large.minSpeed == 0);
  CHECK(large.maxForce == 0.3);
  CHECK(large.borderMargin == 200);
  CHECK(large.borderForce == 1);
  CHECK(large.startleRadius == 150);
  CHECK(large.startleForce == 15);
  CHECK(rules::builtinPresets().size() == 3);
}

TEST_CASE("in Reynolds' law separation sees as far as the rest where a preset gives it no radius") {
  const Server server;
  const std::string path = server.folder.file("mine.json");
  const auto radiusOf = [&](const char* parameters) {
    writeText(path, std::string(R"({"parameters": {)") + parameters + "}}");
    return loadPreset(path).values.separationRadius;
  };
  CHECK(radiusOf(R"("steering": "reynolds", "perception_radius": 30)") == 30);
  CHECK(radiusOf(R"("steering": "reynolds", "perception_radius": 900)") == 64);  // the largest that it may be
  CHECK(radiusOf(R"("steering": "reynolds", "perception_radius": 30, "separation_radius": 5)") == 5);
  CHECK(radiusOf(R"("perception_radius": 30)") == 2);
}

TEST_CASE("a preset may be a user's file, also beside the config") {
  const Server server;
  const std::string path = server.folder.file("mine.json");
  writeText(path, R"({"format": 1, "parameters": {"max_speed": 3}, "world": {"type": "void"}, "bats": 5})");
  CHECK(loadPreset(path).values.maxSpeed == 3);
  server.config(R"("preset": "mine.json")");
  Settings settings = server.settings();
  CHECK(settings.load().empty());
  CHECK(settings.parameters().maxSpeed == 3);
  CHECK(originOf(settings, "max_speed") == "preset " + path);

  const auto refused = [&](const std::string& json) {
    writeText(path, json);
    const std::string text = failure([&] { static_cast<void>(loadPreset(path)); });
    CHECK(text.starts_with(path));
    return text.substr(path.size() + 2);
  };
  CHECK(refused(R"({"bat": 5})") == "line 1, column 2: a preset has no \"bat\"");
  CHECK(refused(R"({"bats": "5"})") == "line 1, column 10: bats: \"5\" is not an integer of 0..1000000");
  CHECK(refused(R"({"world": 5})") == "line 1, column 11: world is not an object");
  CHECK(refused(R"({"bats": 1000001})") == "line 1, column 10: bats: 1000001 is not an integer of 0..1000000");
  CHECK(refused(R"({"world": {}})") == "line 1, column 11: the world has no type");
  CHECK(refused(R"({"world": {"type": "boks"}})") ==
        "line 1, column 20: there is no world \"boks\"; did you mean box?");
  CHECK(refused(R"({"world": {"type": "torus", "dx": 0, "dz": 5}})") ==
        "line 1, column 35: dx: 0 is not a whole number of 1..1000000000");
  CHECK(refused(R"({"world": {"type": "torus", "dx": 1.5, "dz": 5}})") ==
        "line 1, column 35: dx: 1.5 is not a whole number of 1..1000000000");
  CHECK(refused(R"({"world": {"type": "box", "dx": 1, "dz": 1e10, "dy": 1}})") ==
        "line 1, column 42: dz: 1e10 is not a number of 1..1000000000");
  CHECK(refused(R"({"world": {"type": "box", "dx": 1, "dz": 1}})") == "line 1, column 11: a box world needs dy");
  CHECK(refused(R"({"world": {"type": "torus", "dx": 1, "dz": 1, "dy": 1}})") ==
        "line 1, column 47: a torus world has no \"dy\"");
  CHECK(refused(R"({"world": {"type": "flat", "surface": 5000}})") ==
        "line 1, column 39: surface: 5000 is not an integer of -2047..2047");
  CHECK(refused(R"({"world": {"type": "hills", "seed": 1.5}})") == "line 1, column 37: seed is not an integer");
  CHECK(refused(R"({"parameters": {"planar": 1}})") == "line 1, column 27: planar: 1 is not of true or false");
  writeText(path, R"({"world": {"type": "hills", "seed": -7}})");
  CHECK(rules::readPreset(path).world->seed == -7);
  std::filesystem::remove(path);
  CHECK(failure([&] { static_cast<void>(loadPreset(path)); }) == path + ": No such file");
  CHECK(failure([] { static_cast<void>(loadPreset("boids_clasic")); }) ==
        "there is no preset \"boids_clasic\"; did you mean boids_classic?");
}
