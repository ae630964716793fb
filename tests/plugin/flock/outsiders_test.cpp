// A flock knows of whoever comes near it, also of those that come as fast as bats fly. SPDX-License-Identifier: MIT
#include <better_bats/plugin.hpp>

#include "tests/support/catch.hpp"
#include "tests/support/fake_world.hpp"
#include "tests/support/plugin_under_test.hpp"

namespace better_bats::test {

TEST_CASE("flocks that fly at each other part in the tick in which they come too near") {
  constexpr int pairs = 16;
  constexpr int bats = 6;  // of a pair: two flocks of three
  FakeWorld world;
  const auto place = [&](double half) {
    for (int pair = 0; pair < pairs; ++pair) {
      for (int i = 0; i < bats; ++i) {
        const double side = i < bats / 2 ? -1 : 1;
        // Some pairs begin a little nearer than others.
        const double x = side * (half - 0.11 * pair);
        auto& bat = world.bats.at(static_cast<std::size_t>(bats) * static_cast<std::size_t>(pair) +
                                  static_cast<std::size_t>(i));
        bat.position = {x, 80 + 0.7 * (i % 3), 300.0 * pair};
      }
    }
  };
  for (int i = 0; i < pairs * bats; ++i) world.bats.push_back(makeBat(static_cast<std::uint64_t>(i) + 1, {}, {}));
  place(20);
  const Plugin together = Plugin::load(pluginPath(), world);
  const Plugin alone = Plugin::load(pluginPath(), world);
  for (const Plugin* plugin : {&together, &alone}) {
    REQUIRE(plugin->execute("gamerule better-bats:bat_swarm_size 3", 4).status == Status::Ok);
  }
  int parted = 0;
  for (int tick = 0; tick < 66; ++tick, ++world.gameClock) {
    place(20 - 0.35 * tick);
    for (Bat& bat : world.bats) bat.velocity = {bat.position.x < 0 ? 0.35 : -0.35, 0, 0};
    const std::vector<Bat> before = world.bats;
    std::vector<Bat> flown = before;
    REQUIRE(together.flight().applyFlightForces(flown) == Status::Ok);
    REQUIRE(together.flockOf(1).size == 3);
    // So few single calls are each answered by a search of the grid.
    for (std::size_t i = 0; i < flown.size(); i += bats) {
      Bat bat = before[i];
      REQUIRE(alone.flight().applyFlightForces(bat) == Status::Ok);
      REQUIRE(bat.velocity == flown[i].velocity);
      parted += bat.velocity.x < 0.3 ? 1 : 0;
    }
  }
  CHECK(parted > 0);
}

}  // namespace better_bats::test
