// What the plugin asks of the stub world: probes, single questions, counters, clocks, borders. SPDX-License-Identifier:
// MIT
#include <limits>
#include <vector>

#include "tests/support/catch.hpp"
#include "tests/world_stub/world/random_blocks.hpp"

using namespace better_bats;
using namespace better_bats::stub;

namespace {

constexpr std::uint8_t everything = BETTER_BATS_WANT_SURFACE | BETTER_BATS_WANT_BLOCKS | BETTER_BATS_WANT_SKY;

Probe anyProbe(Random& random) {
  const auto down = static_cast<std::uint8_t>(random.integer(0, 63));
  const auto up = static_cast<std::uint8_t>(random.integer(0, 63 - down));
  const std::int32_t y = random.integer(0, 19) == 0 ? random.integer(-2'100, 2'100) : random.integer(0, 140);
  const std::int32_t reach = random.integer(0, 9) == 0 ? 1'000'000'000 : 60;
  return {random.integer(-reach, reach), y, random.integer(-reach, reach), down, up, everything, 0};
}

void checkAgainstSingleQuestions(const StubWorld& world, const Probe& probe, const ProbeResult& result) {
  const std::uint32_t count = std::uint32_t{probe.down} + probe.up + 1U;
  const BlockRun run = world.blocks({probe.x, probe.y - probe.down, probe.z}, count);
  const Surface surface = world.surfaceHeight(probe.x, probe.z);
  REQUIRE(result.solid == run.solid);
  REQUIRE(result.fluid == run.fluid);
  REQUIRE(result.loaded == surface.loaded);
  REQUIRE(result.has_surface == surface.has_surface);
  REQUIRE(result.surface == surface.height);
  REQUIRE((result.sees_sky != 0) == world.seesSky({probe.x, probe.y, probe.z}));
  for (std::uint32_t i = 0; i < count; ++i) {
    const BlockPos at{probe.x, probe.y - probe.down + static_cast<std::int32_t>(i), probe.z};
    const Block block = world.block(at);
    REQUIRE(block.solid == ((run.solid >> i & 1U) != 0));
    REQUIRE(block.fluid == ((run.fluid >> i & 1U) != 0));
    const BlockTraits& traits = traitsOf(world.map().type(at));
    REQUIRE(block.solid == traits.solid);
    REQUIRE(block.fluid == traits.fluid);
  }
}

}  // namespace

TEST_CASE("A bulk query answers what the single questions answer") {
  const auto spec = GENERATE(WorldSpec::makeFlat(64), WorldSpec::makeVoid(), WorldSpec::makeTorus(75, 50),
                             WorldSpec::makeBox({80, 80, 80}));
  StubWorld world(spec);
  Random random(5);
  buildAtRandom(world, random);
  if (spec.kind == WorldKind::Flat) REQUIRE(world.loadArea({-35, -30, 30, 35}));

  std::vector<Probe> probes(500);
  for (Probe& probe : probes) probe = anyProbe(random);
  std::vector<ProbeResult> results(probes.size());
  REQUIRE(world.probe(probes, results) == Status::Ok);
  for (std::size_t i = 0; i < probes.size(); ++i) checkAgainstSingleQuestions(world, probes[i], results[i]);
  CHECK(world.chunkLoads() == 0);
}

TEST_CASE("A bulk query of unequal lengths is refused") {
  const StubWorld world;
  const std::vector<Probe> probes(3);
  std::vector<ProbeResult> results(2);
  CHECK(world.probe(probes, results) == Status::InvalidArgument);
}

TEST_CASE("Reads are counted by what is asked, the highest tick per active bat") {
  StubWorld world;
  CHECK(world.reads().blockReadsPerBat() < 0);
  world.entities().add(batKind, {0, 80, 0}, {0, 0, 0});
  world.entities().add(batKind, {0, 80, 0}, {0, 0, 0});
  world.entities().add(batKind, {0, 80, 0}, {0, 0, 0}, {true, false, {}});
  static_cast<void>(world.blocks({0, 0, 0}, 64));  // outside a flight

  world.beginFlight();
  const std::vector<Probe> probes{{0, 80, 0, 5, 3, everything, 0},
                                  {0, 80, 0, 0, 0, BETTER_BATS_WANT_BLOCKS, 0},
                                  {0, 80, 0, 9, 9, BETTER_BATS_WANT_SURFACE, 0}};
  std::vector<ProbeResult> results(probes.size());
  REQUIRE(world.probe(probes, results) == Status::Ok);
  static_cast<void>(world.block({1, 1, 1}));
  static_cast<void>(world.surfaceHeight(1, 1));
  static_cast<void>(world.seesSky({1, 1, 1}));
  world.endFlight();
  CHECK(world.reads().blockReadsPerBat() == 11 / 2.0);
  CHECK(world.reads().columnQueriesPerBat() == 4 / 2.0);

  world.beginFlight();
  world.endFlight();
  CHECK(world.reads().blockReadsPerBat() == 11 / 2.0);
}

TEST_CASE("Clocks count, and day time wraps round") {
  StubWorld world;
  world.setDayTime(std::numeric_limits<std::int64_t>::max());
  world.advanceClocks();
  CHECK(world.gameTime() == 1);
  CHECK(world.dayTime() == std::numeric_limits<std::int64_t>::min());
  world.create(WorldSpec::makeVoid(9));
  CHECK(world.gameTime() == 0);
  CHECK(world.dayTime() == 0);
  CHECK(world.seed() == 9);
}

TEST_CASE("Borders are the kind's own until they are set") {
  StubWorld world(WorldSpec::makeBox({2000, 1200, 800}));
  CHECK(world.bounds().min == Vec3{-1000, -600, -400});
  CHECK(world.bounds().max == Vec3{1000, 600, 400});
  world.setBorder(Box{{-1, -2, -3}, {4, 5, 6}});
  CHECK(world.bounds().max == Vec3{4, 5, 6});
  world.setBorder(std::nullopt);
  CHECK(world.bounds().max == Vec3{1000, 600, 400});

  world.create(WorldSpec::makeFlat(64));
  CHECK(world.bounds().min == Vec3{-29'999'984, -64, -29'999'984});
  CHECK(world.bounds().max == Vec3{29'999'984, 320, 29'999'984});
  CHECK(world.bounds().period == Vec3{0, 0, 0});

  world.create(WorldSpec::makeTorus(480, 240));
  CHECK(world.bounds().period == Vec3{480, 0, 240});
  CHECK(world.bounds().max.y == std::numeric_limits<double>::infinity());
  CHECK(world.wrapped({-1, -7, 480}) == Vec3{479, -7, 0});
}

TEST_CASE("Helpers for assertions look at the middle of the box and at the column") {
  StubWorld world;
  CHECK(world.height({0.5, 70.25, 0.5}) == 6.25);
  CHECK(world.inSolid({0.5, 63.54, 0.5}));
  CHECK_FALSE(world.inSolid({0.5, 63.56, 0.5}));
  world.setBlock({0, 64, 0}, BlockType::Water);
  CHECK(world.inFluid({0.5, 63.56, 0.5}));
  CHECK(world.height({0.5, 70.25, 0.5}) == 5.25);
  CHECK_FALSE(world.height({std::numeric_limits<double>::quiet_NaN(), 0, 0}));
  CHECK_FALSE(world.inSolid({1e300, 0, 0}));
  world.create(WorldSpec::makeVoid());
  CHECK_FALSE(world.height({0, 0, 0}));
}
