// World scripts: parsed whole, then run against a server of their own. SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "world_stub/script/command_tree.hpp"
#include "world_stub/script/function_file.hpp"

namespace better_bats::stub {

class Server;

/// A script that was understood. Lives as long as the command tree.
class Script {
 public:
  struct Line {
    FunctionLine source;
    ParsedCommand command;
  };

  /// Throws ScriptError for a file that cannot be read or a line that does not parse.
  [[nodiscard]] static Script load(const std::string& path, const CommandTree& commands);
  [[nodiscard]] static Script parse(std::string_view content, const std::string& name, const CommandTree& commands);

  [[nodiscard]] const std::string& name() const noexcept { return name_; }
  [[nodiscard]] const std::vector<Line>& lines() const noexcept { return lines_; }

 private:
  Script(std::string name, std::vector<FunctionLine> lines, const CommandTree& commands);

  std::string name_;
  std::vector<Line> lines_;
};

struct ScriptResult {
  std::size_t passed = 0;  ///< assertions that held
  std::size_t failed = 0;  ///< assertions that did not, and commands that failed
};

struct ScriptOutput {
  std::function<void(std::string_view line)> failure;  ///< file, line, tick, expected and found
  std::function<void(std::string_view line)> reply;    ///< of each command
};

/// Runs every line; a failure is told and the script goes on.
[[nodiscard]] ScriptResult runScript(const Script& script, Server& server, const CommandTree& commands,
                                     const ScriptOutput& output);

}  // namespace better_bats::stub
