// The bridge alone: the known map, what it wants to read, its bats and its manners. SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>
#include <string>

#include "integrations/luanti/bridge/block_cache.hpp"
#include "integrations/luanti/bridge/luanti_world.hpp"
#include "integrations/luanti/bridge/reading_plan.hpp"
#include "tests/integrations/luanti/scene.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/plugin_under_test.hpp"

using better_bats::luanti::BlockCache;
using better_bats::luanti::BlockId;
using better_bats::luanti::LuantiWorld;
using better_bats::luanti::MapBlock;
using better_bats::luanti::ReadingPlan;

namespace {

using Nodes = std::array<std::uint8_t, 4096>;

constexpr std::uint8_t kStone = BETTER_BATS_LUANTI_SOLID | BETTER_BATS_LUANTI_PRESENT;
constexpr std::uint8_t kWater = BETTER_BATS_LUANTI_FLUID | BETTER_BATS_LUANTI_PRESENT;

[[nodiscard]] Nodes filled(std::uint8_t node) {
  Nodes nodes{};
  nodes.fill(node);
  return nodes;
}

[[nodiscard]] MapBlock blockOf(std::uint8_t node) {
  return MapBlock(filled(node));
}

[[nodiscard]] better_bats::Surface surfaceOf(const BlockCache& cache, std::int32_t x, std::int32_t z) {
  const auto* stack = cache.stackAt(x, z);
  return stack == nullptr ? better_bats::Surface{} : stack->surface(MapBlock::columnOf(x, z));
}

[[nodiscard]] better_bats::BlockRun runOf(const BlockCache& cache, better_bats::BlockPos low, std::uint32_t count) {
  const auto* stack = cache.stackAt(low.x, low.z);
  return stack == nullptr ? better_bats::BlockRun{} : stack->run(MapBlock::columnOf(low.x, low.z), low.y, count);
}

[[nodiscard]] std::vector<BlockId> nextReads(ReadingPlan& plan, std::size_t capacity, std::size_t refresh,
                                             std::int64_t now) {
  std::vector<BlockId> reads(capacity);
  reads.resize(plan.next(reads, refresh, now));
  return reads;
}

[[nodiscard]] better_bats_luanti_entity flying(double x, double y, double z) {
  return {1, x, y, z, 0, 0, 4, 1, 0};
}

}  // namespace

TEST_CASE("a run crosses blocks, also below zero") {
  BlockCache cache;
  Nodes nodes = filled(0);
  nodes.at(3 + 16 * 15 + 256 * 5) = kStone;  // (-13, -1, 5)
  nodes.at(3 + 16 * 14 + 256 * 5) = kWater;
  cache.put({-1, -1, 0}, MapBlock(nodes), true);
  cache.put({-1, 0, 0}, blockOf(0), true);
  const auto run = runOf(cache, {-13, -5, 5}, 9);
  CHECK(run.solid == 1U << 4);
  CHECK(run.fluid == 1U << 3);
  CHECK(runOf(cache, {-13, -1, 5}, 64).solid == 1);
  CHECK(runOf(cache, {-13, -40, 5}, 64).solid == std::uint64_t{1} << 39);
  CHECK(runOf(cache, {-12, -5, 5}, 9).solid == 0);
  CHECK(runOf(cache, {100, -5, 5}, 9).solid == 0);
}

TEST_CASE("the surface is the highest node under an open sky") {
  BlockCache cache;
  CHECK(surfaceOf(cache, 0, 0).loaded == 0);
  cache.put({0, 1, 0}, blockOf(BETTER_BATS_LUANTI_SUNLIT), true);
  CHECK(surfaceOf(cache, 0, 0).loaded == 1);
  CHECK(surfaceOf(cache, 0, 0).has_surface == 0);
  Nodes nodes = filled(0);
  nodes.at(std::size_t{16} * 7) = kWater;
  cache.put({0, 0, 0}, MapBlock(nodes), true);
  CHECK(surfaceOf(cache, 0, 0).has_surface == 1);
  CHECK(surfaceOf(cache, 0, 0).height == 8);
  CHECK(surfaceOf(cache, 1, 0).has_surface == 0);
  // In the dark something above hides the sky: the surface is above all that is known.
  cache.put({0, 1, 0}, blockOf(0), true);
  CHECK(surfaceOf(cache, 0, 0).height == 32);
  cache.drop({0, 1, 0});
  CHECK(surfaceOf(cache, 0, 0).height == 16);
  CHECK(cache.size() == 1);
}

TEST_CASE("Luanti's day in the plugin's ticks") {
  CHECK(LuantiWorld::dayTimeOf(0.25) == 0);
  CHECK(LuantiWorld::dayTimeOf(0.5) == 6000);
  CHECK(LuantiWorld::dayTimeOf(0) == 18000);
  CHECK(LuantiWorld::dayTimeOf(1) == 18000);
  CHECK(LuantiWorld::dayTimeOf(0.2499) == 23998);
}

TEST_CASE("missing blocks are read first, the bat's own before all") {
  BlockCache cache;
  ReadingPlan plan(cache);
  plan.noteBat({8, 8, 8}, 1);
  const auto reads = nextReads(plan, 100, 4, 1);
  REQUIRE(reads.size() == 8);  // in the middle of a block: it, three below, four above
  CHECK(reads.front() == BlockId{0, 0, 0});
  CHECK(std::find(reads.begin(), reads.end(), BlockId{0, -3, 0}) != reads.end());
  CHECK(std::find(reads.begin(), reads.end(), BlockId{0, 4, 0}) != reads.end());
  CHECK(nextReads(plan, 100, 4, 2).empty());
  plan.noteBat({1, 8, 8}, 3);
  CHECK(nextReads(plan, 100, 4, 3).front() == BlockId{-1, 0, 0});
}

TEST_CASE("a block that is not in memory is asked for again after a second") {
  BlockCache cache;
  ReadingPlan plan(cache);
  plan.noteBat({8, 8, 8}, 1);
  REQUIRE(nextReads(plan, 1, 4, 1).size() == 1);
  plan.answered({0, 0, 0}, false, 1);
  REQUIRE(nextReads(plan, 100, 4, 1).size() == 7);
  for (std::int64_t now = 2; now < 21; ++now) CHECK(nextReads(plan, 100, 4, now).empty());
  CHECK(nextReads(plan, 100, 4, 21).size() == 8);
}

TEST_CASE("known blocks are read again in rotation, changed ones at once, and forgotten after a minute") {
  BlockCache cache;
  ReadingPlan plan(cache);
  const auto put = [&](BlockId id, std::int64_t now) {
    cache.put(id, blockOf(0), true);
    plan.answered(id, true, now);
  };
  plan.noteBat({8, 8, 8}, 1);
  for (const BlockId id : nextReads(plan, 100, 0, 1)) put(id, 1);
  REQUIRE(cache.size() == 8);
  CHECK(nextReads(plan, 100, 0, 30).empty());
  plan.noteBat({8, 8, 8}, 30);
  const auto first = nextReads(plan, 100, 2, 30);
  REQUIRE(first.size() == 2);
  for (const BlockId id : first) put(id, 30);
  const auto second = nextReads(plan, 100, 2, 31);
  REQUIRE(second.size() == 2);
  CHECK(std::find(first.begin(), first.end(), second.front()) == first.end());

  cache.find(first.front())->changed = true;
  CHECK(nextReads(plan, 100, 0, 31).front() == first.front());
  CHECK(nextReads(plan, 100, 4, 30 + 1201).empty());
  CHECK(cache.size() == 0);
}

TEST_CASE("light is asked for in the highest known block of a stack") {
  const auto bridge = better_bats::test::makeBridge();
  auto bat = flying(8, 8, 8);
  const Nodes air = filled(BETTER_BATS_LUANTI_SUNLIT);
  const auto reads = [&] {
    std::array<better_bats_luanti_read, 100> all{};
    REQUIRE(better_bats_luanti_tick(bridge.get(), 0.5, 1, &bat, 1, nullptr, 0) == BETTER_BATS_LUANTI_OK);
    const auto count = better_bats_luanti_next_reads(bridge.get(), all.data(), 100, 100);
    return std::vector<better_bats_luanti_read>(all.begin(), all.begin() + count);
  };
  const auto first = reads();
  REQUIRE(first.size() == 8);
  for (const auto& read : first) CHECK(read.light == 1);  // nothing is known yet
  for (const auto& read : first) better_bats_luanti_put_block(bridge.get(), read.x, read.y, read.z, air.data(), 1);
  for (const auto& read : reads()) CHECK(read.light == (read.y == 4 ? 1 : 0));
  better_bats_luanti_drop_block(bridge.get(), 0, 4, 0);
  CHECK(reads().front().y == 3);  // its light matters now
}

TEST_CASE("what cannot be used is refused") {
  const auto bridge = better_bats::test::makeBridge();
  auto bat = flying(0, 0, 0);
  const Nodes nodes{};
  CHECK(better_bats_luanti_version() == BETTER_BATS_LUANTI_VERSION);
  CHECK(better_bats_luanti_put_block(nullptr, 0, 0, 0, nodes.data(), 1) == BETTER_BATS_LUANTI_INVALID_ARGUMENT);
  CHECK(better_bats_luanti_put_block(bridge.get(), 0, 0, 0, nullptr, 1) == BETTER_BATS_LUANTI_INVALID_ARGUMENT);
  CHECK(better_bats_luanti_tick(bridge.get(), 0, 0, &bat, 1, nullptr, 0) == BETTER_BATS_LUANTI_INVALID_ARGUMENT);
  CHECK(better_bats_luanti_tick(bridge.get(), 0, 11, &bat, 1, nullptr, 0) == BETTER_BATS_LUANTI_INVALID_ARGUMENT);
  CHECK(better_bats_luanti_tick(bridge.get(), 0, 1, nullptr, 1, nullptr, 0) == BETTER_BATS_LUANTI_INVALID_ARGUMENT);
  CHECK(better_bats_luanti_tick(bridge.get(), 0, 1, nullptr, 0, nullptr, 0) == BETTER_BATS_LUANTI_OK);
  std::array<char, 20> error{};
  CHECK(better_bats_luanti_create("/nowhere/plugin.so", "", "", "0", 1, error.data(), error.size()) == nullptr);
  CHECK(std::string(error.data()) == "/nowhere/plugin.so:");  // cut to the room there is
}

TEST_CASE("commands answer, and permission is asked for") {
  const auto bridge = better_bats::test::makeBridge();
  std::array<char, 200> reply{};
  const auto execute = [&](const char* line, std::uint32_t level) {
    return better_bats_luanti_execute(bridge.get(), line, level, reply.data(), reply.size());
  };
  CHECK(execute("gamerule better-bats:bat_swarm_size 7", 0) == 0);
  CHECK(execute("gamerule better-bats:bat_swarm_size 7", 2) == 1);
  CHECK(execute("gamerule better-bats:bat_swarm_size", 2) == 1);
  CHECK(std::string(reply.data()) == "Gamerule better-bats:bat_swarm_size is currently set to: 7");
  CHECK(better_bats_luanti_flies(bridge.get()) == 1);
  CHECK(execute("gamerule better-bats:bat_flight false", 2) == 1);
  CHECK(better_bats_luanti_flies(bridge.get()) == 0);
}

TEST_CASE("a bat waits where the map is not known, and turns round before such places") {
  const auto bridge = better_bats::test::makeBridge();
  const auto tick = [&](better_bats_luanti_entity bat) {
    REQUIRE(better_bats_luanti_tick(bridge.get(), 0.5, 1, &bat, 1, nullptr, 0) == BETTER_BATS_LUANTI_OK);
    return bat;
  };
  CHECK(tick(flying(8, 8, 8)).vz == 4);
  CHECK(better_bats_luanti_known_blocks(bridge.get()) == 0);

  const Nodes air = filled(BETTER_BATS_LUANTI_SUNLIT);
  better_bats_luanti_put_block(bridge.get(), 0, 0, 0, air.data(), 1);
  CHECK(tick(flying(8, 8, 8)).vz > 3);
  CHECK(tick(flying(8, 8, 15.4)).vz < -3);  // the next block north is missing

  better_bats_luanti_put_block(bridge.get(), 0, 0, 1, air.data(), 0);
  CHECK(tick(flying(8, 8, 15.4)).vz < -3);  // known, but not active
  CHECK(tick(flying(8, 8, 17)).vz < -3);    // carried too far by a late step
  better_bats_luanti_put_block(bridge.get(), 0, 0, 1, air.data(), 1);
  CHECK(tick(flying(8, 8, 15.4)).vz > 3);

  better_bats_luanti_entity rising = flying(8, 15.45, 8);
  rising.vy = 3;
  CHECK(tick(rising).vy < -2);  // nothing is known above
  rising.y = 8;
  CHECK(tick(rising).vy > 2);
}

TEST_CASE("a predator is fled from, whatever its number") {
  const auto bridge = better_bats::test::makeBridge();
  const Nodes air = filled(BETTER_BATS_LUANTI_SUNLIT);
  better_bats_luanti_put_block(bridge.get(), 0, 0, 0, air.data(), 1);
  auto bat = flying(8, 8, 8);
  const auto owl = flying(8, 5, 8);
  REQUIRE(better_bats_luanti_tick(bridge.get(), 0.5, 1, &bat, 1, &owl, 1) == BETTER_BATS_LUANTI_OK);
  CHECK(bat.vy > 3);
}

TEST_CASE("two ticks at once are two ticks") {
  const better_bats::test::Scene scene = better_bats::test::groupsAmongWalls(6000);
  const auto once = better_bats::test::makeBridge();
  const auto twice = better_bats::test::makeBridge();
  putScene(*once, scene);
  putScene(*twice, scene);
  std::vector<better_bats_luanti_entity> a;
  for (const auto& bat : scene.bats) {
    const auto p = bat.position;
    const auto v = bat.velocity * 20;
    a.push_back({bat.id, p.x, p.y, p.z, v.x, v.y, v.z, 1, 0});
  }
  std::vector<better_bats_luanti_entity> b = a;
  const auto count = static_cast<std::uint32_t>(a.size());
  REQUIRE(better_bats_luanti_tick(twice.get(), 0.5, 2, b.data(), count, nullptr, 0) == BETTER_BATS_LUANTI_OK);
  REQUIRE(better_bats_luanti_tick(once.get(), 0.5, 1, a.data(), count, nullptr, 0) == BETTER_BATS_LUANTI_OK);
  for (auto& bat : a) bat.x += bat.vx / 20, bat.y += bat.vy / 20, bat.z += bat.vz / 20;
  REQUIRE(better_bats_luanti_tick(once.get(), 0.5, 1, a.data(), count, nullptr, 0) == BETTER_BATS_LUANTI_OK);
  for (std::size_t i = 0; i < a.size(); ++i) {
    CHECK(a[i].vx == Approx(b[i].vx).margin(2e-5));
    CHECK(a[i].vy == Approx(b[i].vy).margin(2e-5));
    CHECK(a[i].vz == Approx(b[i].vz).margin(2e-5));
  }
}
