// Settings that are never lost: restarts, kill -9, a file that cannot be written. SPDX-License-Identifier: MIT
#include <csignal>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "tests/support/catch.hpp"
#include "tests/support/temporary_directory.hpp"
#include "tests/world_stub/server/program.hpp"

namespace {

using better_bats::test::ProgramResult;
using better_bats::test::RunningProgram;
using better_bats::test::runProgram;
using better_bats::test::TemporaryDirectory;

constexpr int killRounds = 100;

/// A scene of its own, flown for a while, with a bat's place at its end.
const std::string scene =
    "world create flat\ntick freeze\nbetter-bats spawn 20 3\ntick step 300\n"
    "data get entity @e[type=bat,limit=1] Pos\ndata get entity @e[type=bat,limit=1] Motion\nstop\n";

[[nodiscard]] std::string placesIn(const std::string& output) {
  std::istringstream lines(output);
  std::string places;
  for (std::string line; std::getline(lines, line);) {
    if (line.find("entity data") != std::string::npos) places += line + "\n";
  }
  return places;
}

[[nodiscard]] std::string contentOf(const std::string& file) {
  std::ostringstream text;
  text << std::ifstream(file).rdbuf();
  return text.str();
}

}  // namespace

TEST_CASE("A scene after a restart flies as on a server never restarted") {
  const TemporaryDirectory folder;
  const std::string rules = "gamerule better-bats:bat_alignment 30\ngamerule better-bats:bat_wander 9\n";
  const ProgramResult never = runProgram({"--dir", folder.file("a")}, rules + scene);
  REQUIRE(placesIn(never.output).find("d]\n") != std::string::npos);
  REQUIRE(runProgram({"--dir", folder.file("b")}, rules + "stop\n").status == 0);
  const ProgramResult restarted = runProgram({"--dir", folder.file("b")}, scene);
  CHECK(placesIn(restarted.output) == placesIn(never.output));
  const ProgramResult otherRules = runProgram({"--dir", folder.file("c")}, scene);
  CHECK(placesIn(otherRules.output) != placesIn(never.output));
}

TEST_CASE("A world that began with a preset flies by it after a restart without one, until another is named") {
  const TemporaryDirectory folder;
  const std::string directory = folder.file("data");
  const std::string question = "better-bats get steering\nstop\n";
  const auto steering = [&](std::vector<std::string> arguments) {
    arguments.insert(arguments.end(), {"--demo", "--dir", directory});
    return runProgram(arguments, question);
  };
  CHECK(steering({"--preset", "boids_classic"}).output.find("set to: reynolds") != std::string::npos);
  const ProgramResult again = steering({});
  CHECK(again.output.find("set to: reynolds") != std::string::npos);
  CHECK(again.errors.find("preset boids_classic, as before") != std::string::npos);
  CHECK(steering({"--preset", "better_bats"}).output.find("set to: additive") != std::string::npos);
  CHECK(steering({}).output.find("set to: additive") != std::string::npos);
  std::ofstream(directory + "/world/preset.txt") << "no/such.json\n";
  const ProgramResult gone = steering({});
  CHECK(gone.status == 0);
  CHECK(gone.errors.find("bats fly without that preset") != std::string::npos);
}

TEST_CASE("A preset with a world of its own sets the parameters alone where there is a world already") {
  const TemporaryDirectory folder;
  const std::string directory = folder.file("data");
  REQUIRE(runProgram({"--dir", directory}, "summon cow 1 2 3\nstop\n").status == 0);
  const ProgramResult result = runProgram({"--preset", "boids_classic", "--dir", directory},
                                          "better-bats get steering\nexecute if entity @e[type=cow]\nstop\n");
  CHECK(result.errors.find("stays as it is: the preset sets the parameters alone") != std::string::npos);
  CHECK(result.output.find("set to: reynolds") != std::string::npos);
  CHECK(result.output.find("Test passed. Count: 1") != std::string::npos);
}

TEST_CASE("A preset without a plugin makes its world, without bats, and says who is missing") {
  const TemporaryDirectory folder;
  const ProgramResult result =
      runProgram({"--preset", "boids_classic", "--plugin", folder.file("none.so"), "--dir", folder.file("data")},
                 "execute if entity @e[type=bat]\nstop\n");
  CHECK(result.status == 0);
  CHECK(result.errors.find("No plugin flies, so nobody takes the parameters of preset boids_classic") !=
        std::string::npos);
  CHECK(result.output.find("0 bats in a world of kind torus") != std::string::npos);
  CHECK(result.output.find("Test failed") != std::string::npos);
}

TEST_CASE("A world that is there says that it keeps its seed") {
  const TemporaryDirectory folder;
  const auto errorsOf = [&](const std::string& seed) {
    return runProgram({"--seed", seed, "--dir", folder.file("data")}, "stop\n").errors;
  };
  CHECK(errorsOf("3").find("seed") == std::string::npos);
  CHECK(errorsOf("3").find("seed") == std::string::npos);
  CHECK(errorsOf("5").find("keeps its seed 3: --seed 5 is that of worlds") != std::string::npos);
}

TEST_CASE("Rules survive kill -9 while they are being set") {
  const TemporaryDirectory folder;
  const std::vector<std::string> arguments{"--live", "--preset", "boids_classic", "--dir", folder.file("data")};
  int acknowledged = 5;
  for (int round = 1; round <= killRounds; ++round) {
    RunningProgram server(arguments, RunningProgram::Input::Pipe);
    REQUIRE(server.waitFor("Done!"));
    server.type("gamerule better-bats:bat_cohesion\n");
    REQUIRE(server.waitFor("currently set to: " + std::to_string(acknowledged)));
    acknowledged = round % 100;
    // One that is answered, then more of the same that are not waited for.
    const std::string set = "gamerule better-bats:bat_cohesion " + std::to_string(acknowledged) + "\n";
    server.type(set);
    REQUIRE(server.waitFor("is now set to: " + std::to_string(acknowledged)));
    for (int i = 0; i < round % 7; ++i) server.type("gamerule better-bats:bat_wander " + std::to_string(i) + "\n");
    server.signal(SIGKILL);
    CHECK(server.wait() == -1);
  }
}

TEST_CASE("A world that cannot be stored is told of, and the old file stands") {
  const TemporaryDirectory folder;
  const std::string directory = folder.file("data");
  const std::string file = directory + "/world/world.json";
  REQUIRE(runProgram({"--dir", directory}, "summon cow\nstop\n").status == 0);
  const std::string before = contentOf(file);
  REQUIRE_FALSE(before.empty());
  // Where the temporary file would be stands something that cannot be replaced.
  std::filesystem::create_directories(file + ".tmp/in the way");
  RunningProgram server({"--live", "--dir", directory}, RunningProgram::Input::Pipe);
  REQUIRE(server.waitFor("Done!"));
  server.type("summon cow\nsave-all\n");
  CHECK(server.waitFor("Unable to save the game"));
  server.type("kill @e\ntick sprint 6000\n");
  CHECK(server.waitFor("error] Unable to save the game"));  // by itself, every 6000 ticks
  CHECK(server.waitFor("Sprint completed"));
  server.type("stop\n");
  CHECK(server.wait() == 1);
  CHECK(contentOf(file) == before);
}
