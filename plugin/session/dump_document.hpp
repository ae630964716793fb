// A bug report in one file: everything that decides the next tick, so that a test can fly it again.
// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "plugin/settings/settings.hpp"
#include "plugin/world/host_world.hpp"

namespace better_bats {

struct DumpSource {
  const HostWorld& world;
  const Settings& settings;
  std::string state;         ///< as stateJson() has it
  std::vector<Entity> bats;  ///< as they stand now
};

/// {"format": 1, "version", "game_time", "day_time", "seed", "night", "bounds", "rules", "parameters", "state", "bats":
/// [
/// {"id", "active", "position", "velocity", "terrain": [...]}], "predators": [...]}. The terrain of a bat is what the
/// world says of the 3 x 3 columns round it. Infinite and other numbers that JSON has no word for are null.
/// @returns false where the world does not answer.
[[nodiscard]] bool writeDump(const DumpSource& source, std::string& json);

}  // namespace better_bats
