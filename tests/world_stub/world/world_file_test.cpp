// What was saved goes on where it was. SPDX-License-Identifier: MIT
#include "world_stub/world/world_file.hpp"

#include <cmath>
#include <limits>

#include "tests/support/bits.hpp"
#include "tests/support/catch.hpp"
#include "tests/world_stub/world/random.hpp"

using namespace better_bats;
using namespace better_bats::stub;

namespace {

bool sameBits(const Entity& a, const Entity& b) {
  return a.id == b.id && a.kind == b.kind && a.flags == b.flags && test::sameBits(a.position, b.position) &&
         test::sameBits(a.velocity, b.velocity);
}

void populate(StubWorld& world, Random& random) {
  for (int i = 0; i < 200; ++i) {
    EntityDetails details{random.integer(0, 3) == 0, random.integer(0, 3) == 0, {}};
    if (i % 2 == 0) details.tags = {"a", std::to_string(i)};
    world.entities().add(static_cast<EntityKind>(random.integer(0, 8)),
                         {random.real(-3e7, 3e7), random.real(-60, 300), random.real(-3e7, 3e7)},
                         {random.real(-1, 1), -0.0, random.real(-1e-9, 1e-9)}, details);
  }
  world.entities().add(batKind, {0, 0, 0}, {0, 0, 0}, {}, EntityStore::highestId - 5);
  world.entities().remove(EntityStore::highestId - 5);
}

void build(StubWorld& world, Random& random) {
  for (int i = 0; i < 200; ++i) {
    const BlockPos from{random.integer(-60, 60), random.integer(-64, 299), random.integer(-60, 60)};
    const BlockPos to{from.x + random.integer(0, 20), from.y + random.integer(0, 20), from.z + random.integer(0, 20)};
    world.fill(from, to, static_cast<BlockType>(random.integer(0, 18)));
  }
}

void requireSameBlocks(const VoxelMap& a, const VoxelMap& b) {
  for (std::int32_t z = -64; z <= 84; z += 3) {
    for (std::int32_t x = -64; x <= 84; ++x) {
      const ColumnView columnA = a.column(x, z);
      const ColumnView columnB = b.column(x, z);
      REQUIRE(columnA.surface().height == columnB.surface().height);
      for (std::int32_t y = -210; y < 230; ++y) {
        if (columnA.type(y) != columnB.type(y)) FAIL("block " << x << ' ' << y << ' ' << z);
      }
    }
  }
}

}  // namespace

TEST_CASE("A world comes back bit for bit") {
  const auto spec = GENERATE(WorldSpec::makeFlat(70, -7), WorldSpec::makeVoid(std::numeric_limits<std::int64_t>::min()),
                             WorldSpec::makeTorus(480, 300, 5), WorldSpec::makeBox({200, 500.5, 200}));
  Random random(1);
  StubWorld world(spec);
  build(world, random);
  populate(world, random);
  world.setDayTime(-11'000);
  for (int i = 0; i < 5; ++i) world.advanceClocks();
  world.setBorder(Box{{-100, -64, -100.5}, {100, 320, 100}});
  REQUIRE(world.loadArea({-64, -64, 84, 84}));

  StubWorld copy;
  const AttachedTexts texts{{"flocks", R"({"any": "text"})"}, {"empty", ""}};
  CHECK(loadWorld(copy, saveWorld(world, texts)) == texts);
  CHECK(copy.gameTime() == 5);
  CHECK(copy.dayTime() == -10'995);
  CHECK(copy.seed() == spec.seed);
  CHECK(copy.bounds().min == world.bounds().min);
  CHECK(copy.bounds().period == world.bounds().period);
  CHECK(copy.map().loadedArea() == world.map().loadedArea());
  CHECK(copy.chunkLoads() == 0);
  requireSameBlocks(world.map(), copy.map());

  CHECK(copy.entities().highestIdUsed() == EntityStore::highestId - 5);
  REQUIRE(copy.entities().size() == world.entities().size());
  world.entities().forEach([&](const Entity& entity, const EntityDetails& details) {
    REQUIRE(copy.entities().find(entity.id) != nullptr);
    REQUIRE(sameBits(*copy.entities().find(entity.id), entity));
    REQUIRE(copy.entities().details(entity.id)->tags == details.tags);
    REQUIRE(copy.entities().details(entity.id)->noAi == details.noAi);
    REQUIRE(copy.entities().details(entity.id)->resting == details.resting);
  });
  CHECK(saveWorld(copy, texts) == saveWorld(world, texts));
}

TEST_CASE("Hills are saved as a seed and what was built in them") {
  StubWorld world(WorldSpec::makeHills(5));
  REQUIRE(world.loadArea({-64, -64, 84, 84}));
  world.fill({0, 60, 0}, {5, 70, 5}, BlockType::Glass);
  world.setBlock({20, -64, 20}, BlockType::Air);
  const std::string json = saveWorld(world, {});
  CHECK(json.size() < 100'000);
  StubWorld copy;
  loadWorld(copy, json);
  requireSameBlocks(world.map(), copy.map());
}

TEST_CASE("What is not finite comes back as NaN") {
  StubWorld world;
  world.entities().add(batKind, {1, 2, 3}, {0, std::numeric_limits<double>::quiet_NaN(), 1});
  StubWorld copy;
  loadWorld(copy, saveWorld(world, {}));
  CHECK(std::isnan(copy.entities().find(1)->velocity.y));
  CHECK(copy.entities().find(1)->velocity.z == 1);
}

TEST_CASE("Nesting without end is refused before it fills the memory") {
  StubWorld world;
  CHECK_THROWS_WITH(loadWorld(world, std::string(std::size_t{100} << 20U, '[')), Catch::Contains("nested too deeply"));
  CHECK_THROWS_AS(loadWorld(world, std::string(1000, '[')), WorldFileError);
  CHECK_THROWS_AS(loadWorld(world, ""), WorldFileError);
}

TEST_CASE("A file that is not good changes nothing and says why") {
  StubWorld world(WorldSpec::makeFlat(70));
  world.entities().add(batKind, {1, 2, 3}, {0, 0, 0});
  const std::string good = saveWorld(world, {});
  const auto with = [&](const std::string& what, const std::string& instead) {
    std::string text = good;
    const std::size_t at = text.find(what);
    REQUIRE(at != std::string::npos);
    return text.replace(at, what.size(), instead);
  };
  struct Bad {
    std::string text, reason;
  };
  const std::vector<Bad> files{
      {"", "line 1, column 1: "},
      {"{\"format\":\n 1e400}", "line 2, column 2: number overflow"},
      {"[]", "not an object"},
      {"{}", R"("format" is missing)"},
      {R"({"format": 1)", ": syntax error while parsing object - unexpected end of input"},
      {good.substr(0, good.size() / 2), ", column "},
      {with(R"("format": 1)", R"("format": 2)"), "format: not 1, the only one known here"},
      {with(R"("flat")", R"("round")"), "world.kind: there is no kind of world 'round'"},
      {with(R"("bat")", R"("dragon")"), "entities[0].kind: there is no kind of entity 'dragon'"},
      {with(R"("surface_y": 70)", R"("surface_y": 99999)"), "world: "},
      {with(R"("surface_y": 70)", R"("surface_y": 7e99)"), "world.surface_y: not a whole number"},
      {with(R"("surface_y": 70)", R"("surface_y": 4294967366)"),
       "world.surface_y: a number that is too large or too small"},
      {with(R"("id": 1)", R"("id": 0)"), "entities[0]: the id 0 cannot be used"},
      {with(R"("position": [)", R"("position": [[],)"), "entities[0].position: not a list of three numbers"},
      {with(R"("game_time": 0)", R"("game_time": "x")"), "game_time: not a whole number"}};
  for (const auto& [text, reason] : files) {
    INFO(text);
    CHECK_THROWS_AS(loadWorld(world, text), WorldFileError);
    CHECK_THROWS_WITH(loadWorld(world, text), Catch::Contains(reason) && !Catch::Contains("json.exception"));
    CHECK(saveWorld(world, {}) == good);
  }
}
