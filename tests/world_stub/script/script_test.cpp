// Scripts: parsed whole, failures counted and told, the rest goes on. SPDX-License-Identifier: MIT
#include "world_stub/script/script.hpp"

#include <stdexcept>

#include "rules/command_error.hpp"
#include "tests/support/catch.hpp"
#include "world_stub/script/command_source.hpp"
#include "world_stub/script/commands/commands.hpp"
#include "world_stub/server/server.hpp"

namespace {

using better_bats::rules::CommandError;
using better_bats::stub::Arguments;
using better_bats::stub::CommandNode;
using better_bats::stub::CommandSource;
using better_bats::stub::CommandTree;
using better_bats::stub::makeCommands;
using better_bats::stub::runScript;
using better_bats::stub::Script;
using better_bats::stub::ScriptError;
using better_bats::stub::ScriptResult;
using better_bats::stub::Server;
using better_bats::stub::ServerSettings;

/// The server's commands, and two with faults of their own.
[[nodiscard]] CommandTree withFaultyCommands() {
  CommandTree commands = makeCommands();
  commands.add(CommandNode::literal("half").does([](CommandSource& source, const Arguments&) -> std::string {
    source.server.world().setDayTime(5);
    throw CommandError("The other half failed");
  }));
  commands.add(CommandNode::literal("fault").does(
      [](CommandSource&, const Arguments&) -> std::string { throw std::runtime_error("no memory"); }));
  return commands;
}

struct Run {
  explicit Run(std::string_view content, CommandTree tree = makeCommands()) : commands(std::move(tree)) {
    const Script script = Script::parse(content, "f", commands);
    result = runScript(script, server, commands,
                       {[this](std::string_view line) { failures.emplace_back(line); },
                        [this](std::string_view line) { replies.emplace_back(line); }});
  }
  CommandTree commands;
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

TEST_CASE("A command that failed and changed something is found out") {
  const Run run("expect fail half\nexpect fail half", withFaultyCommands());
  CHECK(run.result.failed == 1);  // the second time there is nothing left to change
  CHECK(run.result.passed == 1);
  CHECK(run.failures.at(0).find("expected: the command fails and changes nothing") != std::string::npos);
}

TEST_CASE("A fault inside a command fails its line, and the script goes on") {
  const Run run("fault\nassert output no memory\nsay on", withFaultyCommands());
  CHECK(run.result.failed == 1);
  CHECK(run.result.passed == 1);
  CHECK(run.failures.at(0) == "f:1: failed at tick 0: fault\n  expected: the command succeeds\n  found:    no memory");
  CHECK(run.replies.back() == "[Server] on");
}

TEST_CASE("Bats that differ from a snapshot are told of, by place, by velocity, by number and by id") {
  const Run moved("summon bat 0 70 0 {Motion:[0.25d,0d,0d]}\nsnapshot a\nkill @e\nassert same a");
  CHECK(moved.failures.at(0).find("expected: 1 bats\n  found:    0") != std::string::npos);
  const Run place("summon bat 0 70 0\nsnapshot a\ntp @e 1 70 0\nassert same a");
  CHECK(place.failures.at(0).find("expected: Bat 1 at (0, 70, 0)\n  found:    (1, 70, 0)") != std::string::npos);
  const Run speed("summon bat 0 70 0\nsnapshot a\ndata merge entity @e[limit=1] {Motion:[0d,0.5d,0d]}\nassert same a");
  CHECK(speed.failures.at(0).find("expected: Bat 1 with velocity (0, 0, 0)\n  found:    (0, 0.5, 0)") !=
        std::string::npos);
  const Run other("summon bat 0 70 0\nsnapshot a\nkill @e\nsummon bat 0 70 0\nassert same a");
  CHECK(other.failures.at(0).find("expected: Bat 1\n  found:    Bat 2") != std::string::npos);
}
