// Steps 6 and 7: separation, cohesion, alignment. SPDX-License-Identifier: MIT
#pragma once

#include <cmath>

#include "plugin/flight/bat_lanes.hpp"
#include "plugin/flight/tick_conditions.hpp"
#include "plugin/flight/vector_math.hpp"

namespace better_bats {

/// The gamerules' weights for each bat.
struct WeightLanes {
  Lanes<double> alignment, cohesion, separation;
};

/// In twilight those under the open sky stream.
BETTER_BATS_LANE_FUNCTION void weightsFor(const BatLanes& bats, const TickConditions& tick,
                                          WeightLanes& weights) noexcept {
  const FlightWeights& usual = tick.weights;
  const FlightParameters& p = *tick.parameters;
  const FlightWeights streaming{usual.alignment * p.twilightAlignment, usual.cohesion * p.twilightCohesion,
                                usual.separation * p.twilightSeparation, usual.wander};
  const FlightWeights underSky = tick.twilight ? streaming : usual;
  for (std::size_t i = 0; i < bats.end(); ++i) {
    weights.alignment[i] = bats.seesSky[i] != 0 ? underSky.alignment : usual.alignment;
    weights.cohesion[i] = bats.seesSky[i] != 0 ? underSky.cohesion : usual.cohesion;
    weights.separation[i] = bats.seesSky[i] != 0 ? underSky.separation : usual.separation;
  }
}

/// sum / count * weight where there is anything to sum; the quotient by 0 is computed and thrown away.
BETTER_BATS_LANE_FUNCTION void weightedMean(std::size_t end, const VectorLanes& sum, const Lanes<double>& count,
                                            const Lanes<double>& weight, VectorLanes& force) noexcept {
  std::uint64_t anywhere = 0;
  for (std::size_t i = 0; i < end; ++i) anywhere |= count[i] > 0 ? std::uint64_t{1} : std::uint64_t{0};
  if (anywhere == 0) {
    for (auto* component : {&force.x, &force.y, &force.z}) fill(end, *component, 0.0);
    return;
  }
  for (std::size_t i = 0; i < end; ++i) {
    const bool any = count[i] > 0;
    force.x[i] = any ? sum.x[i] / count[i] * weight[i] : 0.0;
    force.y[i] = any ? sum.y[i] / count[i] * weight[i] : 0.0;
    force.z[i] = any ? sum.z[i] / count[i] * weight[i] : 0.0;
  }
}

BETTER_BATS_LANE_FUNCTION void separationForce(const BatLanes& bats, const WeightLanes& weights,
                                               VectorLanes& force) noexcept {
  weightedMean(bats.end(), bats.push, bats.tooNear, weights.separation, force);
}

BETTER_BATS_LANE_FUNCTION void cohesionForce(const BatLanes& bats, const WeightLanes& weights,
                                             VectorLanes& force) noexcept {
  weightedMean(bats.end(), bats.mateOffset, bats.mates, weights.cohesion, force);
}

BETTER_BATS_LANE_FUNCTION void alignmentForce(const BatLanes& bats, const WeightLanes& weights,
                                              VectorLanes& force) noexcept {
  for (std::size_t i = 0; i < bats.end(); ++i) {
    const double count = bats.mates[i];
    const double x = bats.mateVelocity.x[i] / count;
    const double y = bats.mateVelocity.y[i] / count;
    const double z = bats.mateVelocity.z[i] / count;
    const double speed = std::sqrt(x * x + y * y + z * z);
    const bool aligns = count > 0 && speed >= kNoDirection;
    force.x[i] = aligns ? x / speed * weights.alignment[i] : 0.0;
    force.y[i] = aligns ? y / speed * weights.alignment[i] : 0.0;
    force.z[i] = aligns ? z / speed * weights.alignment[i] : 0.0;
  }
}

}  // namespace better_bats
