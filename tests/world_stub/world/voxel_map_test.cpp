// Blocks, heightmap and masks under edits; loaded areas; limits of fills. SPDX-License-Identifier: MIT
#include "world_stub/world/voxel_map.hpp"

#include "tests/support/catch.hpp"
#include "tests/world_stub/world/random.hpp"

namespace better_bats::stub {

/// Reaches behind the guard of a chunk, to show that the recount notices.
struct ChunkTestAccess {
  static void flipSolid(Chunk& chunk, std::size_t column, std::int32_t y) {
    const auto bit = static_cast<std::size_t>(y - lowestY);
    chunk.ownLayer(bit / 64)[column].solid ^= std::uint64_t{1} << bit % 64;
  }
  static void lift(Chunk& chunk, std::size_t column) { ++chunk.surfaces_[column]; }
};

}  // namespace better_bats::stub

using namespace better_bats;
using namespace better_bats::stub;

namespace {

// All that these tests build lies within these heights.
constexpr std::int32_t bottom = -192;
constexpr std::int32_t top = 256;

bool agrees(const Chunk& chunk, std::size_t column) {
  std::int16_t surface = chunk.type(column, bottom) == BlockType::Air ? Chunk::noSurface : bottom;
  for (std::int32_t y = bottom; y < top; ++y) {
    const BlockType block = chunk.type(column, y);
    const ColumnMasks& masks = chunk.masks(column, y);
    const auto bit = static_cast<std::uint32_t>(y - lowestY) % 64;
    if (traitsOf(block).solid != ((masks.solid >> bit & 1U) != 0)) return false;
    if (traitsOf(block).fluid != ((masks.fluid >> bit & 1U) != 0)) return false;
    if (block != BlockType::Air) surface = static_cast<std::int16_t>(y + 1);
  }
  return surface == chunk.surface(column);
}

bool allChunksAgree(const VoxelMap& map) {
  for (const auto& entry : map.chunks().entries()) {
    for (std::size_t column = 0; column < columnsPerChunk; ++column) {
      if (!agrees(*entry.chunk, column)) return false;
    }
  }
  return true;
}

BlockType anyType(Random& random) {
  return static_cast<BlockType>(random.integer(0, static_cast<std::int32_t>(blockTraits().size()) - 1));
}

// An edit near the origin: mostly single blocks, sometimes a box, sometimes whole sections.
void editAtRandom(VoxelMap& map, Random& random) {
  const BlockPos from{random.integer(-24, 24), random.integer(-100, 140), random.integer(-24, 24)};
  const std::int32_t choice = random.integer(0, 9);
  const std::int32_t reach = choice < 6 ? 0 : (choice < 9 ? 5 : 40);
  const BlockPos to{from.x + random.integer(0, reach), from.y + random.integer(0, reach),
                    from.z + random.integer(0, reach)};
  const BlockType type = random.integer(0, 2) == 0 ? BlockType::Air : anyType(random);
  const auto only = random.integer(0, 3) == 0 ? std::optional(anyType(random)) : std::nullopt;
  const EditResult result = map.fill(from, to, type, only);
  REQUIRE(result.status == EditStatus::Done);
}

}  // namespace

TEST_CASE("Heightmap and masks stay right under random edits") {
  const auto spec = GENERATE(WorldSpec::makeVoid(), WorldSpec::makeFlat(64), WorldSpec::makeFlat(-3));
  VoxelMap map(spec);
  Random random(7);
  for (int round = 0; round < 40; ++round) {
    for (int edit = 0; edit < 100; ++edit) editAtRandom(map, random);
    REQUIRE(allChunksAgree(map));
  }

  // The recount notices one wrong bit of one mask, and one wrong surface.
  Chunk& chunk = map.makeChunk(0, 0);
  ChunkTestAccess::flipSolid(chunk, 37, 12);
  CHECK_FALSE(allChunksAgree(map));
  ChunkTestAccess::flipSolid(chunk, 37, 12);
  CHECK(allChunksAgree(map));
  ChunkTestAccess::lift(chunk, 200);
  CHECK_FALSE(allChunksAgree(map));
}

TEST_CASE("A fill writes exactly its blocks and counts those that changed") {
  VoxelMap map(WorldSpec::makeFlat(64));
  const EditResult result = map.fill({5, 70, -9}, {-20, 60, 18}, BlockType::Glass);
  CHECK(result.status == EditStatus::Done);
  CHECK(result.blocks == 8008);
  for (std::int32_t x = -22; x <= 7; ++x) {
    for (std::int32_t y = 58; y <= 72; ++y) {
      for (std::int32_t z = -11; z <= 20; ++z) {
        const bool inside = x >= -20 && x <= 5 && y >= 60 && y <= 70 && z >= -9 && z <= 18;
        const BlockType expected = inside ? BlockType::Glass : (y < 64 ? BlockType::Stone : BlockType::Air);
        REQUIRE(map.type({x, y, z}) == expected);
      }
    }
  }
  CHECK(map.fill({5, 70, -9}, {-20, 60, 18}, BlockType::Glass).blocks == 0);
  CHECK(map.fill({5, 75, -9}, {-20, 60, 18}, BlockType::Sand, BlockType::Glass).blocks == 8008);
  CHECK(map.type({0, 74, 0}) == BlockType::Air);
}

TEST_CASE("Plants and torches are seen by the heightmap alone") {
  VoxelMap map(WorldSpec::makeFlat(64));
  map.set({3, 64, 3}, BlockType::ShortGrass);
  map.set({4, 64, 3}, BlockType::Torch);
  map.set({5, 64, 3}, BlockType::Water);
  for (const std::int32_t x : {3, 4, 5}) CHECK(map.column(x, 3).surface().height == 65);
  CHECK(map.column(3, 3).run(63, 2).solid == 1);
  CHECK(map.column(4, 3).run(64, 1).fluid == 0);
  CHECK(map.column(5, 3).run(63, 2).solid == 1);
  CHECK(map.column(5, 3).run(63, 2).fluid == 2);
}

TEST_CASE("Fills have limits") {
  VoxelMap map(WorldSpec::makeVoid());
  const EditResult most = map.fill({0, 0, 0}, {255, 255, 255}, BlockType::Stone);
  CHECK(most.status == EditStatus::Done);
  CHECK(most.blocks == VoxelMap::fillLimit);
  const EditResult more = map.fill({0, 0, 0}, {255, 256, 255}, BlockType::Air);
  CHECK(more.status == EditStatus::TooManyBlocks);
  CHECK(more.blocks == 16'842'752);
  constexpr std::int32_t far = 2'000'000'000;
  CHECK(map.fill({-far, -2000, -far}, {far, 2000, far}, BlockType::Stone).status == EditStatus::TooManyBlocks);
  CHECK(map.set({0, highestY, 0}, BlockType::Stone).status == EditStatus::OutOfWorld);
  CHECK(map.fill({0, lowestY - 1, 0}, {0, 0, 0}, BlockType::Stone).status == EditStatus::OutOfWorld);
  CHECK(map.set({0, highestY - 1, 0}, BlockType::Glass).blocks == 1);
  CHECK(map.set({0, lowestY, 0}, BlockType::Glass).blocks == 1);
  CHECK(map.column(0, 0).surface().height == highestY);
}

TEST_CASE("Reading makes no chunk, and the rule goes on beyond the heights of chunks") {
  VoxelMap map(WorldSpec::makeFlat(64));
  Random random(3);
  for (int i = 0; i < 1000; ++i) {
    const ColumnView column = map.column(random.integer(-1'000'000'000, 1'000'000'000), random.integer(-100, 100));
    REQUIRE(column.surface().height == 64);
    REQUIRE(column.run(60, 9).solid == 0xF);
    REQUIRE(column.type(-1'000'000) == BlockType::Stone);
    REQUIRE(column.run(-1'000'000'000, 64).solid == ~std::uint64_t{0});
    REQUIRE(column.run(1'000'000'000, 64).solid == 0);
  }
  CHECK(map.chunksMade() == 0);

  map.set({0, lowestY, 0}, BlockType::Air);
  map.fill({0, lowestY, 0}, {0, 63, 0}, BlockType::Air);
  const ColumnView shaft = map.column(0, 0);
  CHECK(shaft.surface().has_surface == 1);
  CHECK(shaft.surface().height == lowestY);
  CHECK(shaft.run(lowestY - 2, 4).solid == 3);
  CHECK(shaft.run(highestY - 2, 4).solid == 0);
}

TEST_CASE("Only the loaded area can be seen and edited") {
  VoxelMap map(WorldSpec::makeFlat(64));
  map.set({40, 70, 0}, BlockType::Stone);
  REQUIRE(map.loadArea({20, 10, -20, -10}));
  CHECK(map.loadedArea() == ColumnArea{-20, -10, 20, 10});
  for (std::int32_t x = -45; x <= 45; ++x) {
    for (std::int32_t z = -15; z <= 15; ++z) {
      const bool expected = x >= -20 && x <= 20 && z >= -10 && z <= 10;
      REQUIRE(map.isLoaded(x, z) == expected);
      REQUIRE(map.column(x, z).surface().loaded == (expected ? 1 : 0));
      REQUIRE((map.type({x, 60, z}) == BlockType::Stone) == expected);
      REQUIRE((map.column(x, z).run(60, 20).solid != 0) == expected);
    }
  }
  CHECK(map.fill({0, 0, 0}, {21, 0, 0}, BlockType::Air).status == EditStatus::NotLoaded);
  CHECK(map.type({0, 0, 0}) == BlockType::Stone);
  REQUIRE(map.loadArea(everyColumn));
  CHECK(map.column(40, 0).surface().height == 71);
}

TEST_CASE("A torus wraps what is built and what is loaded") {
  VoxelMap map(WorldSpec::makeTorus(100, 60));
  CHECK(map.fill({-3, 5, -2}, {2, 5, 1}, BlockType::Stone).blocks == 24);
  for (const std::int32_t x : {-103, -3, 97, 197}) CHECK(map.type({x, 5, 58}) == BlockType::Stone);
  CHECK(map.type({96, 5, 0}) == BlockType::Air);
  CHECK(map.type({3, 5, 0}) == BlockType::Air);
  CHECK(map.fill({0, 6, 0}, {249, 6, 0}, BlockType::Glass).blocks == 100);
  REQUIRE(map.loadArea({-10, -1000, 10, 1000}));
  CHECK(map.isLoaded(95, 7));
  CHECK(map.isLoaded(10, 7));
  CHECK_FALSE(map.isLoaded(89, 7));
  CHECK_FALSE(map.isLoaded(11, 7));
  CHECK(map.set({50, 5, 0}, BlockType::Stone).status == EditStatus::NotLoaded);
}

TEST_CASE("Worlds that cannot be are named") {
  CHECK(faultOf(WorldSpec::makeFlat(5000)));
  CHECK(faultOf(WorldSpec::makeBox({0, 10, 10})));
  CHECK(faultOf(WorldSpec::makeBox({10, 10, 2e9})));
  CHECK(faultOf(WorldSpec::makeTorus(10.5, 10)));
  CHECK(faultOf(WorldSpec::makeTorus(std::numeric_limits<double>::quiet_NaN(), 10)));
  CHECK_FALSE(faultOf(WorldSpec::makeTorus(480, 480)));
  CHECK_FALSE(faultOf(WorldSpec::makeBox({2000, 1200, 800})));
  CHECK_FALSE(faultOf(WorldSpec::makeHills(-5)));
}
