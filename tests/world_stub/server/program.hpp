// Runs the stub server as a user does. SPDX-License-Identifier: MIT
#pragma once

#include <sys/types.h>

#include <chrono>
#include <string>
#include <vector>

#include "tests/support/temporary_directory.hpp"

namespace better_bats::test {

/// Writes a file into the folder and returns its path.
[[nodiscard]] std::string writeFile(const TemporaryDirectory& folder, const std::string& name,
                                    const std::string& content);
[[nodiscard]] std::vector<std::string> linesOf(const std::string& file);

/// How a program ended.
struct ProgramResult {
  int status = -1;  ///< of exit; -1 for a signal
  std::string output, errors;
};

/// Runs the server with these arguments and this standard input to its end.
[[nodiscard]] ProgramResult runProgram(const std::vector<std::string>& arguments, const std::string& input = "");

/// Runs a line of the shell to its end, for what only a shell does to a program's streams. [Limit: the line names its
/// own standard input where it needs one]
[[nodiscard]] ProgramResult runShell(const std::string& line);

/// A server that runs meanwhile, on pipes or on a pseudo-terminal (then standard error goes there too).
class RunningProgram {
 public:
  enum class Input { Pipe, Terminal };

  RunningProgram(const std::vector<std::string>& arguments, Input input);
  RunningProgram(const RunningProgram&) = delete;
  RunningProgram& operator=(const RunningProgram&) = delete;
  ~RunningProgram();

  void type(const std::string& text) const;
  /// Reads until the output, from where the last wait ended, contains the text; false after two minutes or at its end.
  [[nodiscard]] bool waitFor(const std::string& text);
  /// All that came so far.
  [[nodiscard]] const std::string& output() const noexcept { return output_; }
  [[nodiscard]] pid_t pid() const noexcept { return pid_; }
  void signal(int number) const;
  /// Reads to the end and returns the exit status, -1 for a signal.
  [[nodiscard]] int wait();

 private:
  [[nodiscard]] bool readMore(std::chrono::milliseconds longest);

  pid_t pid_ = -1;
  int input_ = -1;
  int outputEnd_ = -1;
  std::string output_;
  std::size_t seen_ = 0;
};

}  // namespace better_bats::test
