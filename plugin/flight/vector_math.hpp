// Lengths and limits. Only + - * / sqrt: the same bits under any compiler. SPDX-License-Identifier: MIT
#pragma once

#include <cmath>
#include <cstdint>

#include <better_bats/vec3.hpp>

namespace better_bats {

/// Below this length a velocity has no direction.
inline constexpr double kNoDirection = 1e-9;

/// Beyond this magnitude a component is no position or velocity of a voxel world.
inline constexpr double kLargestComponent = 1e9;

[[nodiscard]] inline double length(Vec3 a) noexcept {
  return std::sqrt(lengthSquared(a));
}

[[nodiscard]] inline Vec3 scaledTo(Vec3 a, double currentLength, double wantedLength) noexcept {
  return a * (wantedLength / currentLength);
}

/// std::floor by operations that every vector unit has. [Limit: |value| < 2^31]
[[gnu::always_inline]] inline std::int32_t flooredToInt32(double value) noexcept {
  const auto truncated = static_cast<std::int32_t>(value);
  return truncated - (static_cast<double>(truncated) > value ? 1 : 0);
}

/// limit(a, m) of the model: scaled to length m only when it is longer.
[[nodiscard]] inline Vec3 limited(Vec3 a, double longest) noexcept {
  const double now = length(a);
  return now > longest ? scaledTo(a, now, longest) : a;
}

/// False for NaN too: every comparison with it is.
[[nodiscard]] inline bool isUsable(Vec3 a) noexcept {
  const auto usable = [](double c) { return std::fabs(c) <= kLargestComponent; };
  return usable(a.x) && usable(a.y) && usable(a.z);
}

}  // namespace better_bats
