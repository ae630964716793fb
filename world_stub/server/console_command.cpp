// Console lines. SPDX-License-Identifier: MIT
#include "world_stub/server/console_command.hpp"

#include <algorithm>
#include <array>
#include <exception>
#include <span>

#include "world_stub/script/command_tree.hpp"
#include "world_stub/server/fault_text.hpp"

namespace better_bats::stub {

namespace {

/// Without blanks round it and without its slash.
[[nodiscard]] std::string_view commandOf(std::string_view line) {
  const std::size_t first = line.find_first_not_of(" \t\r");
  if (first == std::string_view::npos) return {};
  line = line.substr(first, line.find_last_not_of(" \t\r") - first + 1);
  if (line.front() == '/') line.remove_prefix(1);
  return line;
}

/// Takes the first word off, and the blanks behind it.
std::string_view takeWord(std::string_view& line) {
  const std::string_view word = line.substr(0, line.find(' '));
  line.remove_prefix(std::min(line.size(), line.find_first_not_of(' ', word.size())));
  return word;
}

constexpr std::array<std::string_view, 4> questions{"help", "list", "execute", "render"};
constexpr std::array<std::string_view, 6> secondWords{"help", "status", "get", "stats", "dump", "query"};

[[nodiscard]] bool isOneOf(std::span<const std::string_view> words, std::string_view word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

}  // namespace

bool asksOnly(std::string_view line) {
  std::string_view rest = commandOf(line);
  const std::string_view root = takeWord(rest);
  if (root.empty() || isOneOf(questions, root)) return true;
  if (root == "gamerule") return rest.find(' ') == std::string_view::npos;
  const std::string_view second = takeWord(rest);
  if (root == "plugin") return second == "list";
  const bool hasQuestions = root == "better-bats" || root == "bb" || root == "data" || root == "time" || root == "tick";
  return hasQuestions && isOneOf(secondWords, second);
}

LineOutcome tryConsoleLine(std::string_view line, CommandSource& source) {
  line = commandOf(line);
  if (line.empty()) return {true, {}};
  try {
    return {true, source.commands.parse(line, source.access).run(source)};
  } catch (const rules::CommandError& error) {
    return {false, error.render()};
  } catch (const std::exception& error) {
    return {false, std::string("An unexpected error occurred trying to execute that command\n") + faultText(error)};
  }
}

std::string runConsoleLine(std::string_view line, CommandSource& source) {
  return tryConsoleLine(line, source).reply;
}

}  // namespace better_bats::stub
