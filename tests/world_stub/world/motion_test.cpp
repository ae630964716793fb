// The sweep: against a slow sweep that is plainly right, and the edges. SPDX-License-Identifier: MIT
#include "world_stub/world/motion.hpp"

#include <array>
#include <chrono>
#include <cmath>
#include <limits>

#include "tests/support/catch.hpp"
#include "tests/world_stub/world/random.hpp"

using namespace better_bats;
using namespace better_bats::stub;

namespace {

Entity body(Vec3 position, Vec3 velocity) {
  return makeBat(1, position, velocity);
}

Entity moved(const VoxelMap& map, Vec3 position, Vec3 velocity) {
  Entity entity = body(position, velocity);
  moveEntity(map, entity);
  return entity;
}

struct Extent {
  double low, high;
};

std::array<Extent, 3> boxOf(Vec3 p) {
  return {{{p.x - 0.25, p.x + 0.25}, {p.y, p.y + 0.9}, {p.z - 0.25, p.z + 0.25}}};
}

// How the sentence reads: every block near the way, one after another; the nearest that stops the box.
void sweepSlowly(const VoxelMap& map, std::array<double, 3>& position, std::array<double, 3>& velocity,
                 std::size_t axis) {
  const auto box = boxOf({position[0], position[1], position[2]});
  const double speed = velocity[axis];
  auto target = position;
  target[axis] += speed;
  const auto to = boxOf({target[0], target[1], target[2]});
  bool stopped = false;
  double face = 0;
  for (std::int32_t x = blockCoordinate(std::min(box[0].low, to[0].low)) - 1;
       x <= std::max(box[0].high, to[0].high) + 1; ++x) {
    for (std::int32_t y = blockCoordinate(std::min(box[1].low, to[1].low)) - 1;
         y <= std::max(box[1].high, to[1].high) + 1; ++y) {
      for (std::int32_t z = blockCoordinate(std::min(box[2].low, to[2].low)) - 1;
           z <= std::max(box[2].high, to[2].high) + 1; ++z) {
        if (!traitsOf(map.type({x, y, z})).solid) continue;
        const std::array<double, 3> low{double(x), double(y), double(z)};
        bool across = true;
        for (std::size_t other = 0; other < 3; ++other) {
          if (other != axis) across = across && box[other].low < low[other] + 1 && box[other].high > low[other];
        }
        if (!across) continue;
        const double near = speed > 0 ? low[axis] : low[axis] + 1;
        const bool ahead =
            speed > 0 ? box[axis].high <= near && to[axis].high > near : box[axis].low >= near && to[axis].low < near;
        if (ahead && (!stopped || (speed > 0 ? near < face : near > face))) {
          stopped = true;
          face = near;
        }
      }
    }
  }
  if (!stopped) {
    position[axis] = target[axis];
    return;
  }
  velocity[axis] = 0;
  if (axis == 1) {
    position[1] = speed > 0 ? face - 0.9 : face;
  } else {
    position[axis] = speed > 0 ? face - 0.25 : face + 0.25;
  }
}

Entity movedSlowly(const VoxelMap& map, Vec3 position, Vec3 velocity) {
  std::array<double, 3> p{position.x, position.y, position.z};
  std::array<double, 3> v{velocity.x, velocity.y, velocity.z};
  for (const std::size_t axis : {1U, 0U, 2U}) {
    if (v[axis] != 0) sweepSlowly(map, p, v, axis);
  }
  return body({p[0], p[1], p[2]}, {v[0], v[1], v[2]});
}

VoxelMap rubble(std::uint64_t seed) {
  VoxelMap map(WorldSpec::makeVoid());
  Random random(seed);
  for (int i = 0; i < 1500; ++i) {
    map.set({random.integer(-12, 12), random.integer(50, 75), random.integer(-12, 12)}, BlockType::Stone);
  }
  return map;
}

}  // namespace

TEST_CASE("The sweep is that of the rule, word for word") {
  const VoxelMap map = rubble(1);
  Random random(2);
  int stops = 0;
  for (int i = 0; i < 20'000; ++i) {
    const double reach = i % 4 == 0 ? 8 : 0.6;
    Vec3 position{random.real(-10, 10), random.real(52, 73), random.real(-10, 10)};
    if (i % 5 == 0) position = {std::floor(position.x) + 0.25, std::floor(position.y), std::floor(position.z) + 0.75};
    const Vec3 velocity{random.real(-reach, reach), random.real(-reach, reach), random.real(-reach, reach)};
    const Entity fast = moved(map, position, velocity);
    const Entity slow = movedSlowly(map, position, velocity);
    REQUIRE(fast.position.x == slow.position.x);
    REQUIRE(std::fabs(fast.position.y - slow.position.y) < 1e-12);
    REQUIRE(fast.position.z == slow.position.z);
    REQUIRE(fast.velocity == slow.velocity);
    if (!(fast.velocity == velocity)) ++stops;
  }
  CHECK(stops > 5000);
}

TEST_CASE("A body never enters a block that it was not in, tick after tick") {
  const VoxelMap map = rubble(3);
  Random random(4);
  const auto overlaps = [&](Vec3 p) {
    const auto box = boxOf(p);
    for (std::int32_t x = blockCoordinate(box[0].low); x < box[0].high; ++x) {
      for (std::int32_t y = blockCoordinate(box[1].low); y < box[1].high; ++y) {
        for (std::int32_t z = blockCoordinate(box[2].low); z < box[2].high; ++z) {
          if (traitsOf(map.type({x, y, z})).solid) return true;
        }
      }
    }
    return false;
  };
  for (int bat = 0; bat < 40; ++bat) {
    Entity entity = body({random.real(-14, 14), 80, random.real(-14, 14)}, {0, 0, 0});
    for (int tick = 0; tick < 500; ++tick) {
      entity.velocity = {random.real(-0.7, 0.7), random.real(-0.8, 0.7), random.real(-0.7, 0.7)};
      moveEntity(map, entity);
      REQUIRE_FALSE(overlaps(entity.position));
    }
  }
}

TEST_CASE("A floor, a roof and walls stop one axis each") {
  VoxelMap map(WorldSpec::makeFlat(64));
  map.fill({-3, 68, -3}, {3, 68, 3}, BlockType::OakLeaves);
  map.fill({3, 64, -3}, {3, 67, 3}, BlockType::Glass);

  const Entity down = moved(map, {0.5, 65, 0.5}, {0.1, -5, 0.2});
  CHECK(down.position == Vec3{0.6, 64, 0.7});
  CHECK(down.velocity == Vec3{0.1, 0, 0.2});

  const Entity up = moved(map, {0.5, 65, 0.5}, {0, 7, 0});
  CHECK(up.position.y == Approx(67.1).margin(1e-12));
  CHECK(up.position.y + 0.9 <= 68);
  CHECK(up.velocity.y == 0);
  CHECK(moved(map, up.position, {0, 0.3, 0}).position == up.position);

  const Entity east = moved(map, {2, 65, 0.5}, {5, 0.1, -0.1});
  CHECK(east.position == Vec3{2.75, 65.1, 0.4});
  CHECK(east.velocity == Vec3{0, 0.1, -0.1});
}

TEST_CASE("Contact is no overlap: a body slides along what it touches and is stopped by it") {
  VoxelMap map(WorldSpec::makeFlat(64));
  map.fill({1, 64, -5}, {1, 66, 5}, BlockType::Stone);
  CHECK(moved(map, {0.75, 64, 0.5}, {0, 0, 0.3}).position == Vec3{0.75, 64, 0.8});
  CHECK(moved(map, {0.75, 64, 0.5}, {0.3, -0.3, 0}).position == Vec3{0.75, 64, 0.5});
  CHECK(moved(map, {0.75, 64, 0.5}, {0.3, -0.3, 0}).velocity == Vec3{0, 0, 0});
}

TEST_CASE("A corner is met in the order y, x, z") {
  VoxelMap map(WorldSpec::makeVoid());
  map.set({1, 64, 1}, BlockType::Stone);
  // Only the diagonal block: x is still free when it is swept, z is then blocked.
  const Entity entity = moved(map, {0.6, 64, 0.6}, {0.3, 0, 0.3});
  CHECK(entity.position == Vec3{0.6 + 0.3, 64, 0.75});
  CHECK(entity.velocity == Vec3{0.3, 0, 0});
}

TEST_CASE("A body that starts in a block leaves it and is stopped by the next") {
  VoxelMap map(WorldSpec::makeVoid());
  map.fill({0, 64, 0}, {1, 64, 0}, BlockType::Stone);
  CHECK(moved(map, {0.5, 64, 0.5}, {0.1, 0, 0}).position == Vec3{0.6, 64, 0.5});
  CHECK(moved(map, {0.5, 64, 0.5}, {-3, 0, 0}).position == Vec3{-2.5, 64, 0.5});
  CHECK(moved(map, {0.5, 64, 0.5}, {3, 0, 0}).position == Vec3{0.75, 64, 0.5});
  CHECK(moved(map, {0.5, 64.5, 0.5}, {0, -2, 0}).position == Vec3{0.5, 62.5, 0.5});
}

TEST_CASE("Huge velocities neither tunnel nor hang") {
  VoxelMap map(WorldSpec::makeFlat(64));
  map.fill({100'000, 64, -2}, {100'000, 70, 2}, BlockType::Stone);
  map.fill({-300'000'000, 64, -2}, {-300'000'000, 70, 2}, BlockType::Stone);
  for (std::int32_t i = 0; i < 2000; ++i) map.set({i * 37 - 40'000, 75, 0}, BlockType::Stone);
  const auto begin = std::chrono::steady_clock::now();
  CHECK(moved(map, {0.5, 65, 0.5}, {1e9, 0, 0}).position.x == 99'999.75);
  CHECK(moved(map, {0.5, 65, 0.5}, {-1e9, 0, 0}).position.x == -299'999'998.75);
  CHECK(moved(map, {0.5, 65, 0.5}, {0, -1e9, 0}).position.y == 64);
  CHECK(moved(map, {0.5, 65, 0.5}, {0, 0, 1e9}).position.z == 1e9 + 0.5);
  CHECK(moved(map, {0.5, 80, 0.5}, {1e9, 1e9, -1e9}).velocity == Vec3{1e9, 1e9, -1e9});
  CHECK(moved(map, {0.5, -20, 0.5}, {1e9, 0, 0}).position.x == 0.75);
  CHECK(moved(map, {1e9, 1e9, 1e9}, {-1e9, -1e9, -1e9}).velocity.y == 0);
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
  CHECK(took.count() < 5);
}

TEST_CASE("Only the loaded part of a way can stop") {
  VoxelMap map(WorldSpec::makeFlat(64));
  REQUIRE(map.loadArea({100, -10, 200, 10}));
  CHECK(moved(map, {0.5, 60, 0.5}, {1000, 0, 0}).position.x == 99.75);
  CHECK(moved(map, {900.5, 60, 0.5}, {-5000, 0, 0}).position.x == 201.25);
  CHECK(moved(map, {0.5, 60, 20.5}, {1000, 0, 0}).position.x == 1000.5);
  CHECK(moved(map, {0.5, 70, 0.5}, {0, -30, 0}).position.y == 40);
}

TEST_CASE("Far from the origin motion is the same") {
  VoxelMap map(WorldSpec::makeFlat(64));
  map.fill({29'999'902, 64, -2}, {29'999'902, 66, 2}, BlockType::Stone);
  const Entity entity = moved(map, {29'999'900.5, 64.5, 0.5}, {3, -1, 0});
  CHECK(entity.position == Vec3{29'999'901.75, 64, 0.5});
  CHECK(entity.velocity == Vec3{0, 0, 0});
}

TEST_CASE("On a torus the sweep goes on across the seam") {
  VoxelMap map(WorldSpec::makeTorus(480, 48));
  map.set({2, 5, 7}, BlockType::Stone);
  const Entity east = moved(map, {479.5, 5, 7.5}, {10, 0, 0});
  CHECK(east.position == Vec3{1.75, 5, 7.5});
  CHECK(east.velocity.x == 0);
  CHECK(moved(map, {2.25, 6, 7.5}, {-3, 0, 0}).position.x == 479.25);
  CHECK(moved(map, {5, 5, 7.5}, {-470, 0, 0}).position.x == 3.25);
  CHECK(moved(map, {5, 5, 7.5}, {1e9, 0, 0}).position.x == 1.75);
  CHECK(moved(map, {5, 5, 7.5}, {-1e9, 0, 0}).position.x == 3.25);
  CHECK(moved(map, {2.5, 5, 30}, {0, 0, 100}).position.z == 6.75);
  CHECK(moved(map, {2.5, 5, 30}, {0, 0, -100}).position.z == 8.25);
  CHECK(moved(map, {2.5, 7, 47.75}, {0, 0, 0.25}).position.z == 0);
}

TEST_CASE("A wrap that rounds to the period becomes 0") {
  CHECK(wrapCoordinate(-1e-20, 480) == 0);
  CHECK(wrapCoordinate(480, 480) == 0);
  CHECK(wrapCoordinate(-0.5, 480) == 479.5);
  CHECK(wrapCoordinate(1e9 + 7, 480) == std::fmod(1e9 + 7, 480));
  CHECK(wrapCoordinate(123.456, 480) == 123.456);
  CHECK(wrapCoordinate(-123.456, 0) == -123.456);
  CHECK(std::isnan(wrapCoordinate(std::numeric_limits<double>::quiet_NaN(), 480)));
}

TEST_CASE("Who stands still, stands still") {
  VoxelMap map(WorldSpec::makeVoid());
  EntityStore store;
  const Vec3 v{0.25, 0, 0};
  store.add(batKind, {0, 0, 0}, v);
  store.add(batKind, {0, 0, 0}, v, {true, false, {}});
  store.add(batKind, {0, 0, 0}, v, {false, true, {}});
  store.add(phantomKind, {0, 0, 0}, v);
  store.add(phantomKind, {0, 0, 0}, v, {true, false, {}});
  store.add(findEntityKind("cow").value(), {0, 0, 0}, v);
  store.add(batKind, {0, 0, 0}, {std::numeric_limits<double>::quiet_NaN(), 0, 0});
  store.add(batKind, {0, 0, 0}, {0, 2e9, 0});
  moveBats(map, store.bats());
  movePhantoms(map, store);
  store.forEach([&](const Entity& entity, const EntityDetails&) {
    const bool moves = entity.id == 1 || entity.id == 4;
    CHECK(entity.position == Vec3{moves ? 0.25 : 0, 0, 0});
  });
}
