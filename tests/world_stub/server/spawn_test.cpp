// Where spawned bats go. SPDX-License-Identifier: MIT
#include "world_stub/server/spawn.hpp"

#include <cmath>

#include "tests/support/catch.hpp"
#include "world_stub/script/nearest_bats.hpp"

namespace {

using better_bats::Entity;
using better_bats::lengthSquared;
using better_bats::SpawnRequest;
using better_bats::stub::spawnBats;
using better_bats::stub::StubWorld;
using better_bats::stub::WorldSpec;

[[nodiscard]] SpawnRequest request(std::uint64_t count, std::int64_t seed = 1, bool planar = false) {
  SpawnRequest spawn{};
  spawn.count = count;
  spawn.seed = seed;
  spawn.speed = 0.25;
  spawn.planar = planar ? 1 : 0;
  return spawn;
}

}  // namespace

TEST_CASE("Bats are spread in open air, the same for the same seed") {
  StubWorld world(WorldSpec::makeFlat(64));
  REQUIRE(spawnBats(world, request(500)) == 500);
  for (const Entity& bat : world.entities().bats()) {
    CHECK(bat.position.y >= 69);
    CHECK(bat.position.y <= 84);
    CHECK(std::sqrt(lengthSquared(bat.velocity)) == Approx(0.25));
  }
  StubWorld again(WorldSpec::makeFlat(64));
  REQUIRE(spawnBats(again, request(500)) == 500);
  StubWorld other(WorldSpec::makeFlat(64));
  REQUIRE(spawnBats(other, request(500, 2)) == 500);
  CHECK(world.entities().bats()[7].position == again.entities().bats()[7].position);
  CHECK_FALSE(world.entities().bats()[7].position == other.entities().bats()[7].position);
}

TEST_CASE("Nobody is spawned where nothing is loaded, in blocks, or beyond the border") {
  StubWorld world(WorldSpec::makeFlat(64));
  REQUIRE(world.loadArea({100, 100, 110, 110}));
  REQUIRE(spawnBats(world, request(50)) == 50);
  for (const Entity& bat : world.entities().bats()) {
    CHECK(bat.position.x >= 100);
    CHECK(bat.position.x <= 111);
    CHECK(bat.position.z >= 100);
    CHECK(bat.position.z <= 111);
  }
  StubWorld bounded(WorldSpec::makeFlat(64));
  bounded.setBorder(better_bats::Box{{-5, 60, -5}, {5, 75, 5}});
  REQUIRE(spawnBats(bounded, request(50)) == 50);
  for (const Entity& bat : bounded.entities().bats()) CHECK(bat.position.y <= 75);
  StubWorld full(WorldSpec::makeFlat(64));
  full.setBorder(better_bats::Box{{-5, 0, -5}, {5, 60, 5}});
  CHECK(spawnBats(full, request(50)) == 0);
}

TEST_CASE("A torus and a box are filled evenly") {
  StubWorld torus(WorldSpec::makeTorus(480, 480));
  REQUIRE(spawnBats(torus, request(400, 3, true)) == 400);
  int right = 0;
  for (const Entity& bat : torus.entities().bats()) {
    CHECK(bat.velocity.y == 0);
    CHECK(bat.position.y == torus.entities().bats()[0].position.y);
    if (bat.position.x >= 240) ++right;
  }
  CHECK(right > 150);
  CHECK(right < 250);
  StubWorld box(WorldSpec::makeBox({2000, 1200, 800}));
  REQUIRE(spawnBats(box, request(400)) == 400);
  int high = 0;
  for (const Entity& bat : box.entities().bats()) {
    if (bat.position.y > 0) ++high;
  }
  CHECK(high > 150);
  CHECK(high < 250);
}
