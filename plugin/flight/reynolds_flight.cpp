// Desired velocities and the steering towards them. SPDX-License-Identifier: MIT
#include "plugin/flight/reynolds_flight.hpp"

#include <algorithm>

namespace better_bats {
namespace {

/// Keeps the separation of coincident boids finite.
constexpr double kSoftening = 1e-6;

struct Mean {
  Vec3 sum{};
  std::uint32_t count = 0;
  void add(Vec3 value) noexcept { sum += value, ++count; }
};

Vec3 steer(const Mean& mean, const Flyer& bat, const FlightParameters& p, double weight) noexcept {
  if (mean.count == 0) return {};
  Vec3 desired = mean.sum / mean.count;
  if (p.normaliseDesired) {
    const double size = length(desired);
    if (size > 0) desired = scaledTo(desired, size, p.maxSpeed);
  }
  return limited(desired - bat.velocity, p.maxForce) * weight;
}

}  // namespace

double ReynoldsRadii::widest() const noexcept {
  return std::max({separation, alignment, cohesion});
}

ReynoldsSteering reynoldsSteering(const Flyer& bat, std::span<const Neighbour> neighbours,
                                  const FlightParameters& p) noexcept {
  const ReynoldsRadii radii(p);
  Mean away;
  Mean heading;
  Mean centre;
  for (const Neighbour& other : neighbours) {
    const double squared = other.distanceSquared;
    if (squared < radii.separation * radii.separation) away.add(other.away / (squared + kSoftening));
    if (squared < radii.alignment * radii.alignment) heading.add(other.velocity);
    if (squared < radii.cohesion * radii.cohesion) centre.add(other.away * -1.0);
  }
  return {steer(away, bat, p, p.reynoldsSeparation), steer(heading, bat, p, p.reynoldsAlignment),
          steer(centre, bat, p, p.reynoldsCohesion)};
}

}  // namespace better_bats
