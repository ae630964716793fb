// Random numbers as a pure function of seed, purpose and keys: no state, so no order. SPDX-License-Identifier: MIT
#pragma once

#include <bit>
#include <cstdint>

#include "plugin/flight/vector_math.hpp"

namespace better_bats {

/// SplitMix64 (Steele, Lea, Flood 2014): its output function after one step from x.
[[nodiscard]] constexpr std::uint64_t mix(std::uint64_t x) noexcept {
  std::uint64_t z = x + 0x9E3779B97F4A7C15U;
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9U;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBU;
  return z ^ (z >> 31);
}

enum class DrawPurpose : std::uint64_t {
  FlockWander = 1,        ///< a: flock id, b: wander period
  LoneWander = 2,         ///< a: bat id, b: wander period
  StandingHeading = 3,    ///< a: bat id, b: game time
  CoincidentPair = 4,     ///< a: lower id, b: higher id
  CoincidentStartle = 5,  ///< a: bat id, b: 0
  OwnWander = 6,          ///< a: bat id, b: wander period
};

/// What all draws of one purpose begin with.
[[nodiscard]] constexpr std::uint64_t purposeKey(std::uint64_t mixedSeed, DrawPurpose purpose) noexcept {
  return mix(mixedSeed ^ static_cast<std::uint64_t>(purpose));
}

/// An integer below 2^53 times 2^-53. Exact, and made of operations that every vector unit has: the halves are put into
/// the mantissas of 2^52, which is then taken away.
[[nodiscard]] constexpr double unitInterval(std::uint64_t below53Bits) noexcept {
  constexpr std::uint64_t exponent = 0x4330000000000000U;
  const double low = std::bit_cast<double>(exponent | (below53Bits & 0xFFFFFFFFU)) - 0x1p52;
  const double high = std::bit_cast<double>(exponent | (below53Bits >> 32)) - 0x1p52;
  return (high * 0x1p32 + low) * 0x1p-53;
}

/// The draws of one purpose and pair of keys, told apart by an index.
class DrawSequence {
 public:
  constexpr DrawSequence(std::uint64_t purposeKey, std::uint64_t a, std::uint64_t b) noexcept
      : keys_(mix(mix(purposeKey ^ a) ^ b)) {}

  /// In [0, 1).
  [[nodiscard]] constexpr double operator()(std::uint64_t index) const noexcept {
    return unitInterval(mix(keys_ ^ index) >> 11);
  }

  /// The first point of the ball's enclosing cube that lies in the ball, and not too near its centre.
  [[nodiscard]] Vec3 unitVector() const noexcept {
    for (std::uint64_t i = 0;; i += 3) {
      const Vec3 point{signedDraw(i), signedDraw(i + 1), signedDraw(i + 2)};
      if (const double squared = lengthSquared(point); isInShell(squared)) return point / std::sqrt(squared);
    }
  }

  [[nodiscard]] Vec3 horizontalUnitVector() const noexcept {
    for (std::uint64_t i = 0;; i += 2) {
      const Vec3 point{signedDraw(i), 0, signedDraw(i + 1)};
      if (const double squared = lengthSquared(point); isInShell(squared)) return point / std::sqrt(squared);
    }
  }

 private:
  [[nodiscard]] constexpr double signedDraw(std::uint64_t index) const noexcept { return 2 * (*this)(index)-1; }
  [[nodiscard]] static constexpr bool isInShell(double squared) noexcept { return squared >= 0.0001 && squared <= 1; }

  std::uint64_t keys_;
};

/// The direction between two entities at one point, for the entity `self`: + for the lower id, - for the higher.
[[nodiscard]] inline Vec3 coincidentDirection(std::uint64_t mixedSeed, std::uint64_t self,
                                              std::uint64_t other) noexcept {
  const std::uint64_t lower = self < other ? self : other;
  const std::uint64_t higher = self < other ? other : self;
  const Vec3 direction = DrawSequence(purposeKey(mixedSeed, DrawPurpose::CoincidentPair), lower, higher).unitVector();
  return self < other ? direction : direction * -1.0;
}

}  // namespace better_bats
