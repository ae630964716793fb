// Several quotients with one denominator for hardly more than the price of one division, rounded exactly as divisions
// would be. SPDX-License-Identifier: MIT
#pragma once

#include <bit>
#include <cmath>
#include <cstdint>

#include "plugin/flight/lanes.hpp"

namespace better_bats {

/// How a compiled path divides. Fused multiplications pay only where the machine has them.
enum class Division { Plain, Fused };

/// Where less than this, and not 0, is divided, the remainder can be too small for any number to hold.
inline constexpr double kLeastNumerator = 0x1p-880;

/// As an integer, so that 0 is none: 0 less one is more than anything.
[[nodiscard]] BETTER_BATS_LANE_FUNCTION bool isTinyNumerator(double value) noexcept {
  constexpr std::uint64_t least = (std::bit_cast<std::uint64_t>(kLeastNumerator) << 1) - 1;
  return (std::bit_cast<std::uint64_t>(value) << 1) - 1 < least;
}

/// numerator / denominator, where `reciprocal` is 1 / denominator, rounded. Correctly rounded for any numerator that is
/// not tiny (P. Markstein, 1990: a quotient that is off by at most its last digit is made right by its remainder and
/// the reciprocal; the first guess may be off by two, the second is not). A quotient of 0 may lose its sign.
[[nodiscard]] BETTER_BATS_LANE_FUNCTION double fusedQuotient(double numerator, double denominator,
                                                             double reciprocal) noexcept {
  const double guess = numerator * reciprocal;
  const double near = std::fma(std::fma(-denominator, guess, numerator), reciprocal, guess);
  return std::fma(std::fma(-denominator, near, numerator), reciprocal, near);
}

template <Division division>
[[nodiscard]] BETTER_BATS_LANE_FUNCTION double quotient(double numerator, double denominator,
                                                        [[maybe_unused]] double reciprocal) noexcept {
  if constexpr (division == Division::Fused) return fusedQuotient(numerator, denominator, reciprocal);
  return numerator / denominator;
}

/// Whether fusedQuotient() is right for all of these.
[[nodiscard]] BETTER_BATS_LANE_FUNCTION bool mayFuse(std::size_t end, const VectorLanes& numerators) noexcept {
  std::uint64_t tiny = 0;
  for (std::size_t i = 0; i < end; ++i) {
    const bool any =
        isTinyNumerator(numerators.x[i]) || isTinyNumerator(numerators.y[i]) || isTinyNumerator(numerators.z[i]);
    tiny |= any ? std::uint64_t{1} : std::uint64_t{0};
  }
  return tiny == 0;
}

}  // namespace better_bats
