// The first scene. SPDX-License-Identifier: MIT
#include "world_stub/server/stage.hpp"

namespace better_bats::stub {
namespace {

constexpr std::uint64_t bats = 60;
constexpr double startSpeed = 0.25;
constexpr std::int64_t lateAfternoon = 11400;  // 2400 ticks lead through dusk into the night

}  // namespace

std::string stageNewWorld(Server& server) {
  const std::int64_t seed = server.settings().seed;
  server.createWorld(WorldSpec::makeFlat(64, seed));
  server.world().setDayTime(lateAfternoon);
  SpawnRequest request{};
  request.count = bats;
  request.seed = seed;
  request.speed = startSpeed;
  server.spawnBats(request);
  return "Staged: " + std::to_string(bats) + " bats over flat ground, late in the afternoon";
}

}  // namespace better_bats::stub
