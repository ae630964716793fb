// The commands that load, list, exchange and unload plugins, and pictures that cannot be written.
// SPDX-License-Identifier: MIT
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include <better_bats/version.h>

#include "rules/command_error.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/temporary_directory.hpp"
#include "world_stub/script/command_source.hpp"
#include "world_stub/script/commands/commands.hpp"
#include "world_stub/script/immediate_clock.hpp"
#include "world_stub/server/server.hpp"

namespace {

using better_bats::LogLevel;
using better_bats::rules::CommandError;
using better_bats::stub::CommandAccess;
using better_bats::stub::CommandSource;
using better_bats::stub::CommandTree;
using better_bats::stub::ImmediateClock;
using better_bats::stub::makeCommands;
using better_bats::stub::Server;
using better_bats::stub::ServerSettings;
using better_bats::test::TemporaryDirectory;

/// A server with a console, and the plugin's file in a folder of its own.
struct Fixture {
  Fixture() { std::filesystem::copy_file(BETTER_BATS_PLUGIN_FILE, file); }

  [[nodiscard]] std::string run(const std::string& line) {
    try {
      return commands.parse(line, source.access).run(source);
    } catch (const CommandError& error) {
      return error.render();
    }
  }
  [[nodiscard]] bool completes(std::string_view line, const std::string& word) {
    const auto words = commands.complete(line, source).words;
    return std::find(words.begin(), words.end(), word) != words.end();
  }

  [[nodiscard]] ServerSettings settings() {
    ServerSettings settings;
    settings.log = [this](LogLevel, std::string_view line) { lines.emplace_back(line); };
    return settings;
  }

  TemporaryDirectory folder;
  std::string file = folder.file("libbats.so");
  std::vector<std::string> lines;
  Server server{settings()};
  CommandTree commands = makeCommands();
  ImmediateClock clock{server, ImmediateClock::Steps::WhenFrozen};
  CommandSource source{server, clock, commands, {CommandAccess::consoleLevel, false}, nullptr};
};

const std::string version = BETTER_BATS_VERSION;

}  // namespace

TEST_CASE("Plugins are loaded, listed in their order, and unloaded by their ids") {
  Fixture fixture;
  CHECK_FALSE(fixture.completes("gamerule better-bats:", "better-bats:bat_wander"));
  CHECK(fixture.run("plugin load " + fixture.file) == "Loaded plugin bats " + version);
  CHECK(fixture.run("plugin load " BETTER_BATS_PLUGIN_FILE) == "Loaded plugin better_bats " + version);
  CHECK(fixture.run("plugin list") == "There are 2 plugin(s):\nbats " + version + " (" + fixture.file +
                                          "), flies\nbetter_bats " + version +
                                          " (" BETTER_BATS_PLUGIN_FILE "), stands by");
  CHECK(fixture.completes("plugin unload be", "better_bats"));
  CHECK(fixture.completes("gamerule better-bats:", "better-bats:bat_wander"));
  CHECK(fixture.completes("bb set max_s", "max_speed"));
  CHECK(fixture.run("plugin unload better_bat") == "There is no plugin 'better_bat'; did you mean better_bats?");
  CHECK(fixture.run("plugin unload better_bats") == "Unloaded plugin better_bats");
  CHECK(fixture.lines.empty());  // the other one flies
  CHECK(fixture.run("plugin unload bats") == "Unloaded plugin bats");
  REQUIRE(fixture.lines.size() == 1);
  CHECK(fixture.lines[0].find("`plugin load " + fixture.file + "`") != std::string::npos);
}

TEST_CASE("Help about the plugin's commands is the plugin's own") {
  Fixture fixture;
  CHECK(fixture.run("plugin load " + fixture.file) == "Loaded plugin bats " + version);
  CHECK(fixture.run("help bb") == fixture.run("bb help"));
  CHECK(fixture.run("help bb set flock_radius") ==
        "better-bats set <name> <value>: Sets a rule or flight parameter.\n" + fixture.run("bb get flock_radius"));
  CHECK(fixture.run("help gamerule better-bats:bat_wander") == fixture.run("bb get wander"));
  CHECK(fixture.run("help gamerule") == "/gamerule <rule>\n/gamerule <rule> <value>");
  CHECK(fixture.run("help bb fly").starts_with("There is no rule or flight parameter 'fly'"));
  CHECK(fixture.completes("help bb set max_s", "max_speed"));
}

TEST_CASE("Of a plugin that was unloaded its commands say how to bring it back") {
  Fixture fixture;
  CHECK(fixture.run("plugin load " + fixture.file) == "Loaded plugin bats " + version);
  CHECK(fixture.run("plugin unload bats") == "Unloaded plugin bats");
  for (const char* line : {"gamerule better-bats:bat_wander 5", "bb get", "better-bats status"}) {
    CHECK(fixture.run(line).ends_with("until `plugin load " + fixture.file + "`"));
  }
}

TEST_CASE("A plugin is exchanged with its rules, and goes on where the new file is of no use") {
  Fixture fixture;
  CHECK(fixture.run("plugin load " + fixture.file) == "Loaded plugin bats " + version);
  CHECK(fixture.run("plugin reload nobody") == "There is no plugin 'nobody'");
  const std::string set = "Gamerule better-bats:bat_wander is now set to: 9";
  CHECK(fixture.run("gamerule better-bats:bat_wander 9") == set);
  CHECK(fixture.run("plugin reload bats") == "Reloaded plugin bats");
  CHECK(fixture.run("gamerule better-bats:bat_wander") == "Gamerule better-bats:bat_wander is currently set to: 9");
  std::filesystem::remove(fixture.file);
  std::ofstream(fixture.file) << "no plugin";
  CHECK(fixture.run("plugin reload bats").find("Plugin refused, the old one goes on: " + fixture.file) == 0);
  CHECK(fixture.run("gamerule better-bats:bat_wander") == "Gamerule better-bats:bat_wander is currently set to: 9");
}

TEST_CASE("A picture whose file is a folder is refused when it is written, and the folder stays") {
  Fixture fixture;
  const std::string picture = fixture.folder.file("map.png");
  std::filesystem::create_directory(picture);
  CHECK(fixture.run("render map " + picture + " 16") ==
        "Unable to write the picture: " + picture + ": Not a regular file");
  CHECK(std::filesystem::is_directory(picture));
}
