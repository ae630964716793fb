// Everything about one tick that is the same for every bat. SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>

#include "plugin/flight/flight_parameters.hpp"
#include "plugin/flight/space.hpp"

namespace better_bats {

/// The gamerules as the formulas take them.
struct FlightWeights {
  double alignment = 0.05;
  double cohesion = 0.05;
  double separation = 0.10;
  double wander = 0.05;
};

/// A point that scares bats.
struct Startle {
  Vec3 position{};
  double radius = 0;
  double force = 0;
};

struct TickConditions {
  const FlightParameters* parameters = nullptr;
  FlightWeights weights;
  Space space;
  std::span<const Startle> startles;
  std::uint64_t mixedSeed = 0;
  std::int64_t gameTime = 0;
  std::uint64_t wanderPeriod = 0;
  bool twilight = false;
  bool night = false;
};

}  // namespace better_bats
