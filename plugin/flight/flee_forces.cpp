// Predators and startles. SPDX-License-Identifier: MIT
#include "plugin/flight/flee_forces.hpp"

#include "plugin/flight/draws.hpp"

namespace better_bats {

Vec3 directionAwayFrom(const Flyer& bat, std::uint64_t otherId, Vec3 difference, double distance,
                       std::uint64_t mixedSeed) noexcept {
  if (distance < kCoincident) return coincidentDirection(mixedSeed, bat.id, otherId);
  return difference / distance;
}

Vec3 predatorForce(const Flyer& bat, const Predator& predator, const TickConditions& tick) noexcept {
  const Vec3 difference = tick.space.difference(bat.position, predator.position);
  const double distance = length(difference);
  return directionAwayFrom(bat, predator.id, difference, distance, tick.mixedSeed) * tick.parameters->fleeForce;
}

StartleForce startleForce(const Flyer& bat, const TickConditions& tick) noexcept {
  StartleForce sum;
  for (const Startle& startle : tick.startles) {
    const Vec3 difference = tick.space.difference(bat.position, startle.position);
    const double squared = lengthSquared(difference);
    if (!(squared < startle.radius * startle.radius)) continue;
    const double distance = std::sqrt(squared);
    const Vec3 direction = distance < kCoincident
                               ? DrawSequence(tick.mixedSeed, DrawPurpose::CoincidentStartle, bat.id, 0).unitVector()
                               : difference / distance;
    sum.startled = true;
    sum.force += direction * (startle.force * (1 - distance / startle.radius));
  }
  return sum;
}

}  // namespace better_bats
