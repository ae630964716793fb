// The block of a point: the floor of each coordinate, also for negatives.
// SPDX-License-Identifier: MIT
#pragma once

#include <cmath>
#include <cstdint>

#include <better_bats/vec3.hpp>

namespace better_bats {

using BlockPos = better_bats_block_pos;

/// Floor as a block coordinate. [Limit: |value| <= 1e9, which finite guests obey]
[[nodiscard]] inline std::int32_t blockCoordinate(double value) noexcept {
  return static_cast<std::int32_t>(std::floor(value));
}

[[nodiscard]] inline BlockPos blockOf(Vec3 point) noexcept {
  return {blockCoordinate(point.x), blockCoordinate(point.y), blockCoordinate(point.z)};
}

}  // namespace better_bats

[[nodiscard]] constexpr bool operator==(better_bats_block_pos a, better_bats_block_pos b) noexcept {
  return a.x == b.x && a.y == b.y && a.z == b.z;
}
