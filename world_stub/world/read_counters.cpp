// Reads per tick and bat. SPDX-License-Identifier: MIT
#include "world_stub/world/read_counters.hpp"

#include <algorithm>

namespace better_bats::stub {

void ReadCounters::beginFlight() noexcept {
  blocks_.store(0, std::memory_order_relaxed);
  columns_.store(0, std::memory_order_relaxed);
}

void ReadCounters::endFlight(std::uint64_t activeBats) noexcept {
  if (activeBats == 0) return;
  const auto bats = static_cast<double>(activeBats);
  blocksPerBat_ = std::max(blocksPerBat_, static_cast<double>(blocks_.load(std::memory_order_relaxed)) / bats);
  columnsPerBat_ = std::max(columnsPerBat_, static_cast<double>(columns_.load(std::memory_order_relaxed)) / bats);
}

void ReadCounters::reset() noexcept {
  beginFlight();
  blocksPerBat_ = -1;
  columnsPerBat_ = -1;
}

}  // namespace better_bats::stub
