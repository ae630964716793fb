// What a bat does that stands still. SPDX-License-Identifier: MIT
#include "plugin/flight/cruise_forces.hpp"

namespace better_bats {

Vec3 standingStart(std::uint64_t bat, const TickConditions& tick) noexcept {
  const DrawSequence draw(purposeKey(tick.mixedSeed, DrawPurpose::StandingHeading), bat,
                          static_cast<std::uint64_t>(tick.gameTime));
  return draw.horizontalUnitVector() * tick.parameters->minSpeed;
}

}  // namespace better_bats
