// The same scene flies the same through the bridge as in other hosts. SPDX-License-Identifier: MIT
#include "tests/integrations/luanti/scene.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/fake_world.hpp"
#include "tests/support/plugin_under_test.hpp"

using better_bats::Bat;
using better_bats::BlockPos;
using better_bats::Status;
using better_bats::test::FakeWorld;
using better_bats::test::Scene;

namespace {

constexpr double kFloat32 = 1e-6;  // as much as Luanti's float32 may cost, blocks/tick

void fill(FakeWorld& world, const Scene& scene) {
  world.ground = scene.ground;
  world.dayClock = scene.dayTime;
  world.bats = scene.bats;
  for (const auto& [low, high] : scene.boxes) {
    for (BlockPos at = low; at.x <= high.x; ++at.x) {
      for (at.y = low.y; at.y <= high.y; ++at.y) {
        for (at.z = low.z; at.z <= high.z; ++at.z) world.setBlock(at, {true, false});
      }
    }
  }
}

}  // namespace

TEST_CASE("the bridge gives the velocities of a plain world") {
  const Scene scene = better_bats::test::groupsAmongWalls(GENERATE(6000, 12900, 18000));
  FakeWorld world;
  fill(world, scene);
  const auto plugin = better_bats::test::loadedPlugin(better_bats::test::pluginPath(), world);
  REQUIRE(plugin->gameRules().set("better-bats:bat_wander", 0) == Status::Ok);
  const auto bridge = better_bats::test::makeBridge();
  REQUIRE(better_bats_luanti_execute(bridge.get(), "gamerule better-bats:bat_wander 0", 4, nullptr, 0) == 1);
  putScene(*bridge, scene);

  for (int tick = 0; tick < 300; ++tick) {
    const std::vector<Bat> viaBridge = better_bats::test::flyThroughBridge(*bridge, world.bats, world.dayClock);
    REQUIRE(plugin->flight().applyFlightForces(world.bats) == Status::Ok);
    INFO("tick " << tick);
    REQUIRE(better_bats::test::largestDifference(viaBridge, world.bats) < kFloat32);
    for (const Bat& bat : world.bats) {
      REQUIRE(better_bats_luanti_flock(bridge.get(), bat.id, nullptr) == plugin->flockOf(bat.id).flock);
    }
    world.advance();
  }
}
