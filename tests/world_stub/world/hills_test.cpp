// The hills: caves near the origin for every seed, lakes that do not leak, the same world for the same seed.
// SPDX-License-Identifier: MIT
#include "world_stub/world/hills.hpp"

#include <algorithm>
#include <array>
#include <set>
#include <vector>

#include "tests/support/catch.hpp"
#include "world_stub/world/cave_mouth.hpp"
#include "world_stub/world/hill_shape.hpp"
#include "world_stub/world/stub_world.hpp"

using namespace better_bats;
using namespace better_bats::stub;

namespace {

// A square of hills round the origin is enough here, and quicker than all that a server loads.
constexpr std::int32_t reach = 80;

VoxelMap hills(std::int64_t seed) {
  VoxelMap map(WorldSpec::makeVoid());
  for (std::int32_t z = -reach >> 4; z <= reach >> 4; ++z) {
    for (std::int32_t x = -reach >> 4; x <= reach >> 4; ++x) generateHills(seed, x, z, map.makeChunk(x, z));
  }
  return map;
}

bool isAir(const VoxelMap& map, BlockPos at) {
  return map.type(at) == BlockType::Air;
}

constexpr std::array<BlockPos, 6> sides{{{1, 0, 0}, {-1, 0, 0}, {0, 0, 1}, {0, 0, -1}, {0, -1, 0}, {0, 1, 0}}};
BlockPos plus(BlockPos a, BlockPos b) {
  return {a.x + b.x, a.y + b.y, a.z + b.z};
}

// Follows air that does not see the sky, from a block that does, within 64 columns of the origin: how much there is.
std::int64_t coveredAirJoinedTo(const VoxelMap& map, BlockPos start) {
  const auto key = [](BlockPos p) { return std::array<std::int32_t, 3>{p.x, p.y, p.z}; };
  std::set<std::array<std::int32_t, 3>> seen;
  std::vector<BlockPos> open{start};
  std::int64_t covered = 0;
  while (!open.empty()) {
    const BlockPos here = open.back();
    open.pop_back();
    for (const BlockPos side : sides) {
      const BlockPos there = plus(here, side);
      if (std::abs(there.x) > 64 || std::abs(there.z) > 64 || !isAir(map, there)) continue;
      if (there.y >= map.column(there.x, there.z).surface().height || !seen.insert(key(there)).second) continue;
      ++covered;
      open.push_back(there);
    }
  }
  return covered;
}

}  // namespace

TEST_CASE("Seeds 1 to 20 have a cave of 500 air blocks, joined to the open sky, within 64 blocks of the origin") {
  const std::int64_t seed = GENERATE(range(1, 21));
  const VoxelMap map = hills(seed);
  const auto cave = findCaveMouth(map);
  REQUIRE(cave);
  CHECK(cave->airBlocks >= 500);
  CHECK(isAir(map, cave->mouth));
  CHECK(isAir(map, cave->inside));
  CHECK(cave->inside.y < map.column(cave->inside.x, cave->inside.z).surface().height);

  // One step from the mouth there is a block that sees the sky, or that trees alone cover; from there the fill goes in.
  const auto leadsOut = std::any_of(sides.begin(), sides.end(), [&](BlockPos side) {
    const BlockPos outside = plus(cave->mouth, side);
    return isAir(map, outside) && coveredAirJoinedTo(map, outside) >= 500;
  });
  CHECK(leadsOut);
}

TEST_CASE("A sealed cave is no cave to fly out of") {
  VoxelMap map(WorldSpec::makeFlat(64));
  map.fill({-6, 40, -6}, {6, 50, 6}, BlockType::Air);
  CHECK_FALSE(findCaveMouth(map));
  map.fill({7, 40, -2}, {20, 46, 2}, BlockType::Air);
  map.fill({21, 40, -2}, {24, 63, 2}, BlockType::Air);
  const auto cave = findCaveMouth(map);
  REQUIRE(cave);
  CHECK(cave->airBlocks == 13 * 11 * 13 + 14 * 7 * 5);
  CHECK(cave->mouth.x == 20);
  CHECK_FALSE(findCaveMouth(map, 64, 10'000));
}

TEST_CASE("Lakes do not leak into caves") {
  std::int64_t water = 0;
  for (std::int64_t seed = 1; seed <= 5; ++seed) {
    const VoxelMap map = hills(seed);
    for (std::int32_t z = -reach + 1; z < reach; ++z) {
      for (std::int32_t x = -reach + 1; x < reach; ++x) {
        for (std::int32_t y = 30; y <= seaLevel; ++y) {
          if (map.type({x, y, z}) != BlockType::Water) continue;
          ++water;
          for (std::size_t side = 0; side < 5; ++side) REQUIRE_FALSE(isAir(map, plus({x, y, z}, sides[side])));
        }
      }
    }
  }
  CHECK(water > 10'000);
}

TEST_CASE("The same seed is the same world, whichever chunk comes first") {
  Chunk a(ColumnView::noStone);
  Chunk b(ColumnView::noStone);
  Chunk other(ColumnView::noStone);
  generateHills(42, -2, 1, a);
  generateHills(42, 7, 7, other);
  generateHills(42, -2, 1, b);
  for (std::size_t section = 0; section < Chunk::sectionCount; ++section) {
    REQUIRE(a.copySection(section) == b.copySection(section));
    REQUIRE_FALSE(a.isEdited(section));
  }
}

TEST_CASE("The terrain of a seed is a promise: its hash on every machine") {
  std::uint64_t hash = 0xCBF29CE484222325U;
  for (std::int32_t x = -3; x <= 3; ++x) {
    Chunk chunk(ColumnView::noStone);
    generateHills(1, x, 0, chunk);
    for (std::size_t column = 0; column < columnsPerChunk; ++column) {
      for (std::int32_t y = bedrockY; y < 160; ++y) {
        const ColumnMasks& masks = chunk.masks(column, y);
        const auto bit = static_cast<std::uint32_t>(y - lowestY) % 64;
        const std::uint64_t block = (masks.solid >> bit & 1U) | (masks.fluid >> bit & 1U) << 1U;
        hash = (hash ^ block) * 0x100000001B3U;
      }
    }
  }
  CHECK(hash == 0xB19E3C0FFF41C6DBU);
}

TEST_CASE("Hills load a square of 16 chunks round the origin, and what is asked for") {
  StubWorld world(WorldSpec::makeHills(3));
  CHECK(world.map().chunks().entries().size() == 1089);
  CHECK(world.map().isLoaded(-256, 271));
  CHECK_FALSE(world.map().isLoaded(-257, 0));
  CHECK_FALSE(world.map().isLoaded(0, 272));
  CHECK(world.surfaceHeight(272, 0).loaded == 0);
  CHECK(world.blocks({272, 0, 0}, 64).solid == 0);
  CHECK(world.chunkLoads() == 0);

  REQUIRE(world.loadArea({300, 300, 320, 310}));
  CHECK(world.surfaceHeight(0, 0).loaded == 0);
  CHECK(world.surfaceHeight(310, 305).has_surface == 1);
  CHECK(world.chunkLoads() == 0);
  CHECK_FALSE(world.loadArea({-1'000'000, 0, 1'000'000, 1'000}));
  CHECK(world.surfaceHeight(310, 305).has_surface == 1);
}
