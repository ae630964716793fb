// Presets, statistics, pictures and progress as a user sees them. SPDX-License-Identifier: MIT
#include <filesystem>

#include "tests/support/catch.hpp"
#include "tests/support/temporary_directory.hpp"
#include "tests/world_stub/server/program.hpp"

namespace {

using better_bats::test::linesOf;
using better_bats::test::ProgramResult;
using better_bats::test::RunningProgram;
using better_bats::test::runProgram;
using better_bats::test::TemporaryDirectory;
using better_bats::test::writeFile;

[[nodiscard]] bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("--preset gives a script parameters and world, and no bats") {
  const TemporaryDirectory folder;
  const auto a =
      writeFile(folder, "a",
                "assert count @e = 0\nbetter-bats get steering\nassert output reynolds\nsummon bat 481 0 -1\n"
                "assert every @e x = 1\nassert every @e z = 479\n");
  CHECK(runProgram({"--script", a, "--preset", "boids_classic"}).status == 0);
  const auto b = writeFile(folder, "b",
                           "world border none\nbetter-bats spawn 100\nassert stat mean_speed = 2 within 1e-9\n"
                           "assert every @e x <= 20\n");
  const auto mine = writeFile(folder, "mine.json",
                              R"({"parameters": {"steering": "reynolds", "max_speed": 2, "perception_radius": 33},
                              "world": {"type": "box", "dx": 40, "dy": 30, "dz": 20}, "bats": 5})");
  CHECK(runProgram({"--script", b, "--preset", mine}).status == 0);
  const auto c = writeFile(folder, "c", "better-bats get separation_radius\nassert output 33\n");
  CHECK(runProgram({"--script", c, "--preset", mine}).status == 0);
}

TEST_CASE("a preset that is wrong is refused in one line, with its place: status 2") {
  const TemporaryDirectory folder;
  const auto a = writeFile(folder, "a", "say a\n");
  const auto refused = [&](const std::string& preset) {
    const ProgramResult result = runProgram({"--script", a, "--preset", preset});
    CHECK(result.status == 2);
    CHECK(result.output.empty());
    return result.errors;
  };
  CHECK(contains(refused("boids_clasic"), "did you mean boids_classic?"));
  CHECK(contains(refused("no/such.json"), "no/such.json: No such file"));
  const auto broken = [&](const std::string& json) { return refused(writeFile(folder, "p.json", json)); };
  CHECK(contains(broken("{"), "p.json: line 1, column 2: "));
  CHECK(contains(broken("{\"wrld\": {}}"), "line 1, column 2: a preset has no \"wrld\""));
  CHECK(
      contains(broken("{\n\"parameters\": {\"max_speed\": 65}}"), "line 2, column 29: max_speed: 65 is not of 0..64"));
  CHECK(
      contains(broken(R"({"world": {"type": "torus", "dx": 0, "dz": 1}})"), "column 35: dx: 0 is not a whole number"));
}

TEST_CASE("the demo with a preset flies the preset's bats in its world") {
  const TemporaryDirectory folder;
  const ProgramResult result =
      runProgram({"--demo", "--preset", "boids_classic", "--dir", folder.file("d")}, "better-bats stats\nstop\n");
  CHECK(result.status == 0);
  CHECK(contains(result.output, "150 bats in a world of kind torus"));
  CHECK(contains(result.output, "bats: 150\n"));
}

TEST_CASE("--stats has a row of figures per tick") {
  const TemporaryDirectory folder;
  const auto a = writeFile(folder, "a", "tick step 1\nsummon bat 0 80 0 {Motion:[0.3,0,0]}\ntick step 2\n");
  const std::string file = folder.file("stats.csv");
  REQUIRE(runProgram({"--script", a, "--stats", file}).status == 0);
  const auto lines = linesOf(file);
  REQUIRE(lines.size() == 4);
  CHECK(lines[0].find("tick,day_time,bats,flocks,largest_flock,smallest_flock,unflocked,polarization,milling,spread,"
                      "mean_speed,min_speed,max_speed,median_nearest,min_nearest,mean_height") == 0);
  CHECK(lines[1].find("1,1,0,0,,,0,,,,,") == 0);
  CHECK(lines[3].find("3,3,1,0,,,1,1,0,0,0.2") == 0);
  CHECK(runProgram({"--script", a, "--stats", folder.file("none/s")}).status == 2);
  CHECK(runProgram({"--script", a, a, "--stats", file}).status == 2);
  const auto full = runProgram({"--script", a, "--stats", "/dev/full"});
  CHECK(full.status == 2);
  CHECK(contains(full.errors, "/dev/full: "));
}

TEST_CASE("a table of figures on a full disk is told of at the end, by the demo and by the live server") {
  const TemporaryDirectory folder;
  const std::string directory = folder.file("d");
  const ProgramResult demo =
      runProgram({"--demo", "--dir", directory, "--stats", "/dev/full"}, "tick sprint 100\nstop\n");
  CHECK(demo.status == 2);
  CHECK(contains(demo.errors, "/dev/full: No space left on device"));
  const ProgramResult live = runProgram({"--live", "--port", "0", "--dir", directory, "--stats", "/dev/full"},
                                        "tick sprint 100\nsummon cow 7 70 7\nstop\n");
  CHECK(live.status == 1);
  CHECK(contains(live.output, "/dev/full: No space left on device"));
  const ProgramResult saved = runProgram({"--dir", directory}, "execute if entity @e[type=cow]\nlist\nstop\n");
  CHECK(contains(saved.output, "Test passed"));
}

TEST_CASE("pictures are written whole or not at all") {
  const TemporaryDirectory folder;
  const std::string map = folder.file("map.png");
  const std::string trails = folder.file("trails.png");
  const auto a = writeFile(folder, "a",
                           "better-bats spawn 20\ntick step 50\nrender map " + map +
                               " 64\nassert output Rendered a map with 20 bat(s)\n" + "render trails " + trails +
                               "\nassert output the trails of 50 tick(s) at trail_alpha 0.05\n" + "render trails " +
                               trails + " 32\nassert output the trails of 0 tick(s)\n" + "expect fail render map " +
                               folder.file("none/map.png") + "\n" + "expect fail render map " + map +
                               " 15\nexpect fail render map " + map + " 8193\nworld create torus 1 100000\n" +
                               "expect fail render map " + map + " 100\nassert output pixels high\n");
  const ProgramResult result = runProgram({"--script", a});
  CHECK(result.output.find("failed at") == std::string::npos);
  CHECK(result.status == 0);
  CHECK(std::filesystem::file_size(map) > 100);
  CHECK(std::filesystem::file_size(trails) > 100);
}

TEST_CASE("long work shows progress on a terminal, and none elsewhere") {
  const TemporaryDirectory folder;
  const auto a = writeFile(
      folder, "a",
      "better-bats preset boids_classic\nworld create torus 480 480\nbetter-bats spawn 400\ntick sprint 1200\n"
      "world create hills\nrender map " +
          folder.file("m.png") + " 2000\n");
  RunningProgram program({"--script", a}, RunningProgram::Input::Terminal);
  CHECK(program.waitFor("of 1200 ticks"));
  // A wait has its limit, and a busy machine needs several.
  const auto comes = [&](const std::string& text) {
    return program.waitFor(text) || program.waitFor(text) || program.waitFor(text) || program.waitFor(text);
  };
  CHECK(comes("Sprint completed"));
  CHECK(comes("rows of the map"));
  CHECK(program.wait() == 0);
  CHECK(contains(program.output(), "[##"));
  CHECK(runProgram({"--script", a}).errors.empty());
}
