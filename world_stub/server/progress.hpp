// A line that shows how far long work has come. SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <cstdint>
#include <string>

namespace better_bats::stub {

/// Redrawn in place where standard error is a terminal, and silent elsewhere. Work that is over in a moment shows
/// nothing. The line is gone when the object is.
class Progress {
 public:
  /// `what` comes after the bar: "[####....] 200 of 400 ticks". [Limit: total > 0]
  Progress(std::string what, std::int64_t total);
  ~Progress() { clear(); }
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  /// Cheap enough to be called for every tick.
  void show(std::int64_t done);
  /// Makes room for other lines; the next show() draws it again.
  void clear();

 private:
  using Clock = std::chrono::steady_clock;

  std::string what_;
  std::int64_t total_;
  bool onTerminal_;
  bool drawn_ = false;
  Clock::time_point next_;
};

}  // namespace better_bats::stub
