// Steps 6 and 7: separation, cohesion, alignment. SPDX-License-Identifier: MIT
#pragma once

#include <cmath>

#include "plugin/flight/bat_lanes.hpp"
#include "plugin/flight/quotient.hpp"
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
template <Division division>
BETTER_BATS_LANE_FUNCTION void meansBy(std::size_t end, const VectorLanes& sum, const Lanes<double>& count,
                                       const Lanes<double>& weight, VectorLanes& force) noexcept {
  for (std::size_t i = 0; i < end; ++i) {
    const bool any = count[i] > 0;
    const double reciprocal = 1 / count[i];
    force.x[i] = any ? quotient<division>(sum.x[i], count[i], reciprocal) * weight[i] : 0.0;
    force.y[i] = any ? quotient<division>(sum.y[i], count[i], reciprocal) * weight[i] : 0.0;
    force.z[i] = any ? quotient<division>(sum.z[i], count[i], reciprocal) * weight[i] : 0.0;
  }
}

template <Division division>
BETTER_BATS_LANE_FUNCTION void weightedMean(std::size_t end, const VectorLanes& sum, const Lanes<double>& count,
                                            const Lanes<double>& weight, VectorLanes& force) noexcept {
  std::uint64_t anywhere = 0;
  for (std::size_t i = 0; i < end; ++i) anywhere |= count[i] > 0 ? std::uint64_t{1} : std::uint64_t{0};
  if (anywhere == 0) {
    for (auto* component : {&force.x, &force.y, &force.z}) fill(end, *component, 0.0);
  } else if (division == Division::Fused && mayFuse(end, sum)) {
    meansBy<Division::Fused>(end, sum, count, weight, force);
  } else {
    meansBy<Division::Plain>(end, sum, count, weight, force);
  }
}

template <Division division>
BETTER_BATS_LANE_FUNCTION void separationForce(const BatLanes& bats, const WeightLanes& weights,
                                               VectorLanes& force) noexcept {
  weightedMean<division>(bats.end(), bats.push, bats.tooNear, weights.separation, force);
}

template <Division division>
BETTER_BATS_LANE_FUNCTION void cohesionForce(const BatLanes& bats, const WeightLanes& weights,
                                             VectorLanes& force) noexcept {
  weightedMean<division>(bats.end(), bats.mateOffset, bats.mates, weights.cohesion, force);
}

template <Division division>
BETTER_BATS_LANE_FUNCTION void alignBy(const BatLanes& bats, const WeightLanes& weights, VectorLanes& force) noexcept {
  for (std::size_t i = 0; i < bats.end(); ++i) {
    const double count = bats.mates[i];
    const double share = 1 / count;
    const double x = quotient<division>(bats.mateVelocity.x[i], count, share);
    const double y = quotient<division>(bats.mateVelocity.y[i], count, share);
    const double z = quotient<division>(bats.mateVelocity.z[i], count, share);
    const double speed = std::sqrt(x * x + y * y + z * z);
    const double reciprocal = 1 / speed;
    const bool aligns = count > 0 && speed >= kNoDirection;
    force.x[i] = aligns ? quotient<division>(x, speed, reciprocal) * weights.alignment[i] : 0.0;
    force.y[i] = aligns ? quotient<division>(y, speed, reciprocal) * weights.alignment[i] : 0.0;
    force.z[i] = aligns ? quotient<division>(z, speed, reciprocal) * weights.alignment[i] : 0.0;
  }
}

template <Division division>
BETTER_BATS_LANE_FUNCTION void alignmentForce(const BatLanes& bats, const WeightLanes& weights,
                                              VectorLanes& force) noexcept {
  if (division == Division::Fused && mayFuse(bats.end(), bats.mateVelocity)) {
    alignBy<Division::Fused>(bats, weights, force);
  } else {
    alignBy<Division::Plain>(bats, weights, force);
  }
}

}  // namespace better_bats
