// Maps, by known pixels. SPDX-License-Identifier: MIT
#include "world_stub/render/map_picture.hpp"

#include "tests/support/catch.hpp"
#include "tests/world_stub/render/colours.hpp"

namespace better_bats::test {

using namespace stub;

namespace {

const FlockOf nobody = [](std::uint64_t) { return std::uint64_t{0}; };
const RowsDone quiet = [](int) {};

/// 64 x 64 columns of stone below y 64, ten pixels each.
struct Scene {
  StubWorld world{WorldSpec::makeFlat(64)};

  Scene() { world.setBorder(Box{{0, -64, 0}, {64, 320, 64}}); }

  void fill(BlockPos from, BlockPos to, BlockType type) { REQUIRE(world.fill(from, to, type).blocks > 0); }

  std::uint64_t bat(Vec3 position, Vec3 velocity) {
    return world.entities().add(batKind, position, velocity).value_or(0);
  }

  [[nodiscard]] Picture draw(const FlockOf& flockOf = nobody) const {
    return drawMap(world, mapView(world, 640), flockOf, quiet);
  }
  /// The middle of a column.
  [[nodiscard]] static Rgb at(const Picture& picture, int x, int z) { return picture.at(x * 10 + 5, z * 10 + 5); }
};

}  // namespace

TEST_CASE("water has its colour, and is darker where it is deeper") {
  Scene scene;
  scene.fill({10, 63, 10}, {20, 63, 20}, BlockType::Water);
  scene.fill({30, 55, 10}, {40, 63, 20}, BlockType::Water);
  const Picture picture = scene.draw();
  CHECK(picture.width() == 640);
  CHECK(picture.height() == 640);
  CHECK(apart(Scene::at(picture, 15, 15), toRgb(traitsOf(BlockType::Water).colour)) < 1);
  CHECK(brightness(Scene::at(picture, 35, 15)) < 0.8F * brightness(Scene::at(picture, 15, 15)));
  const Rgb deep = Scene::at(picture, 35, 15);
  CHECK(deep.blue > 2 * deep.red);
}

TEST_CASE("land is lighter the higher it lies, with light from the north-west") {
  Scene scene;
  scene.fill({10, 64, 10}, {20, 83, 20}, BlockType::Stone);
  scene.fill({30, 64, 10}, {40, 73, 20}, BlockType::Stone);
  const Picture picture = scene.draw();
  const float plain = brightness(Scene::at(picture, 50, 50));
  const float low = brightness(Scene::at(picture, 35, 15));
  const float high = brightness(Scene::at(picture, 15, 15));
  CHECK(low > 1.05F * plain);
  CHECK(high > 1.05F * low);
  // The edges of the plateau, on top of it.
  CHECK(brightness(Scene::at(picture, 10, 15)) > 1.1F * high);
  CHECK(brightness(Scene::at(picture, 15, 10)) > 1.1F * high);
  CHECK(brightness(Scene::at(picture, 20, 15)) < 0.9F * high);
  CHECK(brightness(Scene::at(picture, 15, 20)) < 0.9F * high);
}

TEST_CASE("nothing and what is not loaded have colours of their own") {
  StubWorld world(WorldSpec::makeVoid());
  world.setBorder(Box{{0, -64, 0}, {64, 320, 64}});
  CHECK(apart(drawMap(world, mapView(world, 640), nobody, quiet).at(320, 320), Terrain::nothing) < 1);
  StubWorld flat(WorldSpec::makeFlat(64));
  const View wide({-32, -32, 32, 32}, 640, false);
  REQUIRE(flat.loadArea({-8, -8, 7, 7}));
  const Picture picture = drawMap(flat, wide, nobody, quiet);
  CHECK(apart(picture.at(100, 100), Terrain::notLoaded) < 1);
  CHECK(apart(picture.at(320, 320), Terrain::notLoaded) > 20);
}

TEST_CASE("bats have their flock's colour where they are") {
  Scene scene;
  scene.bat({10.5, 80, 10.5}, {0.3, 0, 0});
  scene.bat({20.5, 80, 10.5}, {0.3, 0, 0});
  scene.bat({30.5, 80, 10.5}, {0.3, 0, 0});
  scene.bat({40.5, 80, 10.5}, {0.3, 0, 0});
  const Picture picture = scene.draw([](std::uint64_t id) { return id == 4 ? 0 : (id + 1) / 2; });
  CHECK(apart(Scene::at(picture, 10, 10), BatColours::ofFlock(1)) < 1);
  CHECK(apart(Scene::at(picture, 20, 10), BatColours::ofFlock(1)) < 1);
  CHECK(apart(Scene::at(picture, 30, 10), BatColours::ofFlock(2)) < 1);
  CHECK(apart(Scene::at(picture, 40, 10), BatColours::alone) < 1);
  CHECK(apart(BatColours::ofFlock(1), BatColours::ofFlock(2)) > 60);
  // No bat, no colour.
  CHECK(apart(Scene::at(picture, 15, 10), Scene::at(picture, 50, 50)) < 1);
}

TEST_CASE("without flocks bats are coloured by heading, and point along it") {
  Scene scene;
  scene.bat({10.5, 80, 10.5}, {0.3, 0, 0});
  scene.bat({20.5, 80, 10.5}, {-0.3, 0, 0});
  const Picture picture = scene.draw();
  CHECK(apart(Scene::at(picture, 10, 10), BatColours::ofHeading(1, 0)) < 1);
  CHECK(apart(Scene::at(picture, 20, 10), BatColours::ofHeading(-1, 0)) < 1);
  CHECK(apart(BatColours::ofHeading(1, 0), BatColours::ofHeading(-1, 0)) > 60);
  // The point reaches further than the notched tail.
  const auto missing = [&](int x, double heading) {
    return apart(picture.at(x, 105), BatColours::ofHeading(heading, 0));
  };
  CHECK(missing(107, 1) + 20 < missing(102, 1));
  CHECK(missing(202, -1) + 20 < missing(207, -1));
}

TEST_CASE("a bat below ground is faint, and the highest is on top") {
  Scene scene;
  scene.bat({10.5, 40, 10.5}, {0.3, 0, 0});
  scene.bat({30.5, 90, 10.5}, {0.3, 0, 0});
  scene.bat({30.5, 80, 10.5}, {-0.3, 0, 0});
  const Picture picture = scene.draw();
  const double faint = apart(Scene::at(picture, 10, 10), BatColours::ofHeading(1, 0));
  CHECK(faint > 20);
  CHECK(apart(Scene::at(picture, 10, 10), Scene::at(picture, 50, 50)) > 20);
  CHECK(apart(Scene::at(picture, 30, 10), BatColours::ofHeading(1, 0)) < 1);
}

TEST_CASE("where bats lie on one another a number says how many they are") {
  Scene scene;
  scene.bat({10.5, 80, 10.5}, {0.3, 0, 0});
  for (int i = 0; i < 3; ++i) scene.bat({30.5, 80.0 + i, 10.5}, {0.3, 0, 0});
  const Picture picture = scene.draw();
  const auto whitePixels = [&picture](int x) {
    int white = 0;
    for (int dy = -8; dy < 8; ++dy) {
      for (int dx = 6; dx < 22; ++dx) white += apart(picture.at(x + dx, 105 + dy), Rgb{1, 1, 1}) < 1 ? 1 : 0;
    }
    return white;
  };
  CHECK(whitePixels(105) == 0);
  CHECK(whitePixels(305) > 20);
}

TEST_CASE("a bat at the seam of a torus is drawn on both sides") {
  StubWorld world(WorldSpec::makeTorus(64, 64));
  world.entities().add(batKind, {0, 0, 32.5}, {0.3, 0, 0});
  const Picture picture = drawMap(world, mapView(world, 640), nobody, quiet);
  CHECK(apart(picture.at(1, 325), BatColours::ofHeading(1, 0)) < 40);
  CHECK(apart(picture.at(638, 325), Terrain::nothing) > 20);
  CHECK(apart(picture.at(320, 325), Terrain::nothing) < 1);
}

TEST_CASE("maps of nobody, of lost numbers and of the smallest worlds") {
  StubWorld empty(WorldSpec::makeFlat(64));
  CHECK(drawMap(empty, mapView(empty, 16), nobody, quiet).width() == 16);
  empty.entities().add(batKind, {std::numeric_limits<double>::quiet_NaN(), 0, 0}, {0, 0, 0});
  empty.entities().add(batKind, {1e9, 80, -1e9}, {0, 0, 0});
  CHECK(drawMap(empty, mapView(empty, 32), nobody, quiet).width() == 32);
  StubWorld smallest(WorldSpec::makeTorus(1, 1));
  smallest.entities().add(batKind, {0.5, 0, 0.5}, {1, 0, 0});
  CHECK(drawMap(smallest, mapView(smallest, 32), nobody, quiet).height() == 32);
  int rows = 0;
  static_cast<void>(drawMap(smallest, mapView(smallest, 32), nobody, [&rows](int) { ++rows; }));
  CHECK(rows == 32);
}

}  // namespace better_bats::test
