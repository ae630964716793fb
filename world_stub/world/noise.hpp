// Hashes and smooth noise for terrain, the same bits on every machine: integers and + - * / floor alone.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

namespace better_bats::stub {

/// A well-mixed number of a place. Different purposes give unrelated numbers. [any-thread] as all of this file.
[[nodiscard]] std::uint64_t hashOf(std::uint64_t seed, std::uint64_t purpose, std::int64_t a, std::int64_t b) noexcept;

/// The same as a fraction in [0, 1).
[[nodiscard]] double fractionOf(std::uint64_t seed, std::uint64_t purpose, std::int64_t a, std::int64_t b) noexcept;

/// Gradient noise in the plane: smooth, about -1..1, 0 on average, with features about one unit wide.
[[nodiscard]] double noiseAt(std::uint64_t seed, double x, double z) noexcept;

/// Octaves of it, each twice as fine and half as strong; still about -1..1.
[[nodiscard]] double layeredNoiseAt(std::uint64_t seed, double x, double z, int octaves) noexcept;

/// 0 up to `low`, 1 from `high` on, smooth between.
[[nodiscard]] constexpr double smoothStep(double low, double high, double value) noexcept {
  const double t = (value - low) / (high - low);
  if (t <= 0) return 0;
  if (t >= 1) return 1;
  return t * t * (3 - 2 * t);
}

}  // namespace better_bats::stub
