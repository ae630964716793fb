// What a tick asks of the world: counted block reads and column queries, and nothing loaded.
// SPDX-License-Identifier: MIT
#include <algorithm>
#include <string>

#include <better_bats/plugin.hpp>

#include "tests/support/catch.hpp"
#include "tests/support/fake_world.hpp"
#include "tests/support/golden_runner.hpp"
#include "tests/support/plugin_under_test.hpp"
#include "tests/support/random.hpp"

namespace better_bats::test {

namespace {

constexpr std::uint64_t blockLimit = 14;
constexpr std::uint64_t columnLimit = 4;

/// Counts what it is asked. A read of an unloaded column's block would make a careless server load it.
class CountingWorld final : public FakeWorld {
 public:
  mutable std::uint64_t blockReads = 0;
  mutable std::uint64_t columnQueries = 0;
  mutable std::uint64_t unloadedReads = 0;

  void forget() const noexcept { blockReads = columnQueries = 0; }

  [[nodiscard]] Surface surfaceHeight(std::int32_t x, std::int32_t z) const override {
    ++columnQueries;
    return FakeWorld::surfaceHeight(x, z);
  }

  [[nodiscard]] Block block(BlockPos position) const override {
    ++blockReads;
    if (FakeWorld::surfaceHeight(position.x, position.z).loaded == 0) ++unloadedReads;
    return FakeWorld::block(position);
  }

  Status probe(std::span<const Probe> probes, std::span<ProbeResult> results) const override {
    if (!answersProbes) return Status::Unsupported;
    const std::uint64_t blocksBefore = blockReads;
    const std::uint64_t columnsBefore = columnQueries;
    const Status status = FakeWorld::probe(probes, results);
    blockReads = blocksBefore;  // counted is what was wanted, not how this world finds it out
    columnQueries = columnsBefore;
    for (const Probe& probe : probes) {
      if ((probe.wants & BETTER_BATS_WANT_BLOCKS) != 0) blockReads += std::uint64_t{probe.down} + probe.up + 1;
      if ((probe.wants & (BETTER_BATS_WANT_SURFACE | BETTER_BATS_WANT_SKY)) != 0) ++columnQueries;
    }
    return status;
  }
};

/// One bat between floor, roof and two walls, at night: everything there is to ask.
void fillCorner(FakeWorld& world) {
  world.ground = 60;
  world.dayClock = 18000;
  for (std::int32_t x = -3; x <= 3; ++x) {
    for (std::int32_t z = -3; z <= 3; ++z) {
      world.setBlock({x, 63, z}, {true, false});
      if (x == 1 || z == 1) {
        for (std::int32_t y = 60; y < 63; ++y) world.setBlock({x, y, z}, {true, false});
      }
    }
  }
  world.bats = {makeBat(1, {0.6, 61, 0.6}, {0.2, 0, 0.2})};
}

void fillOpen(FakeWorld& world) {
  Random random(7);
  world.ground = 60;
  world.dayClock = 18000;
  for (std::uint64_t id = 1; id <= 100; ++id) {
    world.bats.push_back(makeBat(id, {random.between(-20, 20), random.between(61, 85), random.between(-20, 20)},
                                 {random.between(-0.2, 0.2), 0, random.between(-0.2, 0.2)}));
  }
}

struct Cost {
  std::uint64_t blocks = 0, columns = 0;
};

/// The highest cost per bat of the ticks.
Cost worstOf(CountingWorld& world, Calls calls, int ticks) {
  world.answersProbes = calls == Calls::SpanProbe;
  const Plugin plugin = Plugin::load(pluginPath(), world);
  Cost worst;
  for (int tick = 0; tick < ticks; ++tick) {
    world.forget();
    flyOneTick(plugin.flight(), world, calls);
    worst.blocks = std::max(worst.blocks, (world.blockReads + world.bats.size() - 1) / world.bats.size());
    worst.columns = std::max(worst.columns, (world.columnQueries + world.bats.size() - 1) / world.bats.size());
  }
  return worst;
}

}  // namespace

TEST_CASE("at most 14 block reads and 4 column queries a bat and tick", "[alloc]") {
  for (const auto fill : {fillCorner, fillOpen}) {
    for (const Calls calls : {Calls::Single, Calls::Span, Calls::SpanProbe}) {
      DYNAMIC_SECTION(nameOf(calls) << (fill == fillOpen ? ", 100 bats in the open" : ", one bat in a corner")) {
        CountingWorld world;
        fill(world);
        const Cost worst = worstOf(world, calls, 100);
        CHECK(worst.blocks >= 8);  // the scans of the ground and the ceiling at least, else nothing was counted
        CHECK(worst.blocks <= blockLimit);
        CHECK(worst.columns >= 1);
        CHECK(worst.columns <= columnLimit);
      }
    }
  }
}

TEST_CASE("bats that are asked for one by one are flown once, in whatever order", "[alloc]") {
  for (const char* swarmSize : {"0", "5", "1000"}) {
    for (const bool descending : {false, true}) {
      DYNAMIC_SECTION("flocks of " << swarmSize << (descending ? ", descending" : ", ascending")) {
        CountingWorld world;
        world.answersProbes = true;
        fillOpen(world);
        if (descending) std::reverse(world.bats.begin(), world.bats.end());
        const Plugin plugin = Plugin::load(pluginPath(), world);
        const std::string rule = std::string("gamerule better-bats:bat_swarm_size ") + swarmSize;
        REQUIRE(plugin.execute(rule, 4).status == Status::Ok);
        for (int tick = 0; tick < 5; ++tick) {
          world.forget();
          flyOneTick(plugin.flight(), world, Calls::Single);
          CHECK(world.blockReads <= blockLimit * world.bats.size());
          CHECK(world.columnQueries <= columnLimit * world.bats.size());
        }
      }
    }
  }
}

TEST_CASE("a bat at the edge of the loaded columns stays within the same limits", "[alloc]") {
  CountingWorld world;
  world.ground = 60;
  world.loaded = LoadedArea{-2, -2, 1, 1};
  world.bats = {makeBat(1, {1.9, 66, 1.9}, {0.3, 0, 0.3})};
  for (const Calls calls : {Calls::Single, Calls::Span}) {
    const Cost worst = worstOf(world, calls, 100);
    CHECK(worst.blocks <= blockLimit);
    CHECK(worst.columns <= columnLimit);
    CHECK(world.unloadedReads == 0);  // a column that is not loaded is asked once, and left alone
  }
}

}  // namespace better_bats::test
