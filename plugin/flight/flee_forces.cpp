// Predators and startles. SPDX-License-Identifier: MIT
#include "plugin/flight/flee_forces.hpp"

#include "plugin/flight/draws.hpp"

namespace better_bats {

Vec3 predatorForce(const Flyer& bat, const Predator& predator, const TickConditions& tick) noexcept {
  const Vec3 difference = tick.space.difference(bat.position, predator.position);
  const double distance = length(difference);
  const Vec3 direction =
      distance < kCoincident ? coincidentDirection(tick.mixedSeed, bat.id, predator.id) : difference / distance;
  return direction * tick.parameters->fleeForce;
}

StartleForce startleForce(const Flyer& bat, const TickConditions& tick) noexcept {
  StartleForce sum;
  for (const Startle& startle : tick.startles) {
    const Vec3 difference = tick.space.difference(bat.position, startle.position);
    const double squared = lengthSquared(difference);
    if (!(squared < startle.radius * startle.radius)) continue;
    const double distance = std::sqrt(squared);
    const Vec3 direction =
        distance < kCoincident
            ? DrawSequence(purposeKey(tick.mixedSeed, DrawPurpose::CoincidentStartle), bat.id, 0).unitVector()
            : difference / distance;
    sum.startled = true;
    sum.force += direction * (startle.force * (1 - distance / startle.radius));
  }
  return sum;
}

}  // namespace better_bats
