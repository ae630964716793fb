// Worlds of presets. SPDX-License-Identifier: MIT
#include "world_stub/server/preset_world.hpp"

#include <algorithm>

namespace better_bats::stub {

const std::vector<PresetWorld>& presetWorlds() {
  static const std::vector<PresetWorld> worlds{{"better_bats", std::nullopt, 60},
                                               {"boids_classic", WorldSpec::makeTorus(480, 480), 150},
                                               {"flock_3d", WorldSpec::makeBox({2000, 1200, 800}), 2500}};
  return worlds;
}

const PresetWorld* findPresetWorld(std::string_view name) {
  const auto& worlds = presetWorlds();
  const auto place =
      std::find_if(worlds.begin(), worlds.end(), [&](const PresetWorld& world) { return world.name == name; });
  return place == worlds.end() ? nullptr : &*place;
}

void takePresetParameters(Server& server, const PresetWorld& preset) {
  Plugin* plugin = server.pilot();
  if (plugin == nullptr) return;
  constexpr std::uint32_t consoleLevel = 4;
  const CommandResult result = plugin->execute("better-bats preset " + std::string(preset.name), consoleLevel);
  if (result.status != Status::Ok) server.log(LogLevel::Warning, result.reply);
}

void makePresetWorld(Server& server, const PresetWorld& preset) {
  if (!preset.world) return;
  WorldSpec spec = *preset.world;
  spec.seed = server.settings().seed;
  server.createWorld(spec);
}

}  // namespace better_bats::stub
