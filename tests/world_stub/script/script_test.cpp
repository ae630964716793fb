// Scripts: parsed whole, failures counted and told, the rest goes on. SPDX-License-Identifier: MIT
#include "world_stub/script/script.hpp"

#include "tests/support/catch.hpp"
#include "world_stub/script/commands/commands.hpp"
#include "world_stub/server/server.hpp"

namespace {

using better_bats::stub::CommandTree;
using better_bats::stub::makeCommands;
using better_bats::stub::runScript;
using better_bats::stub::Script;
using better_bats::stub::ScriptError;
using better_bats::stub::ScriptOutput;
using better_bats::stub::ScriptResult;
using better_bats::stub::Server;
using better_bats::stub::ServerSettings;

struct Run {
  explicit Run(std::string_view content) {
    const Script script = Script::parse(content, "f", commands);
    result = runScript(script, server, commands,
                       {[this](std::string_view line) { failures.emplace_back(line); },
                        [this](std::string_view line) { replies.emplace_back(line); }});
  }
  CommandTree commands = makeCommands();
  Server server{ServerSettings{}};
  std::vector<std::string> failures, replies;
  ScriptResult result;
};

[[nodiscard]] std::string refusal(std::string_view content) {
  const CommandTree commands = makeCommands();
  try {
    static_cast<void>(Script::parse(content, "f", commands));
  } catch (const ScriptError& error) {
    return error.what();
  }
  return "accepted";
}

}  // namespace

TEST_CASE("What does not parse rejects the file before anything runs") {
  CHECK(refusal("say a\n\nkill @e[\n") == "f:3: Expected end of options\nkill @e[<--[HERE]");
  CHECK(refusal("say a\nexpect fail kill @e[\ngamerule x y z\nbetter-bats nonsense\nbb") == "accepted");
}

TEST_CASE("Assertions that hold are counted, commands are not") {
  const Run run("summon bat\nassert count @e = 1\nexpect fail kill @e[tag=x]\nsnapshot a\nassert same a");
  CHECK(run.result.passed == 3);
  CHECK(run.result.failed == 0);
  CHECK(run.replies.front() == "Summoned new Bat");
}

TEST_CASE("A failure says file, line, tick, expected and found, and the script goes on") {
  const Run run("tick step 3\nassert count @e = 1\nkill @e\nassert count @e = 0");
  CHECK(run.result.passed == 1);
  CHECK(run.result.failed == 2);
  REQUIRE(run.failures.size() == 2);
  CHECK(run.failures[0] == "f:2: failed at tick 3: assert count @e = 1\n  expected: count = 1\n  found:    0");
  CHECK(run.failures[1] ==
        "f:3: failed at tick 3: kill @e\n  expected: the command succeeds\n  found:    No entity was found");
}

TEST_CASE("A command that was to fail and did not is a failure") {
  const Run run("expect fail summon bat\nassert count @e = 1\nassert output Summoned new Bat");
  CHECK(run.result.failed == 1);
  CHECK(run.result.passed == 2);
  CHECK(run.failures.at(0).find("it succeeded: \"Summoned new Bat\"") != std::string::npos);
}

TEST_CASE("Nothing fails an assertion about a figure that is none") {
  const Run run("assert stat mean_speed < 5\nassert stat mean_speed >= 5\nassert stat mean_speed != 5");
  CHECK(run.result.failed == 3);
  CHECK(run.failures.at(0).find("found:    none") != std::string::npos);
}

TEST_CASE("A stop ends the script") {
  const Run run("say a\nstop\nsay b\nassert count @e = 5");
  CHECK(run.replies == std::vector<std::string>{"[Server] a", "Stopping the server"});
  CHECK(run.result.failed == 0);
}

TEST_CASE("The reply that is asserted is the last command's, also a failed one's") {
  const Run run("say one\nassert count @e = 0\nassert output one\nkill @e\nassert output No entity was found");
  CHECK(run.result.passed == 3);
  CHECK(run.result.failed == 1);
}
