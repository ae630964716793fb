// The flight model: what bats do in one tick, up to where the world's own limits begin (containment.hpp).
// SPDX-License-Identifier: MIT
#pragma once

#include "plugin/flight/cruise_forces.hpp"
#include "plugin/flight/flock_forces.hpp"
#include "plugin/flight/step_sum.hpp"
#include "plugin/flight/terrain_forces.hpp"

namespace better_bats {

/// The additive law, steps 1 to 11: from bats.velocity to bats.v.
template <Division division, typename Record>
BETTER_BATS_LANE_FUNCTION void flyAdditive(BatLanes& bats, const TickConditions& tick, const Record& record) noexcept {
  const FlightParameters& p = *tick.parameters;
  WeightLanes weights;
  VectorLanes force;
  Lanes<double> lift;
  Lanes<double> capSink;
  StepSum<Record> sum(bats, record);
  weightsFor(bats, tick, weights);
  sum.start();

  sum.add("ground", bats.groundPush);
  negate(bats.end(), bats.ceilingPush, lift), sum.add("ceiling", lift);

  altitudeCapSink(bats, p, capSink);
  negate(bats.end(), capSink, lift), sum.add("altitude_cap", lift);

  if (bats.anyPredator) sum.add("predator", bats.predatorForce);
  if (bats.anyStartle) sum.add("startle", bats.startleForce);

  borderForce(bats, tick, force), sum.add("border", force);
  separationForce<division>(bats, weights, force), sum.add("separation", force);

  cohesionForce<division>(bats, weights, force), sum.addToCalm("cohesion", force);
  alignmentForce<division>(bats, weights, force), sum.addToCalm("alignment", force);
  comfortLift(bats, tick, lift), sum.addToCalm("comfort_zone", lift);
  levelFlightLift(bats, p, lift), sum.addToCalm("level_flight", lift);
  if (tick.weights.wander > 0) {
    flockWander(bats, tick, force), sum.addToCalm("flock_wander", force);
    ownWander(bats, tick, force), sum.addToCalm("own_wander", force);
  }

  sum.become("cap_last_word", [&](VectorLanes& v) { sinkAtLeast(bats.end(), capSink, v.y); });
  if (p.planar) sum.become("planar", [&](VectorLanes& v) { fill(bats.end(), v.y, 0.0); });
  sum.become("speed_limits", [&](VectorLanes&) { keepWithinSpeedLimits(bats, tick); });
}

}  // namespace better_bats
