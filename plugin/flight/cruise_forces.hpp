// Steps 5, 9 and 11: world border, level flight and wander, speed limits. SPDX-License-Identifier: MIT
#pragma once

#include <cmath>

#include "plugin/flight/bat_lanes.hpp"
#include "plugin/flight/draws.hpp"
#include "plugin/flight/tick_conditions.hpp"

namespace better_bats {

/// Inward at every face nearer than the margin; in full at the face and beyond it.
BETTER_BATS_LANE_FUNCTION void borderForce(std::size_t end, const Lanes<double>& position, const AxisBounds& faces,
                                           const FlightParameters& p, Lanes<double>& force) noexcept {
  std::uint64_t anyNear = 0;
  for (std::size_t i = 0; i < end; ++i) {
    const double gap =
        position[i] - faces.min < faces.max - position[i] ? position[i] - faces.min : faces.max - position[i];
    anyNear |= gap < p.borderMargin ? std::uint64_t{1} : std::uint64_t{0};
  }
  if (anyNear == 0) return fill(end, force, 0.0);
  const double margin = p.borderMargin;
  const double strength = p.borderForce;
  for (std::size_t i = 0; i < end; ++i) {
    const double low = position[i] - faces.min;
    const double high = faces.max - position[i];
    const double lowGap = low > 0 ? low : 0.0;
    const double highGap = high > 0 ? high : 0.0;
    const double up = lowGap < margin ? strength * (1 - lowGap / margin) : 0.0;
    const double down = highGap < margin ? strength * (1 - highGap / margin) : 0.0;
    force[i] = up - down;
  }
}

BETTER_BATS_LANE_FUNCTION void borderForce(const BatLanes& bats, const TickConditions& tick,
                                           VectorLanes& force) noexcept {
  const auto& faces = tick.space.faces();
  borderForce(bats.end(), bats.position.x, faces[0], *tick.parameters, force.x);
  borderForce(bats.end(), bats.position.y, faces[1], *tick.parameters, force.y);
  borderForce(bats.end(), bats.position.z, faces[2], *tick.parameters, force.z);
}

/// Level flight's damping of the vertical velocity of the start of the tick.
BETTER_BATS_LANE_FUNCTION void levelFlightLift(const BatLanes& bats, const FlightParameters& p,
                                               Lanes<double>& lift) noexcept {
  for (std::size_t i = 0; i < bats.end(); ++i) lift[i] = -(p.verticalDamping * bats.velocity.y[i]);
}

/// A flock turns together; a bat without one by itself.
BETTER_BATS_LANE_FUNCTION void flockWander(const BatLanes& bats, const TickConditions& tick,
                                           VectorLanes& force) noexcept {
  const std::uint64_t flocks = purposeKey(tick.mixedSeed, DrawPurpose::FlockWander);
  const std::uint64_t loners = purposeKey(tick.mixedSeed, DrawPurpose::LoneWander);
  const double strength = tick.weights.wander;
  for (std::size_t i = 0; i < bats.end(); ++i) {
    const bool inFlock = bats.flock[i] != 0;
    const std::uint64_t purpose = inFlock ? flocks : loners;
    const std::uint64_t who = inFlock ? bats.flock[i] : bats.id[i];
    const DrawSequence draw(purpose, who, tick.wanderPeriod);
    force.x[i] = strength * (draw(0) - 0.5);
    force.y[i] = 0;
    force.z[i] = strength * (draw(1) - 0.5);
  }
}

/// Each bat by itself, a fifth as strongly as its flock.
BETTER_BATS_LANE_FUNCTION void ownWander(const BatLanes& bats, const TickConditions& tick,
                                         VectorLanes& force) noexcept {
  const std::uint64_t purpose = purposeKey(tick.mixedSeed, DrawPurpose::OwnWander);
  const double strength = tick.weights.wander / 5;
  for (std::size_t i = 0; i < bats.end(); ++i) {
    const DrawSequence draw(purpose, bats.id[i], tick.wanderPeriod);
    force.x[i] = strength * (draw(0) - 0.5);
    force.y[i] = strength * (draw(1) - 0.5);
    force.z[i] = strength * (draw(2) - 0.5);
  }
}

/// Where a bat goes that stands still: a drawn horizontal heading at the minimum speed.
[[nodiscard]] Vec3 standingStart(std::uint64_t bat, const TickConditions& tick) noexcept;

/// bats.v within [min_speed, max_speed].
BETTER_BATS_LANE_FUNCTION void keepWithinSpeedLimits(BatLanes& bats, const TickConditions& tick) noexcept {
  const double least = tick.parameters->minSpeed;
  const double most = tick.parameters->maxSpeed;
  VectorLanes& v = bats.v;
  std::uint64_t standing = 0;
  for (std::size_t i = 0; i < bats.end(); ++i) {
    const double speed = std::sqrt(v.x[i] * v.x[i] + v.y[i] * v.y[i] + v.z[i] * v.z[i]);
    const double wanted = speed > most ? most : least;
    const bool outside = speed > most || speed < least;
    const double factor = outside ? wanted / speed : 1.0;
    const bool stands = speed < kNoDirection && speed < least;
    standing |= stands ? std::uint64_t{1} : std::uint64_t{0};
    v.x[i] *= stands ? 0.0 : factor;
    v.y[i] *= stands ? 0.0 : factor;
    v.z[i] *= stands ? 0.0 : factor;
  }
  if (standing == 0) return;
  for (std::size_t i = 0; i < bats.count; ++i) {
    if (least > 0 && v.x[i] == 0 && v.y[i] == 0 && v.z[i] == 0) v.set(i, standingStart(bats.id[i], tick));
  }
}

}  // namespace better_bats
