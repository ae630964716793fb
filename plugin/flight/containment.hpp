// Step 12: no bat flies into a wall, out of the world or into a column that is not loaded. SPDX-License-Identifier: MIT
#pragma once

#include "plugin/flight/tick_conditions.hpp"
#include "plugin/flight/vector_math.hpp"

namespace better_bats {

/// Half the width of a bat's box, and the height at which it meets walls (half of its 0.9).
inline constexpr double kHalfWidth = 0.25;
inline constexpr double kWallHeight = 0.45;

/// The point at the leading face of the bat's box after moving along one axis; for x here, for z likewise.
[[nodiscard]] inline Vec3 leadingFaceX(Vec3 position, double vx) noexcept {
  return {position.x + vx + (vx > 0 ? kHalfWidth : -kHalfWidth), position.y + kWallHeight, position.z};
}
[[nodiscard]] inline Vec3 leadingFaceZ(Vec3 position, double vz) noexcept {
  return {position.x, position.y + kWallHeight, position.z + vz + (vz > 0 ? kHalfWidth : -kHalfWidth)};
}

/// Where the bat or its next position lies beyond a face, the component that leads back to the face.
[[nodiscard]] Vec3 withinBorders(Vec3 position, Vec3 v, const TickConditions& tick) noexcept;

}  // namespace better_bats
