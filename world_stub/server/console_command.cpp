// Console lines. SPDX-License-Identifier: MIT
#include "world_stub/server/console_command.hpp"

#include <exception>

#include "world_stub/script/command_tree.hpp"

namespace better_bats::stub {

LineOutcome tryConsoleLine(std::string_view line, CommandSource& source) {
  const std::size_t first = line.find_first_not_of(" \t\r");
  if (first == std::string_view::npos) return {true, {}};
  line = line.substr(first, line.find_last_not_of(" \t\r") - first + 1);
  if (line.front() == '/') line.remove_prefix(1);
  try {
    return {true, source.commands.parse(line, source.access).run(source)};
  } catch (const rules::CommandError& error) {
    return {false, error.render()};
  } catch (const std::exception& error) {
    return {false, std::string("An unexpected error occurred trying to execute that command\n") + error.what()};
  }
}

std::string runConsoleLine(std::string_view line, CommandSource& source) {
  return tryConsoleLine(line, source).reply;
}

}  // namespace better_bats::stub
