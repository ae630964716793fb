// Random numbers that are a function of what they are for: SplitMix64 (Steele et al. 2014). SPDX-License-Identifier:
// MIT
#pragma once

#include <cmath>
#include <cstdint>

#include <better_bats/vec3.hpp>

namespace better_bats::stub {

[[nodiscard]] constexpr std::uint64_t mix(std::uint64_t x) noexcept {
  std::uint64_t z = x + 0x9E3779B97F4A7C15U;
  z = (z ^ (z >> 30U)) * 0xBF58476D1CE4E5B9U;
  z = (z ^ (z >> 27U)) * 0x94D049BB133111EBU;
  return z ^ (z >> 31U);
}

/// In [0, 1).
[[nodiscard]] constexpr double unitDraw(std::int64_t seed, std::uint64_t a, std::uint64_t b) noexcept {
  return static_cast<double>(mix(mix(mix(static_cast<std::uint64_t>(seed)) ^ a) ^ b) >> 11U) * 0x1p-53;
}

/// A sequence of draws in [0, 1) for a seed.
class DrawSequence {
 public:
  explicit DrawSequence(std::int64_t seed) noexcept : seed_(seed) {}

  [[nodiscard]] double next() noexcept { return unitDraw(seed_, 0, index_++); }
  [[nodiscard]] double between(double low, double high) noexcept { return low + (high - low) * next(); }

  /// Uniform on the unit sphere, or on the horizontal unit circle.
  [[nodiscard]] Vec3 direction(bool horizontal) noexcept {
    for (;;) {
      const Vec3 point{2 * next() - 1, horizontal ? 0 : 2 * next() - 1, 2 * next() - 1};
      const double squared = lengthSquared(point);
      if (squared >= 1e-4 && squared <= 1) return point / std::sqrt(squared);
    }
  }

 private:
  std::int64_t seed_;
  std::uint64_t index_ = 0;
};

}  // namespace better_bats::stub
