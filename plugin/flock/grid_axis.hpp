// One axis of a grid: cells of one size from an origin, folded onto a power of two of buckets.
// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>

#include <better_bats/vec3.hpp>

#include "plugin/flight/vector_math.hpp"

namespace better_bats {

struct GridAxis {
  /// The buckets that a range of the axis touches: `count` of them from `first`, going round at the end.
  struct Window {
    std::uint32_t first, count;
    std::int32_t firstCell;
    bool whole;  ///< all buckets, whichever cells they stand for
  };

  double origin = 0, inverseSize = 1;
  std::uint32_t bits = 0;

  [[nodiscard]] std::uint32_t buckets() const noexcept { return std::uint32_t{1} << bits; }

  /// [Limit: |value - origin| * inverseSize < 2^31, which cells of at least 2 and components up to 1e9 obey]
  [[nodiscard]] std::int32_t cell(double value) const noexcept {
    return flooredToInt32((value - origin) * inverseSize);
  }
  [[nodiscard]] std::uint32_t bucket(double value) const noexcept {
    return static_cast<std::uint32_t>(cell(value)) & (buckets() - 1);
  }
  [[nodiscard]] std::uint32_t bucket(Window window, std::uint32_t i) const noexcept {
    return (window.first + i) & (buckets() - 1);
  }
  /// How far the window's i-th cell is from a point at least, but for rounding.
  [[nodiscard]] double gap(Window window, std::uint32_t i, double point) const noexcept {
    if (window.whole) return 0;
    const double cells = (point - origin) * inverseSize - window.firstCell - i;
    return (cells < 0 ? -cells : cells > 1 ? cells - 1 : 0) / inverseSize;
  }
  [[nodiscard]] Window window(double low, double high) const noexcept {
    if (!((high - low) * inverseSize < static_cast<double>(buckets()))) return {0, buckets(), 0, true};
    const std::int32_t first = cell(low);
    const std::uint32_t count = static_cast<std::uint32_t>(cell(high) - first) + 1;
    if (count >= buckets()) return {0, buckets(), 0, true};
    return {static_cast<std::uint32_t>(first) & (buckets() - 1), count, first, false};
  }
};

/// x, y and z; buckets are numbered (z << y bits | y) << x bits | x.
using GridAxes = std::array<GridAxis, 3>;

[[nodiscard]] inline std::uint32_t bucketOf(const GridAxes& axes, Vec3 point) noexcept {
  const auto& [x, y, z] = axes;
  return (((z.bucket(point.z) << y.bits) | y.bucket(point.y)) << x.bits) | x.bucket(point.x);
}

}  // namespace better_bats
