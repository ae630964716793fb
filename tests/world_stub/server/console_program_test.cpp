// The console on a pseudo-terminal: editing, history, completion, and lines that are not torn.
// SPDX-License-Identifier: MIT
#include <algorithm>
#include <csignal>
#include <filesystem>
#include <sstream>
#include <string>
#include <vector>

#include "tests/support/catch.hpp"
#include "tests/support/temporary_directory.hpp"
#include "tests/world_stub/server/program.hpp"

namespace {

using better_bats::test::RunningProgram;
using better_bats::test::TemporaryDirectory;

constexpr const char* up = "\x1b[A";

/// Of what the terminal was sent, the lines from this word to the next prompt.
[[nodiscard]] std::vector<std::string> linesFrom(const std::string& word, const std::string& output) {
  std::istringstream text(output.substr(std::min(output.find(word), output.size())));
  std::vector<std::string> lines;
  for (std::string line; std::getline(text, line) && !line.starts_with('>');) {
    lines.push_back(line.substr(0, line.find('\r')));
  }
  return lines;
}

/// A server that is ready, on a terminal, in a folder of its own.
class OnTerminal {
 protected:
  OnTerminal() { REQUIRE(server.waitFor("Done!")); }

  TemporaryDirectory folder;
  RunningProgram server{{"--dir", folder.file("data")}, RunningProgram::Input::Terminal};
};

}  // namespace

TEST_CASE_METHOD(OnTerminal, "A terminal gets a console with history and completion") {
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

TEST_CASE_METHOD(OnTerminal, "What is being typed survives a line of the log") {
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

TEST_CASE_METHOD(OnTerminal, "Candidates that are too many for one line of the terminal take several") {
  server.type("bb get \t");
  CHECK(server.waitFor("> bb get "));  // as it was typed
  CHECK(server.waitFor("> bb get "));  // and again, below the candidates
  std::size_t words = 0;
  const std::vector<std::string> lines = linesFrom("better-bats:bat_alignment", server.output());
  CHECK(lines.size() >= 6);
  for (const std::string& line : lines) {
    INFO(line);
    CHECK(line.size() <= 80);
    std::istringstream text(line);
    for (std::string word; text >> word;) ++words;
  }
  CHECK(words >= 40);
  server.type("min_s\t\r");
  CHECK(server.waitFor("0.15"));
  server.type("\x04");
  CHECK(server.wait() == 0);
}

TEST_CASE_METHOD(OnTerminal, "Half a letter keeps nothing back, and bytes that are none are left out") {
  server.type("say caf\xff\xc3");
  REQUIRE(server.waitFor("say caf"));
  server.type("\xa9\r");
  CHECK(server.waitFor("[Server] caf\xc3\xa9"));
  server.type("say half\xc3\r");  // the key after it is a key
  CHECK(server.waitFor("[Server] half"));
  server.type("say \xe2\x82");
  REQUIRE(server.waitFor("say "));
  server.signal(SIGTERM);
  CHECK(server.waitFor("Saved the world, bye"));
  server.type("\r");  // a console that waits for the rest of the letter would keep the server for ever
  CHECK(server.wait() == 0);
}

TEST_CASE_METHOD(OnTerminal, "Ctrl-S stops neither the server nor its end") {
  server.type("say before\r\x13");
  REQUIRE(server.waitFor("[Server] before"));
  server.type("say behind\r");
  CHECK(server.waitFor("[Server] behind"));
  server.type("\x13");
  server.signal(SIGTERM);
  CHECK(server.waitFor("Saved the world, bye"));
  server.type("\x11");  // Ctrl-Q, for a server that waits for it
  CHECK(server.wait() == 0);
}

TEST_CASE("Tab has no answer when the server is ending, and keeps nobody waiting") {
  const TemporaryDirectory folder;
  const std::string picture = folder.file("big.png");
  RunningProgram server({"--port", "0", "--dir", folder.file("data")}, RunningProgram::Input::Terminal);
  REQUIRE(server.waitFor("Done!"));
  server.type("render map " + picture + " 2048\rstop\r");
  REQUIRE(server.waitFor("Stopping the server"));
  server.type("gamer\t");  // while it waits for the picture
  CHECK(server.wait() == 0);
  CHECK(std::filesystem::exists(picture));
  CHECK(server.output().find("Saved the world") != std::string::npos);
}
