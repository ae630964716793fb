// What is known of distances between bats, after more travelling than a double has digits for.
// SPDX-License-Identifier: MIT
#include <better_bats/plugin.hpp>

#include "tests/support/catch.hpp"
#include "tests/support/fake_world.hpp"
#include "tests/support/plugin_under_test.hpp"

namespace better_bats::test {

TEST_CASE("a flock parts at its radius however far another bat has jumped") {
  constexpr int jumps = 300000;
  FakeWorld world;
  world.bats = {makeBat(1, {0, 50, 0}, {0.2, 0, 0}), makeBat(2, {1, 50, 0}, {0.2, 0, 0}),
                makeBat(3, {1e9, 1e9, 1e9}, {0.2, 0, 0})};
  const Plugin plugin = Plugin::load(pluginPath(), world);
  for (; world.gameClock < jumps; ++world.gameClock) {
    REQUIRE(plugin.flight().applyFlightForces(world.bats) == Status::Ok);
    world.bats[2].position = world.bats[2].position * -1.0;
  }
  REQUIRE(plugin.flockOf(1).size == 2);
  for (int quarters = 4; quarters < 80; ++quarters, ++world.gameClock) {
    const double distance = 0.25 * quarters;
    world.bats[1].position.x = distance;
    REQUIRE(plugin.flight().applyFlightForces(world.bats) == Status::Ok);
    REQUIRE(plugin.flockOf(1).size == (distance <= 12 ? 2U : 1U));
  }
}

}  // namespace better_bats::test
