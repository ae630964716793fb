// Thousands of bats on eight threads, in another order every tick, fly to the bit as on one: small enough for
// sanitizers, which look for what threads do to each other. SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "tests/support/bits.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/fake_world.hpp"
#include "tests/support/parallel_loop.hpp"
#include "tests/support/plugin_under_test.hpp"
#include "tests/support/random.hpp"

namespace better_bats::test {
namespace {

// More than the engine's largest pieces: 4096 bats, and 1024 flocks where flocks are small.
constexpr std::size_t batsOfACrowd = 800, crowds = 6;
constexpr std::size_t fewestBats = 4400;
constexpr std::size_t bornAtOnce = 150;
constexpr int ticks = 16;

/// Hills of steps, with a pool here and there.
void addHills(FakeWorld& world) {
  world.ground = 60;
  for (std::int32_t x = -64; x < 64; ++x) {
    for (std::int32_t z = -64; z < 64; ++z) {
      const std::int32_t top = 60 + ((x + 64) / 16 * 5 + (z + 64) / 16 * 3) % 7;
      for (std::int32_t y = 60; y < top; ++y) world.setBlock({x, y, z}, {true, false});
      if (x % 24 == 0 && z % 20 == 0) world.setBlock({x, top, z}, {false, true});
    }
  }
}

/// Crowds round a ring that fly to its middle, where they meet, and the predators.
void addCrowds(FakeWorld& world) {
  Random random(3);
  constexpr std::array<Vec3, crowds> middles{
      {{40, 76, 0}, {20, 72, 35}, {-20, 80, 35}, {-40, 74, 0}, {-20, 78, -35}, {20, 84, -35}}};
  for (std::size_t i = 0; i < crowds * batsOfACrowd; ++i) {
    const Vec3 middle = middles[i % crowds];
    const Vec3 place = middle + Vec3{random.between(-14, 14), random.between(-7, 12), random.between(-14, 14)};
    world.bats.push_back(makeBat(2 * i + 1, place, {middle.x * -0.008, random.between(-0.1, 0.1), middle.z * -0.008}));
  }
  for (std::uint64_t id = 90001; id <= 90004; ++id) {
    const auto i = static_cast<double>(id - 90001);
    world.others.push_back({id,
                            kindOf(id % 2 == 0 ? "cat" : "phantom").value(),
                            BETTER_BATS_ENTITY_ALIVE,
                            {i * 12 - 18, 70, 30 - i * 15},
                            {}});
  }
}

/// Some die, others are born: by id and tick, whatever the order of the bats.
void liveAndDie(FakeWorld& world, int tick) {
  const auto time = static_cast<std::uint64_t>(tick);
  std::erase_if(world.bats, [&](const Bat& bat) { return (bat.id * 5 + time * 13) % 31 == 0; });
  Random random(1000 + time);
  for (std::size_t i = 0; i < bornAtOnce; ++i) {
    const Vec3 place{random.between(-30, 30), random.between(68, 85), random.between(-30, 30)};
    world.bats.push_back(makeBat(100000 * time + 2 * i + 2, place, {0.2, 0, 0}));
  }
}

/// A world and who flies its bats.
struct Flown {
  Flown(unsigned threads, std::int64_t swarmSize) {
    addHills(world);
    addCrowds(world);
    world.dayClock = 11990;  // dusk comes meanwhile
    plugin = loadedPlugin(pluginPath(), world, threadedHost(threads));
    REQUIRE(plugin->gameRules().set("better-bats:bat_swarm_size", swarmSize) == Status::Ok);
    REQUIRE(plugin->flight().startle({0, 75, 0}, 10, 0.3, 5) == Status::Ok);
  }
  void fly() {
    REQUIRE(plugin->flight().applyFlightForces(world.bats) == Status::Ok);
    world.advance();
  }

  FakeWorld world;
  std::unique_ptr<PluginUnderTest> plugin;
};

void sortById(std::vector<Bat>& bats) {
  std::sort(bats.begin(), bats.end(), [](const Bat& a, const Bat& b) { return a.id < b.id; });
}

/// In how many bats the two differ, flocks included.
std::size_t differences(const Flown& one, const Flown& other) {
  std::vector<Bat> bats = one.world.bats;
  std::vector<Bat> others = other.world.bats;
  sortById(bats);
  sortById(others);
  REQUIRE(bats.size() == others.size());
  std::size_t count = 0;
  for (std::size_t i = 0; i < bats.size(); ++i) {
    const bool sameFlock = one.plugin->flockOf(bats[i].id).flock == other.plugin->flockOf(bats[i].id).flock;
    count += sameBits(bats[i], others[i]) && sameFlock ? 0U : 1U;
  }
  return count;
}

}  // namespace

TEST_CASE("thousands of bats on eight threads, in any order, fly to the bit as on one", "[flock][threads]") {
  for (const std::int64_t swarmSize : {3, 40}) {
    DYNAMIC_SECTION("flocks of at most " << swarmSize) {
      Flown one(1, swarmSize);
      Flown eight(8, swarmSize);
      Random order(7);
      for (int tick = 0; tick < ticks; ++tick) {
        CAPTURE(tick);
        if (tick % 4 == 3) {
          liveAndDie(one.world, tick);
          liveAndDie(eight.world, tick);
        }
        shuffle(eight.world.bats, order);
        one.fly();
        eight.fly();
        REQUIRE(one.world.bats.size() >= fewestBats);
        REQUIRE(differences(one, eight) == 0);
      }
      std::int64_t largest = 0;
      for (const Bat& bat : one.world.bats) {
        largest = std::max<std::int64_t>(largest, one.plugin->flockOf(bat.id).size);
      }
      CHECK(largest == swarmSize);  // they have met
    }
  }
}

}  // namespace better_bats::test
