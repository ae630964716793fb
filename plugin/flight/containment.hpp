// Step 12: no bat flies into a wall, out of the world or into a column that is not loaded. SPDX-License-Identifier: MIT
#pragma once

#include "plugin/flight/bat_lanes.hpp"
#include "plugin/flight/tick_conditions.hpp"

namespace better_bats {

/// Half the width of a bat's box, and the height at which it meets walls (half of its 0.9).
inline constexpr double kHalfWidth = 0.25;
inline constexpr double kWallHeight = 0.45;

/// The coordinate of the box's leading face after moving by v along its axis.
BETTER_BATS_LANE_FUNCTION double leadingFace(double position, double v) noexcept {
  return position + v + (v > 0 ? kHalfWidth : -kHalfWidth);
}

/// Where a bat or its next position lies beyond a face, the component that leads back to the face.
BETTER_BATS_LANE_FUNCTION void keepWithinFaces(std::size_t end, const Lanes<double>& position, const AxisBounds& faces,
                                               double maxSpeed, Lanes<double>& v) noexcept {
  for (std::size_t i = 0; i < end; ++i) {
    const double next = position[i] + v[i];
    const double toMin = faces.min - position[i];
    const double toMax = faces.max - position[i];
    const double up = toMin < -maxSpeed ? -maxSpeed : (toMin > maxSpeed ? maxSpeed : toMin);
    const double down = toMax < -maxSpeed ? -maxSpeed : (toMax > maxSpeed ? maxSpeed : toMax);
    const bool below = position[i] < faces.min || next < faces.min;
    const bool above = position[i] > faces.max || next > faces.max;
    v[i] = below ? up : (above ? down : v[i]);
  }
}

BETTER_BATS_LANE_FUNCTION void keepWithinBorders(BatLanes& bats, const TickConditions& tick) noexcept {
  const auto& faces = tick.space.faces();
  const double maxSpeed = tick.parameters->maxSpeed;
  keepWithinFaces(bats.end(), bats.position.x, faces[0], maxSpeed, bats.v.x);
  keepWithinFaces(bats.end(), bats.position.y, faces[1], maxSpeed, bats.v.y);
  keepWithinFaces(bats.end(), bats.position.z, faces[2], maxSpeed, bats.v.z);
}

}  // namespace better_bats
