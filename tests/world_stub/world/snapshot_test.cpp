// A snapshot stays as it was while its world goes on. SPDX-License-Identifier: MIT
#include <vector>

#include "tests/support/catch.hpp"
#include "tests/world_stub/world/random_blocks.hpp"

using namespace better_bats;
using namespace better_bats::stub;

namespace {

/// All that can be asked about a part of the world.
[[nodiscard]] std::vector<std::int64_t> look(const StubWorld& world) {
  std::vector<std::int64_t> answers;
  for (std::int32_t x = -48; x < 48; ++x) {
    for (std::int32_t z = -48; z < 48; ++z) {
      const Surface surface = world.surfaceHeight(x, z);
      const BlockRun low = world.blocks({x, 30, z}, 64);
      const BlockRun high = world.blocks({x, 94, z}, 30);
      for (const std::uint64_t bits : {low.solid, low.fluid, high.solid, high.fluid}) {
        answers.push_back(static_cast<std::int64_t>(bits));
      }
      answers.push_back(surface.height * 4 + surface.has_surface * 2 + surface.loaded);
      answers.push_back(static_cast<std::int64_t>(world.map().type({x, 64, z})));
    }
  }
  return answers;
}

}  // namespace

TEST_CASE("edits of a world leave its snapshots alone, and shared blocks are copied once") {
  for (const WorldSpec& spec : {WorldSpec::makeFlat(64, 0), WorldSpec::makeHills(3), WorldSpec::makeTorus(48, 32, 0)}) {
    StubWorld world(spec);
    Random random(11);
    buildAtRandom(world, random);
    const auto before = look(world);
    const auto snapshot = world.snapshot();
    CHECK(&snapshot->map() == &world.map());
    buildAtRandom(world, random);
    CHECK(&snapshot->map() != &world.map());
    const VoxelMap* const own = &world.map();
    const auto after = look(world);
    CHECK(after != before);
    CHECK(look(*snapshot) == before);
    world.loadArea({0, 0, 3, 3});
    CHECK(&world.map() == own);
    CHECK(look(*snapshot) == before);
    CHECK(world.chunkLoads() == 0);
    world.create(WorldSpec::makeVoid(0));
    CHECK(look(*snapshot) == before);
  }
}

TEST_CASE("a world whose snapshot is gone edits its blocks in place") {
  StubWorld world(WorldSpec::makeFlat(64, 0));
  world.setBlock({0, 70, 0}, BlockType::Stone);
  const VoxelMap* const map = &world.map();
  static_cast<void>(world.snapshot());
  world.setBlock({0, 71, 0}, BlockType::Stone);
  CHECK(&world.map() == map);
}

TEST_CASE("entities, clocks and borders of a snapshot are its own") {
  StubWorld world(WorldSpec::makeFlat(64, 7));
  REQUIRE(world.entities().add(batKind, {1, 80, 2}, {0.1, 0, 0}));
  world.setDayTime(5);
  const auto snapshot = world.snapshot();
  world.moveEntities();
  world.advanceClocks();
  world.setBorder(Box{{0, 0, 0}, {9, 9, 9}});
  world.entities().clear();
  REQUIRE(snapshot->entities().bats().size() == 1);
  CHECK(snapshot->entities().bats().front().position.x == 1);
  CHECK(snapshot->dayTime() == 5);
  CHECK(snapshot->gameTime() == 0);
  CHECK(snapshot->seed() == 7);
  CHECK_FALSE(snapshot->border().has_value());
  CHECK(snapshot->bounds().max.y == 320);
}
