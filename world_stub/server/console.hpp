// Where an operator types and reads. SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace better_bats::stub {

/// What may stand in the place of the last word of a line.
struct ConsoleCompletion {
  std::size_t start = 0;  ///< byte at which the words begin
  std::vector<std::string> words;
};

/// What the console asks of the server. Called on the console's own thread.
struct ConsoleHandlers {
  std::function<void(std::string line)> line;
  std::function<ConsoleCompletion(std::string line)> complete;
  std::function<void()> ended;  ///< a terminal's end of input (Ctrl-D)
};

/// Reads on a thread of its own; ends with its owner.
class Console {
 public:
  Console() = default;
  Console(const Console&) = delete;
  Console& operator=(const Console&) = delete;
  virtual ~Console() = default;

  /// Begins to read. Lines may be printed before.
  virtual void start(ConsoleHandlers handlers) = 0;
  /// Prints one or several lines without tearing what is being typed. [any-thread]
  virtual void print(std::string_view text) = 0;
};

/// With line editing, history (kept in a file) and completion where both standard input and output are terminals;
/// otherwise plain lines.
[[nodiscard]] std::unique_ptr<Console> makeConsole(const std::string& historyFile);

}  // namespace better_bats::stub
