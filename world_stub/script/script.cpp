// Parsing and running scripts. SPDX-License-Identifier: MIT
#include "world_stub/script/script.hpp"

#include <utility>

#include "world_stub/script/command_source.hpp"
#include "world_stub/script/immediate_clock.hpp"
#include "world_stub/script/script_state.hpp"
#include "world_stub/server/fault_text.hpp"
#include "world_stub/server/server.hpp"

namespace better_bats::stub {
namespace {

constexpr CommandAccess scriptAccess{CommandAccess::consoleLevel, true};

[[nodiscard]] ParsedCommand parseLine(const std::string& name, const FunctionLine& line, const CommandTree& commands) {
  try {
    return commands.parse(line.text, scriptAccess);
  } catch (const rules::CommandError& error) {
    throw ScriptError(name + ":" + std::to_string(line.number) + ": " + error.render());
  }
}

class Runner {
 public:
  Runner(const Script& script, Server& server, const CommandTree& commands, const ScriptOutput& output)
      : script_(script),
        server_(server),
        output_(output),
        clock_(server, ImmediateClock::Steps::Always),
        source_{server, clock_, commands, scriptAccess, &state_} {}

  ScriptResult run() {
    for (const Script::Line& line : script_.lines()) {
      runLine(line);
      if (clock_.stopped()) break;
    }
    result_.passed = state_.assertions;
    return result_;
  }

 private:
  void runLine(const Script::Line& line) {
    state_.keepsReply = false;
    try {
      std::string reply = line.command.run(source_);
      if (!reply.empty()) output_.reply(reply);
      remember(std::move(reply));
    } catch (const AssertionError& error) {
      report(line, error.expected(), error.found());
    } catch (const rules::CommandError& error) {
      report(line, "the command succeeds", error.render());
      remember(error.render());
    } catch (const std::exception& error) {
      report(line, "the command succeeds", faultText(error));
      remember(faultText(error));
    }
  }

  void remember(std::string reply) {
    if (!state_.keepsReply) state_.lastReply = std::move(reply);
  }

  void report(const Script::Line& line, const std::string& expected, const std::string& found) {
    ++result_.failed;
    output_.failure(script_.name() + ":" + std::to_string(line.source.number) + ": failed at tick " +
                    std::to_string(server_.world().gameTime()) + ": " + line.source.text + "\n  expected: " + expected +
                    "\n  found:    " + found);
  }

  const Script& script_;
  Server& server_;
  const ScriptOutput& output_;
  ScriptState state_;
  ImmediateClock clock_;
  CommandSource source_;
  ScriptResult result_;
};

}  // namespace

Script::Script(std::string name, std::vector<FunctionLine> lines, const CommandTree& commands)
    : name_(std::move(name)) {
  lines_.reserve(lines.size());
  for (FunctionLine& line : lines) {
    ParsedCommand command = parseLine(name_, line, commands);
    lines_.push_back(Line{std::move(line), std::move(command)});
  }
}

Script Script::load(const std::string& path, const CommandTree& commands) {
  return {path, readFunctionFile(path), commands};
}

Script Script::parse(std::string_view content, const std::string& name, const CommandTree& commands) {
  return {name, splitFunction(content, name), commands};
}

ScriptResult runScript(const Script& script, Server& server, const CommandTree& commands, const ScriptOutput& output) {
  return Runner(script, server, commands, output).run();
}

}  // namespace better_bats::stub
