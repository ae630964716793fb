// The worlds of the presets; their flight parameters are the plugin's. SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "world_stub/server/server.hpp"
#include "world_stub/world/world_spec.hpp"

namespace better_bats::stub {

struct PresetWorld {
  std::string_view name;
  std::optional<WorldSpec> world;  ///< nothing: the server's usual one
  std::uint64_t bats;
};

/// All of them, in alphabetical order.
[[nodiscard]] const std::vector<PresetWorld>& presetWorlds();

/// Null where there is none of that name.
[[nodiscard]] const PresetWorld* findPresetWorld(std::string_view name);

/// Has the plugin take the preset's flight parameters; a refusal is logged.
void takePresetParameters(Server& server, const PresetWorld& preset);

/// Makes the preset's world, where it has one of its own; nobody is in it.
void makePresetWorld(Server& server, const PresetWorld& preset);

}  // namespace better_bats::stub
