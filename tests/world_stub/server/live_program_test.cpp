// The live server and the demo from outside: everything is saved, however they end. SPDX-License-Identifier: MIT
#include <chrono>
#include <csignal>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <system_error>
#include <thread>
#include <vector>

#include "tests/support/catch.hpp"
#include "tests/support/temporary_directory.hpp"
#include "tests/world_stub/server/program.hpp"

namespace {

using better_bats::test::ProgramResult;
using better_bats::test::RunningProgram;
using better_bats::test::runProgram;
using better_bats::test::runShell;
using better_bats::test::TemporaryDirectory;

/// What `time query gametime` said; -1 where it said nothing.
[[nodiscard]] long long gameTimeIn(const std::string& output) {
  const std::string reply = "The time is ";
  const std::size_t place = output.find(reply);
  return place == std::string::npos ? -1 : std::stoll(output.substr(place + reply.size()));
}

/// Until so many ticks' figures are in the file that a server is in the middle of something long; false after two
/// minutes.
[[nodiscard]] bool waitForTicks(const std::string& statistics) {
  constexpr std::uintmax_t manyTicks = 9000;  // bytes
  for (int i = 0; i < 1200; ++i) {
    std::error_code error;
    const std::uintmax_t size = std::filesystem::file_size(statistics, error);
    if (!error && size >= manyTicks) return true;
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
  }
  return false;
}

}  // namespace

TEST_CASE("The demo flies and tells") {
  const TemporaryDirectory folder;
  const ProgramResult result = runProgram({"--dir", folder.file("data")});
  CHECK(result.status == 0);
  CHECK(result.output.find("2400") != std::string::npos);
  CHECK(result.output.find("night") != std::string::npos);
  CHECK(result.output.find("The demo is over.") != std::string::npos);
}

TEST_CASE("A demo without commands uses no directory, not even its rules") {
  const TemporaryDirectory folder;
  const std::string directory = folder.file("data");
  const std::vector<std::string> arguments{"--demo", "--dir", directory};
  const ProgramResult fresh = runProgram(arguments);
  CHECK(fresh.output.find("by default rules: " + directory + " is not used\n") != std::string::npos);
  CHECK_FALSE(std::filesystem::exists(directory));
  RunningProgram server({"--live", "--dir", directory}, RunningProgram::Input::Pipe);
  REQUIRE(server.waitFor("Done!"));
  server.type("gamerule better-bats:bat_swarm_size 40\n");
  REQUIRE(server.waitFor("is now set to: 40"));
  const ProgramResult beside = runProgram(arguments);
  CHECK(beside.status == 0);
  // All but the times that ticks took.
  const auto figures = [](const std::string& output) { return output.substr(0, output.find("A tick took")); };
  CHECK(figures(beside.output) == figures(fresh.output));
  // Commands are for the directory, which is in use.
  CHECK(runProgram(arguments, "stop\n").status == 1);
}

TEST_CASE("Commands on the pipe come before the demo, and stop ends without it") {
  const TemporaryDirectory folder;
  const std::vector<std::string> arguments{"--dir", folder.file("data")};
  const ProgramResult first = runProgram(
      arguments,
      "gamerule better-bats:bat_alignment 20\nsummon cow 1 2 3 {Tags:[\"mine\"]}\ntime query gametime\nstop\n");
  CHECK(first.status == 0);
  CHECK(first.output.find("Gamerule better-bats:bat_alignment is now set to: 20\n") != std::string::npos);
  CHECK(first.output.find("The time is 0\n") != std::string::npos);
  CHECK(first.output.find("demo") == std::string::npos);
  const ProgramResult second =
      runProgram(arguments, "gamerule better-bats:bat_alignment\nexecute if entity @e[tag=mine]\nstop");
  CHECK(second.output.find("is currently set to: 20\n") != std::string::npos);
  CHECK(second.output.find("Test passed. Count: 1\n") != std::string::npos);
}

TEST_CASE("A live server ends by stop, SIGTERM, SIGINT and SIGHUP with everything saved") {
  const TemporaryDirectory folder;
  const std::vector<std::string> arguments{"--live", "--dir", folder.file("data")};
  int round = 0;
  for (const int number : {0, SIGTERM, SIGINT, SIGHUP}) {
    RunningProgram server(arguments, RunningProgram::Input::Pipe);
    REQUIRE(server.waitFor("Done!"));
    server.type("list\nexecute if entity @e[tag=mark]\n");
    REQUIRE(server.waitFor("players online"));
    REQUIRE(server.waitFor(round == 0 ? "Test failed" : "Count: " + std::to_string(round)));
    server.type("summon cow 0 64 0 {Tags:[\"mark\"]}\n");
    REQUIRE(server.waitFor("Summoned new Cow"));
    ++round;
    if (number == 0) {
      server.type("stop\n");
    } else {
      server.signal(number);
    }
    CHECK(server.wait() == 0);
    CHECK(server.output().find("Saved the world") != std::string::npos);
  }
}

TEST_CASE("A signal ends a sprint that was asked for on a pipe, and the world is saved") {
  for (const int number : {SIGTERM, SIGINT, SIGHUP}) {
    DYNAMIC_SECTION("signal " << number) {
      const TemporaryDirectory folder;
      const std::vector<std::string> arguments{"--dir", folder.file("data")};
      const std::string figures = folder.file("figures.csv");
      RunningProgram server({"--dir", folder.file("data"), "--stats", figures}, RunningProgram::Input::Pipe);
      server.type("summon cow 0 64 0 {Tags:[\"mark\"]}\ntick sprint 1000000000000\nkill @e\nstop\n");
      REQUIRE(waitForTicks(figures));
      server.signal(number);
      CHECK(server.wait() == 128 + number);
      CHECK(server.output().find("Interrupted the current tick sprint") != std::string::npos);
      CHECK(server.output().find("Stopping the server (SIG") != std::string::npos);
      CHECK(server.output().find("Killed") == std::string::npos);
      const ProgramResult after = runProgram(arguments, "execute if entity @e[tag=mark]\ntime query gametime\nstop\n");
      CHECK(after.output.find("Test passed. Count: 1") != std::string::npos);
      CHECK(gameTimeIn(after.output) >= 20);
    }
  }
}

TEST_CASE("A signal ends steps, pictures and the demo of a stored world too; a demo of its own world just ends") {
  const TemporaryDirectory folder;
  const std::string picture = folder.file("big.png");
  const std::vector<std::string> arguments{"--dir", folder.file("data")};
  const std::string figures = folder.file("figures.csv");
  const auto endedIn = [&](const std::string& lines, const std::string& mark) {
    RunningProgram server({"--dir", folder.file("data"), "--stats", figures}, RunningProgram::Input::Pipe);
    server.type("tick freeze\ntick step 20\n" + lines);
    REQUIRE(server.waitFor("Stepping 20"));
    REQUIRE((mark.empty() ? waitForTicks(figures) : server.waitFor(mark)));
    server.signal(SIGTERM);
    CHECK(server.wait() == 128 + SIGTERM);
    CHECK(server.output().find("Stopping the server (SIGTERM)") != std::string::npos);
    return server.output();
  };
  CHECK(endedIn("tick step 1000000000000\n", "").find("Interrupted the current tick step") != std::string::npos);
  CHECK(endedIn("say now\nrender map " + picture + " 8192\n", "now").find("Rendered") == std::string::npos);
  CHECK_FALSE(std::filesystem::exists(picture));
  CHECK(endedIn("", "during").find("  after") == std::string::npos);
  const ProgramResult after = runProgram(arguments, "time query gametime\nstop\n");
  CHECK(gameTimeIn(after.output) >= 280);  // four times 20 steps and more, and 200 ticks of the demo

  RunningProgram unstored({"--demo", "--dir", folder.file("none")}, RunningProgram::Input::Pipe);
  REQUIRE(unstored.waitFor("during"));
  unstored.signal(SIGTERM);
  CHECK(unstored.wait() == -1);
}

TEST_CASE("A live server whose standard input is closed still hears SIGTERM") {
  const TemporaryDirectory folder;
  const std::string directory = folder.file("data");
  const ProgramResult result = runShell(
      BETTER_BATS_SERVER_FILE " --live --port 0 --dir " + directory + " <&- & server=$!; until grep -qs Done " +
      directory + "/logs/latest.log || ! kill -0 $server; do sleep 0.1; done; kill -TERM $server; " +
      "(sleep 10; kill -9 $server) & guard=$!; wait $server; kill $guard");
  CHECK(result.output.find("Stopping the server (SIGTERM)") != std::string::npos);
  CHECK(result.output.find("Saved the world, bye") != std::string::npos);
}

TEST_CASE("A second server on a directory is refused with the first one's pid") {
  const TemporaryDirectory folder;
  const std::string directory = folder.file("data");
  RunningProgram server({"--live", "--dir", directory}, RunningProgram::Input::Pipe);
  REQUIRE(server.waitFor("Done!"));
  const ProgramResult second = runProgram({"--live", "--dir", directory});
  CHECK(second.status == 1);
  CHECK(second.errors.find("in use by the server with pid " + std::to_string(server.pid())) != std::string::npos);
}

TEST_CASE("A server without a plugin says which command loads one") {
  const TemporaryDirectory folder;
  const std::string missing = folder.file("none.so");
  RunningProgram server({"--live", "--plugin", missing, "--dir", folder.file("data")}, RunningProgram::Input::Pipe);
  CHECK(server.waitFor("until `plugin load " + missing + "`"));
  server.type("plugin load " BETTER_BATS_PLUGIN_FILE "\nplugin unload better_bats\nbb status\n");
  CHECK(server.waitFor("until `plugin load " BETTER_BATS_PLUGIN_FILE "`"));
  CHECK(server.waitFor("Unknown or incomplete command. See below for error\nbb status<--[HERE]"));
}

TEST_CASE("A demo whose plugin is refused ends at once, unless its first commands load one: status 2") {
  const TemporaryDirectory folder;
  const std::vector<std::string> arguments{"--demo", "--plugin", folder.file("none.so"), "--dir", folder.file("data")};
  const ProgramResult refused = runProgram(arguments);
  CHECK(refused.status == 2);
  CHECK(refused.output.empty());
  CHECK(refused.errors.find("The demo needs a plugin") != std::string::npos);
  CHECK(runProgram(arguments, "list\n").status == 2);
  CHECK(runProgram(arguments, "plugin load " BETTER_BATS_PLUGIN_FILE "\n").status == 0);
}

TEST_CASE("An address that is not the machine's is named, without a port that nobody chose") {
  const TemporaryDirectory folder;
  const ProgramResult result = runProgram({"--live", "--bind", "300.1.1.1", "--dir", folder.file("data")}, "stop\n");
  CHECK((result.output + result.errors).find("300.1.1.1 is no address of this machine") != std::string::npos);
  CHECK((result.output + result.errors).find("port") == std::string::npos);
}

TEST_CASE("An installed server names where its plugin belongs") {
  const TemporaryDirectory folder;
  const std::string plugin = folder.file("lib/better-bats/libbetter_bats.so");
  std::filesystem::create_directories(folder.file("bin"));
  std::filesystem::copy_file(BETTER_BATS_SERVER_FILE, folder.file("bin/world_stub"));
  const ProgramResult result = runShell(folder.file("bin/world_stub") + " --demo </dev/null");
  CHECK(result.status == 2);
  CHECK(result.errors.find("Plugin refused: " + plugin + ": ") != std::string::npos);
}

TEST_CASE("A live server draws beside its ticks: it answers meanwhile, and stop waits for the picture") {
  const TemporaryDirectory folder;
  const std::string big = folder.file("big.png");
  const std::vector<std::string> arguments{"--live", "--port", "0", "--dir", folder.file("data")};
  RunningProgram server(arguments, RunningProgram::Input::Pipe);
  server.type("render map " + folder.file("none/map.png") + "\n");
  CHECK(server.waitFor("Unable to write the picture: " + folder.file("none/map.png") + ": No such file"));
  server.type("tick freeze\nrender map " + big + " 2000\nkill @e\nfill 0 100 0 9 100 9 stone\nbb stats\n");
  CHECK(server.waitFor("Rendering a map of 2000 x 2000 to " + big));
  CHECK(server.waitFor("Killed 60 entities"));
  CHECK(server.waitFor("in_fluid: 0"));
  server.type("render trails " + folder.file("trails.png") + " 64\nstop\n");
  CHECK(server.wait() == 0);
  // The picture is of the moment at which it was asked for.
  CHECK(server.output().find("Rendered a map with 60 bat(s) to " + big) > server.output().find("in_fluid: 0"));
  CHECK(server.output().find("Rendered the trails of ") != std::string::npos);
  CHECK(std::filesystem::exists(big));
  CHECK(std::filesystem::exists(folder.file("trails.png")));
}

TEST_CASE("A signal gives a picture up") {
  const TemporaryDirectory folder;
  const std::string big = folder.file("big.png");
  const std::vector<std::string> arguments{"--live", "--port", "0", "--dir", folder.file("data")};
  RunningProgram server(arguments, RunningProgram::Input::Pipe);
  for (int i = 0; i < 18; ++i) server.type("render map " + big + " 8192\n");
  REQUIRE(server.waitFor("The server is busy: 16 pictures wait to be drawn"));
  server.signal(SIGTERM);
  CHECK(server.wait() == 0);
  CHECK(server.output().find("Rendered") == std::string::npos);
  CHECK_FALSE(std::filesystem::exists(big));
}

TEST_CASE("Commands that change something are in the log file, questions and mistakes are not") {
  const TemporaryDirectory folder;
  RunningProgram server({"--live", "--dir", folder.file("data")}, RunningProgram::Input::Pipe);
  server.type("gamerule better-bats:bat_wander\ngamerule better-bats:bat_wander 101\n/time set noon\nbb status\n");
  server.type("gamerule better-bats:bat_wander 9\nstop\n");
  CHECK(server.wait() == 0);
  std::ostringstream log;
  log << std::ifstream(folder.file("data/logs/latest.log")).rdbuf();
  CHECK(log.str().find(
            "] [Console] gamerule better-bats:bat_wander 9: Gamerule better-bats:bat_wander is now set to: 9\n") !=
        std::string::npos);
  CHECK(log.str().find("[Console] /time set noon: Set the time to 6000\n") != std::string::npos);
  CHECK(log.str().find("[Console] stop: ") != std::string::npos);
  CHECK(log.str().find("currently set to") == std::string::npos);
  CHECK(log.str().find("bat_wander 101") == std::string::npos);
  CHECK(log.str().find("bb status") == std::string::npos);
}

TEST_CASE("The live clock ticks, freezes, steps and sprints") {
  const TemporaryDirectory folder;
  RunningProgram server({"--live", "--dir", folder.file("data")}, RunningProgram::Input::Pipe);
  REQUIRE(server.waitFor("Done!"));
  server.type("tick step 5\n");
  CHECK(server.waitFor("Unable to step the game - the game must be frozen first"));
  server.type("tick freeze\nworld create flat\ntick step 5\n");
  CHECK(server.waitFor("Stepping 5 tick(s)"));
  server.type("tick rate 1000\n");
  CHECK(server.waitFor("Set the target tick rate to 1000.0 per second"));
  server.type("tick sprint 200\n");
  CHECK(server.waitFor("Sprint completed with "));
  server.type("tick sprint 1000000000000\ntick sprint stop\ntick sprint stop\n");
  CHECK(server.waitFor("Interrupted the current tick sprint\nSprint completed with "));
  CHECK(server.waitFor("No tick sprint in progress"));
  server.type("stop\n");
  CHECK(server.wait() == 0);
}

TEST_CASE("Steps are counted in ticks, and can be stopped") {
  const TemporaryDirectory folder;
  RunningProgram server({"--live", "--dir", folder.file("data")}, RunningProgram::Input::Pipe);
  server.type("tick freeze\ntick rate 1000\nworld create flat\ntick step 1000000\ntick step stop\ntick step stop\n");
  CHECK(server.waitFor("Interrupted the current tick step"));
  CHECK(server.waitFor("No tick step in progress"));
  server.type("world create flat\ntick step 5\ntick sprint 200\n");
  CHECK(server.waitFor("Sprint completed with "));
  server.type("time query gametime\n");
  CHECK((server.waitFor("The time is 20")));  // 200 and up to 5 steps
  server.type("tick query\n");
  CHECK(server.waitFor("The game is frozen"));
  CHECK(server.waitFor("Plugin: "));
  server.type("stop\n");
  CHECK(server.wait() == 0);
}
