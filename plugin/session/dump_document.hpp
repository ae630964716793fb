// A bug report in one file: everything that decides the next tick, so that a test can fly it again.
// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "plugin/session/rehearsal.hpp"
#include "plugin/settings/settings.hpp"
#include "plugin/world/host_world.hpp"

namespace better_bats {

struct DumpSource {
  const HostWorld& world;
  const Settings& settings;
  std::string state;         ///< as stateJson() has it
  std::vector<Entity> bats;  ///< as they stand now
  Rehearsal rehearsal;       ///< of their next tick
};

/// {"format": 1, "version", "game_time", "day_time", "seed", "night", "bounds", "rules", "parameters", "state",
/// "bats": [{"id", "active", "position", "velocity", "next_velocity"}], "terrain": [...], "predators": [...]}.
/// The terrain is every question that the next tick asks, with the answer: {"x", "y", "z", "answered", "loaded",
/// "surface"}, and as far as they are asked for "sees_sky" and the run of the column "y_low", "blocks", "solid",
/// "fluid". Integers of 64 bits are strings. Infinite and other numbers that JSON has no word for are null.
/// @returns false where the world does not answer.
[[nodiscard]] bool writeDump(const DumpSource& source, std::string& json);

}  // namespace better_bats
