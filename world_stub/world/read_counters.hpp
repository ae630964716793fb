// Counts what flight asks the world, once per call. SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <cstdint>

namespace better_bats::stub {

/// Counting is [any-thread]; the ticks are [tick-thread].
class ReadCounters {
 public:
  void count(std::uint64_t blocks, std::uint64_t columns) const noexcept {
    if (blocks != 0) blocks_.fetch_add(blocks, std::memory_order_relaxed);
    if (columns != 0) columns_.fetch_add(columns, std::memory_order_relaxed);
  }

  /// What is asked from here to endFlight counts.
  void beginFlight() noexcept;
  void endFlight(std::uint64_t activeBats) noexcept;

  /// Of the tick with the most reads per active bat; negative while no tick had an active bat.
  [[nodiscard]] double blockReadsPerBat() const noexcept { return blocksPerBat_; }
  [[nodiscard]] double columnQueriesPerBat() const noexcept { return columnsPerBat_; }

  void reset() noexcept;

 private:
  mutable std::atomic<std::uint64_t> blocks_{0};
  mutable std::atomic<std::uint64_t> columns_{0};
  double blocksPerBat_ = -1;
  double columnsPerBat_ = -1;
};

}  // namespace better_bats::stub
