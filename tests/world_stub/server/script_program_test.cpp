// `--script` and `--trace` from outside: exit status, output, refusals. SPDX-License-Identifier: MIT
#include "tests/support/catch.hpp"
#include "tests/support/temporary_directory.hpp"
#include "tests/world_stub/server/program.hpp"

namespace {

using better_bats::test::linesOf;
using better_bats::test::ProgramResult;
using better_bats::test::runProgram;
using better_bats::test::runShell;
using better_bats::test::TemporaryDirectory;
using better_bats::test::writeFile;

[[nodiscard]] std::string lastLine(const std::string& text) {
  const std::size_t end = text.find_last_not_of('\n');
  const std::size_t start = text.rfind('\n', end);
  return text.substr(start == std::string::npos ? 0 : start + 1, end - start);
}

}  // namespace

TEST_CASE("Everything held: status 0") {
  const TemporaryDirectory folder;
  const auto a = writeFile(folder, "a", "better-bats spawn 5\ntick step 5\nassert count @e = 5\n");
  const auto b = writeFile(folder, "b", "assert count @e = 0\nassert stat bats = 0\n");
  const ProgramResult result = runProgram({"--script", a, b});
  CHECK(result.status == 0);
  CHECK(lastLine(result.output) == "3 passed, 0 failed");
  CHECK(result.errors.empty());
}

TEST_CASE("Something did not hold: status 1") {
  const TemporaryDirectory folder;
  const auto a = writeFile(folder, "a", "assert count @e = 1\nkill @e\nassert count @e = 0\n");
  const ProgramResult result = runProgram({"--script", a});
  CHECK(result.status == 1);
  CHECK(lastLine(result.output) == "1 passed, 2 failed");
  CHECK(result.output.find(a + ":1: failed at tick 0: assert count @e = 1") == 0);
}

TEST_CASE("A script that does not parse runs nothing: status 2") {
  const TemporaryDirectory folder;
  const auto good = writeFile(folder, "good", "say hello\n");
  const auto bad = writeFile(folder, "bad", "say hello\n\nassert stat luck = 5\n");
  const ProgramResult result = runProgram({"--script", good, bad});
  CHECK(result.status == 2);
  CHECK(result.output.empty());
  CHECK(result.errors.find(bad + ":3: Incorrect argument for command") == 0);
  CHECK(runProgram({"--script", folder.file("none")}).status == 2);
  CHECK(runProgram({"--script", writeFile(folder, "slash", "/say hello\n")}).status == 2);
}

TEST_CASE("Nonsense on the command line: status 2") {
  const TemporaryDirectory folder;
  const auto a = writeFile(folder, "a", "say a\n");
  for (const std::vector<std::string>& arguments :
       std::vector<std::vector<std::string>>{{"--scirpt", a},
                                             {"--script"},
                                             {"--script", a, a, "--trace", folder.file("t")},
                                             {"--trace", folder.file("t")},
                                             {"--script", a, "--live"},
                                             {"--live", "--demo"},
                                             {"--threads", "0"},
                                             {"--seed", "many"},
                                             {"--seed", "9223372036854775808"},
                                             {"--seed", "0x10"},
                                             {"--port", "70000"},
                                             {"stray"}}) {
    const ProgramResult result = runProgram(arguments);
    CHECK(result.status == 2);
    CHECK(result.output.empty());
    CHECK_FALSE(result.errors.empty());
  }
  CHECK(runProgram({"--script", a, "--trace", folder.file("none/t")}).status == 2);
  CHECK(runProgram({"--help"}).status == 0);
  CHECK(runProgram({"--version"}).output.find("world_stub ") == 0);
}

TEST_CASE("A mistyped option is answered with the one that was meant") {
  const auto answers = [](const char* option) { return runProgram({option, "x"}).errors; };
  CHECK(answers("--scrpt").find("Did you mean --script?") != std::string::npos);
  CHECK(answers("--sed=5").find("Did you mean --seed?") != std::string::npos);
  CHECK(answers("--banana").find("mean") == std::string::npos);
}

TEST_CASE("A port that is none is told the range") {
  CHECK(runProgram({"--port", "99999"}).errors.find("not in range 0 to 65535") != std::string::npos);
}

TEST_CASE("A seed is decimal, and any of 64 bits") {
  const TemporaryDirectory folder;
  const auto hills = writeFile(folder, "hills", "world create hills\n");
  for (const std::string seed : {"-9223372036854775808", "9223372036854775807", "-3"}) {
    CHECK(runProgram({"--script", hills, "--seed", seed}).output.find("hills with seed " + seed + "\n") !=
          std::string::npos);
  }
  CHECK(runProgram({"--script", hills, "--seed", "010"}).output.find("hills with seed 10\n") != std::string::npos);
}

TEST_CASE("A report that cannot be written is a failure: status 1") {
  const TemporaryDirectory folder;
  const auto a = writeFile(folder, "a", "say hello\n");
  const ProgramResult result = runShell(BETTER_BATS_SERVER_FILE " --script " + a + " >/dev/full");
  CHECK(result.status == 1);
  CHECK(result.errors == "The report could not be written: No space left on device\n");
}

TEST_CASE("No file is taken for a standard stream that is closed") {
  const TemporaryDirectory folder;
  const auto a = writeFile(folder, "a", "say hello\nsummon bat 0 80 0\ntick step 1\n");
  const std::string trace = folder.file("trace.csv");
  CHECK(runShell(BETTER_BATS_SERVER_FILE " --script " + a + " --trace " + trace + " >&- 2>&- <&-").status == 0);
  CHECK(linesOf(trace).size() == 2);
}

TEST_CASE("Expectations in one another end somewhere") {
  const TemporaryDirectory folder;
  std::string line;
  for (int i = 0; i < 100000; ++i) line += "expect fail ";
  const ProgramResult result = runProgram({"--script", writeFile(folder, "deep", line + "say hello\n"), "--quiet"});
  CHECK(result.status == 1);
  CHECK(result.output.find("nested too deeply") != std::string::npos);
}

TEST_CASE("A trace has a row per active bat and tick") {
  const TemporaryDirectory folder;
  const auto a = writeFile(folder, "a",
                           "gamerule better-bats:bat_flight false\nsummon bat 0 80 0 {Motion:[0.1,0,0]}\n"
                           "summon bat 0 80 1\nsummon bat 0 80 2 {NoAI:1b}\ntick step 3\n");
  const std::string trace = folder.file("trace.csv");
  REQUIRE(runProgram({"--script", a, "--trace", trace}).status == 0);
  const auto lines = linesOf(trace);
  REQUIRE(lines.size() == 7);
  CHECK(lines[0] == "tick,id,x,y,z,vx,vy,vz,flock");
  CHECK(lines[1].find("1,1,0.10000000000000001,80,0,0.10000000000000001,0,0,") == 0);
  CHECK(lines[6].find("3,2,0,80,1,0,0,0,") == 0);
}

TEST_CASE("Without its plugin the server says so and goes on") {
  const TemporaryDirectory folder;
  const auto a = writeFile(folder, "a", "summon bat 0 80 0 {Motion:[1,0,0]}\ntick step 5\nassert every @e x = 5\n");
  const ProgramResult result = runProgram({"--script", a, "--plugin", "no/such.so"});
  CHECK(result.status == 0);
  CHECK(result.errors == "Plugin refused: no/such.so: No such file or directory\n");
}

TEST_CASE("--quiet leaves failures and the last line") {
  const TemporaryDirectory folder;
  const auto a = writeFile(folder, "a", "say hello\nassert count @e = 0\n");
  CHECK(runProgram({"--script", a, "--quiet"}).output == "1 passed, 0 failed\n");
  CHECK(runProgram({"--script", a}).output == "[Server] hello\n1 passed, 0 failed\n");
}
