// Flock figures counted from a frame, off the tick thread. SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>

namespace better_bats::stub {

/// By the same definitions as `assert stat`. Speeds in blocks/tick; 0 where there is nothing to measure.
struct FrameStatistics {
  std::uint32_t bats = 0, flocks = 0, largestFlock = 0, unflocked = 0;
  double polarization = 0, meanSpeed = 0, minSpeed = 0, maxSpeed = 0;
};

/// `frame` is one of FrameWriter's. [any-thread]
[[nodiscard]] FrameStatistics statisticsOf(const std::string& frame);

}  // namespace better_bats::stub
