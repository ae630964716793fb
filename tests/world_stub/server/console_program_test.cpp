// The console on a pseudo-terminal: editing, history, completion, and lines that are not torn.
// SPDX-License-Identifier: MIT
#include "tests/support/catch.hpp"
#include "tests/support/temporary_directory.hpp"
#include "tests/world_stub/server/program.hpp"

namespace {

using better_bats::test::RunningProgram;
using better_bats::test::TemporaryDirectory;

constexpr const char* up = "\x1b[A";

}  // namespace

TEST_CASE("A terminal gets a console with history and completion") {
  const TemporaryDirectory folder;
  RunningProgram server({"--dir", folder.file("data")}, RunningProgram::Input::Terminal);
  REQUIRE(server.waitFor("Done!"));
  server.type("gamer\tal\t33\r");
  CHECK(server.waitFor("Gamerule better-bats:bat_alignment is now set to: 33"));
  server.type("gamerule better-bats:bat_sw\t9\r");
  CHECK(server.waitFor("Gamerule better-bats:bat_swarm_size is now set to: 9"));
  server.type("sum\tphan\t0 90 0\r");
  CHECK(server.waitFor("Summoned new Phantom"));
  server.type(up);
  server.type("\r");
  CHECK(server.waitFor("Summoned new Phantom"));
  server.type("tick s\t");
  CHECK(server.waitFor("sprint"));  // the candidates
  server.type("\x15");              // and away with the line
  server.type("stop\r");
  CHECK(server.wait() == 0);
  CHECK(server.output().find("Saved the world") != std::string::npos);
}

TEST_CASE("What is being typed survives a line of the log") {
  const TemporaryDirectory folder;
  RunningProgram server({"--dir", folder.file("data")}, RunningProgram::Input::Terminal);
  REQUIRE(server.waitFor("Done!"));
  server.type("tick sprint 4000\r");
  REQUIRE(server.waitFor("The game is sprinting"));
  server.type("say half a li");
  REQUIRE(server.waitFor("Sprint completed"));
  REQUIRE(server.waitFor("> say half a li"));  // drawn again below it
  server.type("ne\r");
  CHECK(server.waitFor("[Server] half a line"));
  server.type("\x04");  // Ctrl-D
  CHECK(server.wait() == 0);
}
