// Border, level flight, wander and speed limits. SPDX-License-Identifier: MIT
#include "plugin/flight/cruise_forces.hpp"

#include <algorithm>

#include "plugin/flight/draws.hpp"

namespace better_bats {
namespace {

double inwardForce(double position, const AxisBounds& faces, const FlightParameters& p) noexcept {
  const auto push = [&](double distanceInside) {
    const double gap = std::max(0.0, distanceInside);
    return gap < p.borderMargin ? p.borderForce * (1 - gap / p.borderMargin) : 0.0;
  };
  return push(position - faces.min) - push(faces.max - position);
}

}  // namespace

Vec3 borderForce(const Flyer& bat, const TickConditions& tick) noexcept {
  const auto& faces = tick.space.faces();
  const FlightParameters& p = *tick.parameters;
  return {inwardForce(bat.position.x, faces[0], p), inwardForce(bat.position.y, faces[1], p),
          inwardForce(bat.position.z, faces[2], p)};
}

Vec3 levelFlightForce(const Flyer& bat, const FlightParameters& parameters) noexcept {
  return {0, -(parameters.verticalDamping * bat.velocity.y), 0};
}

Vec3 flockWander(const Flyer& bat, const TickConditions& tick) noexcept {
  const bool inFlock = bat.flock != 0;
  const DrawSequence draw(tick.mixedSeed, inFlock ? DrawPurpose::FlockWander : DrawPurpose::LoneWander,
                          inFlock ? bat.flock : bat.id, tick.wanderPeriod);
  const double strength = tick.weights.wander;
  return {strength * (draw(0) - 0.5), 0, strength * (draw(1) - 0.5)};
}

Vec3 ownWander(const Flyer& bat, const TickConditions& tick) noexcept {
  const DrawSequence draw(tick.mixedSeed, DrawPurpose::OwnWander, bat.id, tick.wanderPeriod);
  const double strength = tick.weights.wander / 5;
  return {strength * (draw(0) - 0.5), strength * (draw(1) - 0.5), strength * (draw(2) - 0.5)};
}

Vec3 withinSpeedLimits(Vec3 v, const Flyer& bat, const TickConditions& tick) noexcept {
  const FlightParameters& p = *tick.parameters;
  const double speed = length(v);
  if (speed > p.maxSpeed) return scaledTo(v, speed, p.maxSpeed);
  if (!(speed < p.minSpeed)) return v;
  if (speed >= kNoDirection) return scaledTo(v, speed, p.minSpeed);
  const DrawSequence draw(tick.mixedSeed, DrawPurpose::StandingHeading, bat.id,
                          static_cast<std::uint64_t>(tick.gameTime));
  return draw.horizontalUnitVector() * p.minSpeed;
}

}  // namespace better_bats
