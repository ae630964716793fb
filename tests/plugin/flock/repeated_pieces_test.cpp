// A host that runs pieces of a loop twice: what is known of distances is the same as of one that does not.
// SPDX-License-Identifier: MIT
#include <better_bats/detail/host_table.hpp>

#include "plugin/flock/flight_engine.hpp"
#include "plugin/world/host_world.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/fake_world.hpp"

namespace better_bats::test {

TEST_CASE("flocks part at their radius although the host runs every piece twice", "[flock]") {
  // Pairs that drift apart: so many that each loop is shared out, and all flocks end in one tick.
  FakeWorld world;
  for (std::uint64_t i = 0; i < 3000; ++i) {
    const std::uint64_t row = i / 60;
    const double x = static_cast<double>(i % 60) * 100;
    const double z = static_cast<double>(row) * 100;
    world.bats.push_back(makeBat(2 * i + 1, {x, 50, z}, {}));
    world.bats.push_back(makeBat(2 * i + 2, {x + 8, 50, z}, {}));
  }
  const better_bats_world table = detail::makeWorldTable(world);
  better_bats_host host{};
  host.parallel_for = [](void*, std::uint64_t count, std::uint64_t, better_bats_loop_body body, void* loop) {
    body(loop, 0, count);
    body(loop, 0, count);
    return better_bats_status{BETTER_BATS_OK};
  };
  const HostWorld hostWorld(&table);
  const ParallelLoop loop(&host);
  FlightEngine engine(hostWorld, loop, false);
  for (int halves = 16; halves < 30; ++halves, ++world.gameClock) {
    const double distance = 0.5 * halves;
    CAPTURE(distance);
    for (std::size_t i = 1; i < world.bats.size(); i += 2) {
      world.bats[i].position.x = world.bats[i - 1].position.x + distance;
    }
    const std::span<const Entity> bats(world.bats);
    REQUIRE(engine.beginTick(world.gameClock, {}, bats, [](std::uint64_t, Defect) {}));
    CHECK(engine.roster().flockCount() == (distance <= 12 ? 3000U : 0U));
  }
}

}  // namespace better_bats::test
