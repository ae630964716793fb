// Trails, by known pixels. SPDX-License-Identifier: MIT
#include "world_stub/render/trail_picture.hpp"

#include "tests/support/catch.hpp"
#include "tests/world_stub/render/colours.hpp"

namespace better_bats::test {

using namespace stub;

namespace {

const FlockOf firstFlock = [](std::uint64_t) { return std::uint64_t{1}; };

/// A torus of 64 x 64, ten pixels a block, and bats that fly straight on.
struct Flight {
  StubWorld world{WorldSpec::makeTorus(64, 64)};
  TrailHistory history;

  std::uint64_t bat(Vec3 position, Vec3 velocity) {
    return world.entities().add(batKind, position, velocity).value_or(0);
  }

  void fly(int ticks) {
    if (history.isEmpty()) history.record(world);
    for (int i = 0; i < ticks; ++i) {
      world.moveEntities();
      history.record(world);
    }
  }

  [[nodiscard]] Picture draw(double alpha) const {
    return drawTrails(world, trailView(world, history, 640), history, alpha, firstFlock, [](int) {});
  }
};

[[nodiscard]] Rgb paper() {
  static const Rgb colour = Flight().draw(0.5).at(600, 20);
  return colour;
}

}  // namespace

TEST_CASE("a stroke of k ticks ago shows with (1 - alpha)^k of its colour") {
  for (const double alpha : {0.05, 0.5}) {
    Flight flight;
    flight.bat({10, 0, 32.05}, {2, 0, 0});
    flight.fly(10);
    const Picture picture = flight.draw(alpha);
    const Rgb ink = BatColours::ofFlock(1);
    for (int ago = 0; ago < 10; ++ago) {
      // The middle of the stroke from 28 - 2 ago to 30 - 2 ago.
      const Rgb expected = mixed(paper(), ink, static_cast<float>(std::pow(1 - alpha, ago)));
      CHECK(apart(picture.at(290 - 20 * ago, 320), expected) < 1);
    }
    CHECK(apart(picture.at(310, 320), paper()) < 1);
    CHECK(apart(picture.at(90, 320), paper()) < 1);
    CHECK(apart(picture.at(290, 340), paper()) < 1);
  }
}

TEST_CASE("alpha 1 keeps the last tick alone, alpha 0 every tick in full") {
  Flight flight;
  flight.bat({10, 0, 32.05}, {2, 0, 0});
  flight.fly(10);
  const Picture last = flight.draw(1);
  CHECK(apart(last.at(290, 320), BatColours::ofFlock(1)) < 1);
  CHECK(apart(last.at(270, 320), paper()) < 1);
  const Picture all = flight.draw(0);
  CHECK(apart(all.at(110, 320), BatColours::ofFlock(1)) < 1);
  CHECK(visibleTicks(1, 100) == 1);
  CHECK(visibleTicks(0, 100) == 100);
  CHECK(visibleTicks(0.05, 1000) == 122);
}

TEST_CASE("the seam of a torus is crossed, not smeared") {
  Flight flight;
  flight.bat({60, 0, 10.05}, {3, 0, 0});
  flight.bat({30.05, 0, 2}, {0, 0, -3});
  flight.fly(2);
  const Picture picture = flight.draw(0);
  const Rgb ink = BatColours::ofFlock(1);
  CHECK(apart(picture.at(610, 100), ink) < 1);
  CHECK(apart(picture.at(638, 100), ink) < 1);
  CHECK(apart(picture.at(1, 100), ink) < 1);
  CHECK(apart(picture.at(300, 1), ink) < 1);
  CHECK(apart(picture.at(300, 638), ink) < 1);
  // Without the short way round there would be a stroke across the whole picture.
  for (int x = 40; x < 590; ++x) {
    if (x < 290 || x > 310) CHECK(apart(picture.at(x, 100), paper()) < 1);
  }
  for (int y = 40; y < 590; ++y) {
    if (y < 90 || y > 110) CHECK(apart(picture.at(300, y), paper()) < 1);
  }
}

TEST_CASE("a slow bat's trail is as full as a fast one's, and a still bat is a dot") {
  Flight flight;
  flight.bat({10, 0, 32.05}, {0.03, 0, 0});
  flight.bat({10, 0, 42.05}, {0, 0, 0});
  flight.fly(200);
  const Picture picture = flight.draw(0.001);
  CHECK(apart(picture.at(155, 320), BatColours::ofFlock(1)) < 8);
  CHECK(apart(picture.at(100, 420), BatColours::ofFlock(1)) < 1);
  CHECK(apart(picture.at(110, 420), paper()) < 1);
}

TEST_CASE("a teleport draws no stroke") {
  StubWorld world(WorldSpec::makeVoid());
  world.setBorder(Box{{0, -64, 0}, {640, 320, 640}});
  TrailHistory history;
  const auto id = world.entities().add(batKind, {100, 0, 320.5}, {1, 0, 0});
  REQUIRE(id);
  history.record(world);
  world.entities().setPosition(*id, {500.5, 0, 320.5});
  history.record(world);
  const Picture picture = drawTrails(world, trailView(world, history, 640), history, 0.05, firstFlock, [](int) {});
  CHECK(apart(picture.at(300, 320), picture.at(300, 300)) < 1);
  CHECK(apart(picture.at(500, 320), BatColours::ofFlock(1)) < 1);
}

TEST_CASE("after a picture trails begin anew") {
  Flight flight;
  flight.bat({10, 0, 32.05}, {2, 0, 0});
  flight.fly(5);
  flight.history.beginAnew();
  CHECK(apart(flight.draw(0).at(110, 320), paper()) < 1);
  flight.fly(1);
  CHECK(apart(flight.draw(0).at(210, 320), BatColours::ofFlock(1)) < 1);
  CHECK(apart(flight.draw(0).at(190, 320), paper()) < 1);
}

TEST_CASE("bats that come and go leave the trails of others alone") {
  Flight flight;
  const auto first = flight.bat({10, 0, 32.05}, {2, 0, 0});
  flight.bat({10, 0, 42.05}, {2, 0, 0});
  flight.fly(3);
  flight.world.entities().remove(first);
  flight.bat({40, 0, 52.05}, {2, 0, 0});
  flight.fly(3);
  const Picture picture = flight.draw(0);
  CHECK(apart(picture.at(150, 320), BatColours::ofFlock(1)) < 1);
  CHECK(apart(picture.at(170, 320), paper()) < 1);
  CHECK(apart(picture.at(210, 420), BatColours::ofFlock(1)) < 1);
  CHECK(apart(picture.at(450, 520), BatColours::ofFlock(1)) < 1);
}

TEST_CASE("the memory of trails is bounded") {
  Flight flight;
  flight.bat({10, 0, 32.05}, {2, 0, 0});
  flight.fly(3000);
  CHECK(flight.history.frames().size() == TrailHistory::mostTicks + 1);
  StubWorld crowd(WorldSpec::makeTorus(64, 64));
  for (std::size_t i = 0; i < TrailHistory::mostPoints / 4; ++i) crowd.entities().add(batKind, {1, 0, 1}, {0, 0, 0});
  TrailHistory history;
  for (int i = 0; i < 20; ++i) history.record(crowd);
  CHECK(history.frames().size() == 4);
}

TEST_CASE("trails of nobody and of no tick") {
  StubWorld world(WorldSpec::makeFlat(64));
  TrailHistory history;
  CHECK(drawTrails(world, trailView(world, history, 16), history, 0.05, firstFlock, [](int) {}).width() == 16);
  history.record(world);
  CHECK(drawTrails(world, trailView(world, history, 16), history, 0.05, firstFlock, [](int) {}).width() == 16);
}

}  // namespace better_bats::test
