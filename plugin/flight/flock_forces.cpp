// Separation, cohesion and alignment from their sums. SPDX-License-Identifier: MIT
#include "plugin/flight/flock_forces.hpp"

namespace better_bats {

FlightWeights weightsFor(const TerrainSample& terrain, const TickConditions& tick) noexcept {
  FlightWeights weights = tick.weights;
  if (tick.twilight && terrain.column.sees_sky != 0) {
    weights.alignment *= tick.parameters->twilightAlignment;
    weights.cohesion *= tick.parameters->twilightCohesion;
    weights.separation *= tick.parameters->twilightSeparation;
  }
  return weights;
}

Vec3 separationForce(const SeparationSum& tooNear, double weight) noexcept {
  if (tooNear.count == 0) return {};
  return tooNear.push / tooNear.count * weight;
}

Vec3 cohesionForce(const FlockmateSum& flockmates, double weight) noexcept {
  if (flockmates.count == 0) return {};
  return flockmates.offset / flockmates.count * weight;
}

Vec3 alignmentForce(const FlockmateSum& flockmates, double weight) noexcept {
  if (flockmates.count == 0) return {};
  const Vec3 mean = flockmates.velocity / flockmates.count;
  const double speed = length(mean);
  if (speed < kNoDirection) return {};
  return mean / speed * weight;
}

}  // namespace better_bats
