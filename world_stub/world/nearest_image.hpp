// Differences of positions on a torus. SPDX-License-Identifier: MIT
#pragma once

#include <cmath>

#include <better_bats/vec3.hpp>

namespace better_bats::stub {

/// The shortest difference between two coordinates; `period` is 0 on an axis that is not periodic.
[[nodiscard]] inline double nearestImage(double difference, double period) noexcept {
  return period > 0 ? difference - period * std::round(difference / period) : difference;
}

[[nodiscard]] inline Vec3 nearestImage(Vec3 difference, Vec3 period) noexcept {
  return {nearestImage(difference.x, period.x), nearestImage(difference.y, period.y),
          nearestImage(difference.z, period.z)};
}

}  // namespace better_bats::stub
