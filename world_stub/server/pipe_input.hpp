// Command lines from a standard input that is no terminal. SPDX-License-Identifier: MIT
#pragma once

#include <deque>
#include <optional>
#include <string>

namespace better_bats::stub {

/// Lines as they come in; never blocks longer than it is told to. [one thread]
class PipeInput {
 public:
  explicit PipeInput(int descriptor) : descriptor_(descriptor) {}

  /// The next line without its end; nothing where none came within the time. A negative time waits for ever.
  [[nodiscard]] std::optional<std::string> next(int milliseconds);

  /// Whether the input has ended and every line was taken.
  [[nodiscard]] bool ended() const noexcept { return ended_ && lines_.empty(); }

 private:
  void take();
  void split(bool last);

  int descriptor_;
  bool ended_ = false;
  std::string rest_;
  std::deque<std::string> lines_;
};

}  // namespace better_bats::stub
