// The looking at promises itself: it sees what is broken. SPDX-License-Identifier: MIT
#include "plugin/inspect/invariants.hpp"

#include <limits>

#include <better_bats/detail/host_table.hpp>

#include "plugin/world/host_world.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/fake_world.hpp"

namespace better_bats::test {

TEST_CASE("a flock above the limit and a velocity out of bounds are seen and named", "[inspect]") {
  FakeWorld world;
  world.ground = 0;
  for (std::uint64_t id = 1; id <= 5; ++id) {
    world.bats.push_back({id, kindOf("bat").value(), 3, {static_cast<double>(id), 8, 0.5}, {0.2, 0, 0}});
  }
  const better_bats_world table = detail::makeWorldTable(world);
  better_bats_host host{};
  HostWorld hostWorld(&table);
  ParallelLoop loop(&host);
  FlightEngine engine(hostWorld, loop, false);
  const FlightRules rules{{0.05, 0.05, 0.1, 0.05}, 5, true};
  Invariants invariants;
  const std::span<Entity> bats(world.bats);
  REQUIRE(engine.beginTick(0, rules, std::span<const Entity>(bats), [](std::uint64_t, Defect) {}));
  CHECK(invariants.brokenFlock(engine, 5).empty());
  const std::uint64_t flock = engine.flockOf(1).id;
  REQUIRE(flock != 0);
  CHECK(invariants.brokenFlock(engine, 4) == "flock " + std::to_string(flock) + " of 5 has 5 bats, the limit is 4");

  invariants.remember(bats);
  REQUIRE(engine.fly(bats) == 0);
  CHECK(invariants.brokenVelocity(engine, bats).empty());
  const auto faultOf = [&](Vec3 velocity) {
    const Vec3 kept = world.bats[2].velocity;
    world.bats[2].velocity = velocity;
    std::string fault = invariants.brokenVelocity(engine, bats);
    world.bats[2].velocity = kept;
    return fault;
  };
  CHECK(faultOf({std::numeric_limits<double>::infinity(), 0, 0}).find("the velocity of bat 3 is not finite") == 0);
  CHECK(faultOf({9, 0, 0}) == "the velocity of bat 3 is beyond the greatest speed: 9 0 0");
  CHECK(faultOf({0.01, 0, 0}) == "the velocity of bat 3 is outside the speed limits, and no border is near: 0.01 0 0");
  CHECK(faultOf({0, 0.01, 0}).empty());  // stopped before columns that are not loaded
  CHECK(faultOf({0.2, 0, 0}).empty());   // what it was: not written
}

}  // namespace better_bats::test
