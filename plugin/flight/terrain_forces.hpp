// Steps 1, 2, 3, 8 and 10: ground and fluid, ceiling, altitude cap, night comfort zone. SPDX-License-Identifier: MIT
#pragma once

#include "plugin/flight/flyer.hpp"
#include "plugin/flight/tick_conditions.hpp"

namespace better_bats {

struct AvoidancePushes {
  double ground = 0;   ///< upward, >= 0
  double ceiling = 0;  ///< downward, >= 0
};

/// The pushes of the first floor below and the first ceiling above; in tight spaces they balance in the middle.
[[nodiscard]] AvoidancePushes avoidancePushes(const TerrainSample& terrain,
                                              const FlightParameters& parameters) noexcept;

/// How fast the bat must at least sink, min(cap_max, cap_slope * dy); 0 at or below the cap or without a surface.
[[nodiscard]] double altitudeCapSink(const Flyer& bat, const TerrainSample& terrain,
                                     const FlightParameters& parameters) noexcept;

/// The parabola round the zone's middle, upward positive; 0 by day, under a roof and without a surface.
[[nodiscard]] double comfortLift(const Flyer& bat, const TerrainSample& terrain, const TickConditions& tick) noexcept;

}  // namespace better_bats
