// What a study of flocking measures, over the active bats as they stand. Definitions and sources: docs/statistics.md.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <string_view>

#include "plugin/flock/flock_roster.hpp"
#include "plugin/flock/neighbour_grid.hpp"
#include "plugin/flock/snapshot.hpp"
#include "plugin/world/host_world.hpp"

namespace better_bats {

/// A figure with nothing to measure is NaN.
struct FlockStatistics {
  static constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

  double bats = 0, flocks = 0, unflocked = 0;
  double largestFlock = kNone, smallestFlock = kNone;
  double polarization = kNone, milling = kNone, spread = kNone;
  double meanSpeed = kNone, minSpeed = kNone, maxSpeed = kNone;
  double medianNearest = kNone, minNearest = kNone;
  double meanHeight = kNone, minHeight = kNone, maxHeight = kNone;
  double inSolid = 0, inFluid = 0;

  void visit(const std::function<void(std::string_view name, double value)>& figure) const;
};

/// `flockOf` tells the flock of a bat's id.
[[nodiscard]] FlockStatistics measureFlocks(const Snapshot& bats, const HostWorld& world, const Space& space,
                                            const std::function<FlockOfBat(std::uint64_t id)>& flockOf);

}  // namespace better_bats
