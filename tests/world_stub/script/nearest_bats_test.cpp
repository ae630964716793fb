// The sweep along x against looking at every pair. SPDX-License-Identifier: MIT
#include "world_stub/script/nearest_bats.hpp"

#include <cmath>
#include <limits>

#include "tests/support/catch.hpp"
#include "world_stub/server/draws.hpp"
#include "world_stub/world/nearest_image.hpp"

namespace {

using better_bats::Entity;
using better_bats::lengthSquared;
using better_bats::Vec3;
using better_bats::stub::batKind;
using better_bats::stub::DrawSequence;
using better_bats::stub::isActive;
using better_bats::stub::NearestBats;
using better_bats::stub::nearestImage;
using better_bats::stub::StubWorld;
using better_bats::stub::WorldSpec;

[[nodiscard]] double slowDistance(const StubWorld& world, const Entity& from) {
  double best = std::numeric_limits<double>::infinity();
  for (const Entity& bat : world.entities().bats()) {
    if (bat.id == from.id || !isActive(bat)) continue;
    best = std::min(best, lengthSquared(nearestImage(bat.position - from.position, world.bounds().period)));
  }
  return std::sqrt(best);
}

void compareAll(StubWorld& world) {
  DrawSequence draws(7);
  for (int i = 0; i < 300; ++i) {
    const Vec3 position{draws.between(0, 40), draws.between(60, 90), draws.between(0, 40)};
    world.entities().add(batKind, position, {0, 0, 0}, {i % 7 == 0, i % 11 == 0, {}});
  }
  const NearestBats nearest(world);
  for (const Entity& bat : world.entities().bats()) {
    REQUIRE(nearest.distanceFrom(bat) == slowDistance(world, bat));
  }
}

}  // namespace

TEST_CASE("The nearest bat is the nearest of all") {
  StubWorld flat(WorldSpec::makeFlat(64));
  compareAll(flat);
  StubWorld torus(WorldSpec::makeTorus(40, 40));
  compareAll(torus);
}

TEST_CASE("Nobody is near a lone bat, nor one without a place") {
  StubWorld world(WorldSpec::makeFlat(64));
  world.entities().add(batKind, {0, 80, 0}, {0, 0, 0});
  CHECK_FALSE(NearestBats(world).distanceFrom(world.entities().bats()[0]).has_value());
  world.entities().add(batKind, {std::numeric_limits<double>::quiet_NaN(), 80, 0}, {0, 0, 0});
  CHECK_FALSE(NearestBats(world).distanceFrom(world.entities().bats()[0]).has_value());
  CHECK_FALSE(NearestBats(world).distanceFrom(world.entities().bats()[1]).has_value());
}
