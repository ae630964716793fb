// The flight model: what one bat does in one tick, up to where the world's own limits begin (containment.hpp).
// SPDX-License-Identifier: MIT
#pragma once

#include "plugin/flight/cruise_forces.hpp"
#include "plugin/flight/flee_forces.hpp"
#include "plugin/flight/flock_forces.hpp"
#include "plugin/flight/terrain_forces.hpp"

namespace better_bats {

/// For the hot path: nobody asks which step did what.
struct NoRecord {
  void operator()(const char*, Vec3) const noexcept {}
};

/// The additive law, steps 1 to 11. `record(name, change)` hears what each step did to the velocity.
template <typename Record>
[[nodiscard]] Vec3 flyAdditive(const Flyer& bat, const Surroundings& around, const TickConditions& tick,
                               const Record& record) noexcept {
  const FlightParameters& p = *tick.parameters;
  const FlightWeights weights = weightsFor(around.terrain, tick);
  Vec3 v = bat.velocity;
  const auto add = [&](const char* name, Vec3 force) { v += force, record(name, force); };
  const auto become = [&](const char* name, Vec3 next) { record(name, next - v), v = next; };

  const AvoidancePushes pushes = avoidancePushes(around.terrain, p);
  add("ground", {0, pushes.ground, 0});
  add("ceiling", {0, -pushes.ceiling, 0});

  const double capSink = altitudeCapSink(bat, around.terrain, p);
  add("altitude_cap", {0, -capSink, 0});

  const StartleForce startled = startleForce(bat, tick);
  const bool flees = around.predator.has_value() || startled.startled;
  if (around.predator) add("predator", predatorForce(bat, *around.predator, tick));
  add("startle", startled.force);

  add("border", borderForce(bat, tick));
  add("separation", separationForce(around.tooNear, weights.separation));
  if (!flees) {
    add("cohesion", cohesionForce(around.flockmates, weights.cohesion));
    add("alignment", alignmentForce(around.flockmates, weights.alignment));
    add("comfort_zone", {0, comfortLift(bat, around.terrain, tick), 0});
    add("level_flight", levelFlightForce(bat, p));
    if (weights.wander > 0) {
      add("flock_wander", flockWander(bat, tick));
      add("own_wander", ownWander(bat, tick));
    }
  }

  if (capSink > 0 && v.y > -capSink) become("cap_last_word", {v.x, -capSink, v.z});
  if (p.planar) become("planar", {v.x, 0, v.z});
  become("speed_limits", withinSpeedLimits(v, bat, tick));
  return v;
}

}  // namespace better_bats
