// Setting up what a preset says. SPDX-License-Identifier: MIT
#include "world_stub/server/preset_scene.hpp"

#include "rules/file_io.hpp"
#include "rules/preset.hpp"
#include "world_stub/script/command_source.hpp"

namespace better_bats::stub {
namespace {

[[nodiscard]] rules::Preset read(const std::string& nameOrPath) {
  try {
    return rules::readPreset(nameOrPath);
  } catch (const rules::FileError& error) {
    throw PresetError(error.what());
  }
}

[[nodiscard]] WorldSpec specOf(const rules::PresetWorld& world, std::int64_t seed) {
  WorldSpec spec;
  spec.kind = findWorldKind(world.type).value_or(WorldKind::Flat);
  spec.seed = world.seed.value_or(seed);
  spec.surfaceY = world.surface;
  spec.size = {world.dx, world.dy, world.dz};
  if (const auto fault = faultOf(spec)) throw PresetError("the preset's world cannot be made: " + std::string(*fault));
  return spec;
}

}  // namespace

PresetScene::PresetScene(const std::string& nameOrPath, std::int64_t seed) : name_(nameOrPath) {
  const rules::Preset preset = read(nameOrPath);
  if (preset.world) world_ = specOf(*preset.world, seed);
  bats_ = preset.bats;
}

void PresetScene::setParameters(Server& server) const {
  Plugin* const plugin = server.pilot();
  if (plugin == nullptr) {
    server.log(LogLevel::Warning, "No plugin flies, so nobody takes the parameters of preset " + name_);
    return;
  }
  const CommandResult result = plugin->execute("better-bats preset " + name_, CommandAccess::consoleLevel);
  if (result.status != Status::Ok) throw PresetError(result.reply.empty() ? describe(result.status) : result.reply);
}

void PresetScene::createWorld(Server& server) const {
  server.createWorld(*world_);
}

std::uint64_t PresetScene::spawnBats(Server& server) const {
  const Plugin* const plugin = server.pilot();
  if (plugin == nullptr || bats_ == 0) return 0;
  // By the plugin's own command: it knows at which speed bats set out, and whether they keep to one plane.
  const std::size_t before = server.world().entities().bats().size();
  const std::string line = "better-bats spawn " + std::to_string(bats_) + " " + std::to_string(server.settings().seed);
  const CommandResult result = plugin->execute(line, CommandAccess::consoleLevel);
  if (result.status != Status::Ok) server.log(LogLevel::Warning, result.reply);
  return server.world().entities().bats().size() - before;
}

}  // namespace better_bats::stub
