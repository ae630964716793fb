// The next tick, flown in private for a dump: what it asks of the world, and what comes of it.
// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "plugin/flock/flight_engine.hpp"
#include "plugin/world/host_world.hpp"

namespace better_bats {

struct Rehearsal {
  std::vector<Entity> bats;          ///< in the order in which they were given, with the velocities of the next tick
  std::vector<ProbeRecord> terrain;  ///< each question once, in the order of x, z, y
};

/// Flies these bats as `engine` would in a new tick at `gameTime`, and leaves it as it is. Nothing where the world does
/// not answer.
[[nodiscard]] std::optional<Rehearsal> rehearse(const FlightEngine& engine, const HostWorld& world,
                                                const FlightParameters& parameters, const FlightRules& rules,
                                                std::int64_t gameTime, std::span<const Entity> bats);

}  // namespace better_bats
