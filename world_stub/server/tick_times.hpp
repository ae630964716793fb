// How long the last ticks took, for `tick query`. SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>

namespace better_bats::stub {

/// The times of the last 100 ticks, whole and the plugin's part of them, in milliseconds.
class TickTimes {
 public:
  struct Summary {
    std::size_t samples = 0;
    double mean = 0, p50 = 0, p95 = 0, p99 = 0;
    double pluginMean = 0;
    /// The plugin's part of the whole, 0..1.
    [[nodiscard]] double pluginShare() const noexcept { return mean > 0 ? pluginMean / mean : 0; }
  };

  void add(double tickMs, double pluginMs) noexcept;
  void clear() noexcept { count_ = 0; }
  [[nodiscard]] Summary summary() const noexcept;

 private:
  static constexpr std::size_t window = 100;
  std::array<double, window> ticks_{};
  std::array<double, window> plugin_{};
  std::size_t count_ = 0;  // of all ticks; the newest stands at (count_ - 1) % window
};

}  // namespace better_bats::stub
