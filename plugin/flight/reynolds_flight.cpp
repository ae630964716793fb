// Desired velocities and the steering towards them. SPDX-License-Identifier: MIT
#include "plugin/flight/reynolds_flight.hpp"

#include <algorithm>

namespace better_bats {
namespace {

Vec3 steer(const ReynoldsMean& mean, Vec3 velocity, const FlightParameters& p, double weight) noexcept {
  if (mean.count == 0) return {};
  Vec3 desired = mean.sum / mean.count;
  if (p.normaliseDesired) {
    const double size = length(desired);
    if (size > 0) desired = scaledTo(desired, size, p.maxSpeed);
  }
  return limited(desired - velocity, p.maxForce) * weight;
}

}  // namespace

double ReynoldsRadii::widest() const noexcept {
  return std::max({separation, alignment, cohesion});
}

void steerByReynolds(const BatLanes& bats, const ReynoldsSums& sums, const FlightParameters& p,
                     ReynoldsLanes& steering) noexcept {
  for (std::size_t lane = 0; lane < bats.count; ++lane) {
    const Vec3 velocity = bats.velocity[lane];
    steering.separation.set(lane, steer(sums.away[lane], velocity, p, p.reynoldsSeparation));
    steering.alignment.set(lane, steer(sums.heading[lane], velocity, p, p.reynoldsAlignment));
    steering.cohesion.set(lane, steer(sums.centre[lane], velocity, p, p.reynoldsCohesion));
  }
}

}  // namespace better_bats
