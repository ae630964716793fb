// The first scene. SPDX-License-Identifier: MIT
#include "world_stub/server/stage.hpp"

#include <cmath>

#include "world_stub/server/draws.hpp"
#include "world_stub/world/cave_mouth.hpp"

namespace better_bats::stub {
namespace {

constexpr std::uint64_t batCount = 60;
constexpr double startSpeed = 0.3;
constexpr std::int64_t dusk = 12000;
constexpr double caveReach = 6;  // bats start at most so far from the cave's wide place
constexpr int attempts = 20000;

[[nodiscard]] Vec3 middleOf(BlockPos block) {
  return {block.x + 0.5, block.y + 0.1, block.z + 0.5};
}

[[nodiscard]] Vec3 towards(Vec3 from, Vec3 to) {
  const Vec3 way = to - from;
  const double length = std::sqrt(lengthSquared(way));
  return length > 0 ? way * (startSpeed / length) : Vec3{startSpeed, 0, 0};
}

/// A place of a bat: its own block, the next above it and those around it are air, and somewhere above is a roof.
[[nodiscard]] bool isInCave(const StubWorld& world, Vec3 place) {
  const BlockPos block = blockOf(place);
  if (world.seesSky(block).value_or(true) || world.map().type({block.x, block.y + 1, block.z}) != BlockType::Air) {
    return false;
  }
  for (std::int32_t dx = -1; dx <= 1; ++dx) {
    for (std::int32_t dz = -1; dz <= 1; ++dz) {
      if (world.map().type({block.x + dx, block.y, block.z + dz}) != BlockType::Air) return false;
    }
  }
  return true;
}

std::uint64_t fillCave(StubWorld& world, const CaveMouth& cave) {
  DrawSequence draws(world.seed());
  const Vec3 inside = middleOf(cave.inside);
  std::uint64_t placed = 0;
  for (int attempt = 0; attempt < attempts && placed < batCount; ++attempt) {
    const Vec3 place = inside + Vec3{draws.between(-caveReach, caveReach), draws.between(-caveReach, caveReach),
                                     draws.between(-caveReach, caveReach)};
    if (!isInCave(world, place)) continue;
    world.entities().add(batKind, place, towards(place, middleOf(cave.mouth)));
    ++placed;
  }
  return placed;
}

std::uint64_t fillAir(Server& server) {
  SpawnRequest request{};
  request.count = batCount;
  request.seed = server.world().seed();
  request.speed = startSpeed;
  return server.spawnBats(request);
}

}  // namespace

std::string stageNewWorld(Server& server) {
  server.createWorld(WorldSpec::makeHills(server.settings().seed));
  server.world().setDayTime(dusk);
  const auto cave = findCaveMouth(server.world().map());
  if (!cave) return "Staged: " + std::to_string(fillAir(server)) + " bats over hills at dusk";
  const BlockPos& mouth = cave->mouth;
  return "Staged: " + std::to_string(fillCave(server.world(), *cave)) +
         " bats in a cave, flying towards its mouth at " + std::to_string(mouth.x) + " " + std::to_string(mouth.y) +
         " " + std::to_string(mouth.z) + ", at dusk over hills";
}

}  // namespace better_bats::stub
