// Steps 1, 2, 3, 8 and 10: ground and fluid, ceiling, altitude cap, night comfort zone. SPDX-License-Identifier: MIT
#pragma once

#include <optional>

#include <better_bats/world.hpp>

#include "plugin/flight/bat_lanes.hpp"
#include "plugin/flight/tick_conditions.hpp"

namespace better_bats {

/// A bat's column as the world answered, and where in the answer's run the bat's own block is.
struct TerrainSample {
  ProbeResult column{};
  int down = 0;  ///< blocks of the run below the bat's own

  /// Distance in blocks to the first floor (solid or fluid) below, within `scan` <= down.
  [[nodiscard]] std::optional<int> floorDistance(int scan) const noexcept;
  /// Distance in blocks to the first ceiling (solid) above, within `scan`.
  [[nodiscard]] std::optional<int> ceilingDistance(int scan) const noexcept;
};

struct AvoidancePushes {
  double ground = 0;   ///< upward, >= 0
  double ceiling = 0;  ///< downward, >= 0
};

/// The pushes of the first floor below and the first ceiling above; in tight spaces they balance in the middle.
[[nodiscard]] AvoidancePushes avoidancePushes(const TerrainSample& terrain,
                                              const FlightParameters& parameters) noexcept;

/// How fast each bat must at least sink, min(cap_max, cap_slope * dy); 0 at or below the cap or without a surface.
BETTER_BATS_LANE_FUNCTION void altitudeCapSink(const BatLanes& bats, const FlightParameters& p,
                                               Lanes<double>& sink) noexcept {
  for (std::size_t i = 0; i < bats.end(); ++i) {
    const double above = bats.position.y[i] - (bats.surface[i] + p.altitudeCap);
    const double wanted = p.capSlope * above;
    const double limited = wanted < p.capMax ? wanted : p.capMax;
    const double sinks = above > 0 ? limited : 0.0;
    sink[i] = bats.hasSurface[i] != 0 ? sinks : 0.0;
  }
}

/// The cap has the last word: whoever must sink does, whatever pushes.
BETTER_BATS_LANE_FUNCTION void sinkAtLeast(std::size_t end, const Lanes<double>& sink, Lanes<double>& vy) noexcept {
  for (std::size_t i = 0; i < end; ++i) {
    const bool tooHigh = sink[i] > 0 && vy[i] > -sink[i];
    vy[i] = tooHigh ? -sink[i] : vy[i];
  }
}

/// The parabola round the zone's middle, upward positive; 0 by day, under a roof and without a surface.
BETTER_BATS_LANE_FUNCTION void comfortLift(const BatLanes& bats, const TickConditions& tick,
                                           Lanes<double>& lift) noexcept {
  if (!tick.night) return fill(bats.end(), lift, 0.0);
  const FlightParameters& p = *tick.parameters;
  const double middle = (p.comfortMin + p.comfortMax) / 2;
  const double halfWidth = (p.comfortMax - p.comfortMin) / 2;
  for (std::size_t i = 0; i < bats.end(); ++i) {
    const double height = bats.position.y[i] - bats.surface[i];
    const double u = (height - middle) / halfWidth;
    const double parabola = p.comfortEdgeForce * (u * u);
    const double force = parabola < p.comfortMaxForce ? parabola : p.comfortMaxForce;
    const double towardsMiddle = u > 0 ? -force : force;
    lift[i] = (bats.seesSky[i] & bats.hasSurface[i]) != 0 ? towardsMiddle : 0.0;
  }
}

}  // namespace better_bats
