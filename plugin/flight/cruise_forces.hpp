// Steps 5, 9 and 11: world border, level flight and wander, speed limits. SPDX-License-Identifier: MIT
#pragma once

#include "plugin/flight/flyer.hpp"
#include "plugin/flight/tick_conditions.hpp"

namespace better_bats {

/// Inward at every face nearer than the margin; in full at the face and beyond it.
[[nodiscard]] Vec3 borderForce(const Flyer& bat, const TickConditions& tick) noexcept;

/// Level flight's damping of the vertical velocity of the start of the tick.
[[nodiscard]] Vec3 levelFlightForce(const Flyer& bat, const FlightParameters& parameters) noexcept;

/// A flock turns together, and each of its bats a fifth as strongly by itself.
[[nodiscard]] Vec3 flockWander(const Flyer& bat, const TickConditions& tick) noexcept;
[[nodiscard]] Vec3 ownWander(const Flyer& bat, const TickConditions& tick) noexcept;

/// v within [min_speed, max_speed]; one that stands still gets a drawn horizontal heading where there is a minimum.
[[nodiscard]] Vec3 withinSpeedLimits(Vec3 v, const Flyer& bat, const TickConditions& tick) noexcept;

}  // namespace better_bats
