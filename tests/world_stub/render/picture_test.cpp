// Pixels, PNG files, views and scale bars. SPDX-License-Identifier: MIT
#include "world_stub/render/picture.hpp"

#include "tests/support/catch.hpp"
#include "tests/world_stub/render/colours.hpp"
#include "tests/world_stub/render/read_png.hpp"
#include "world_stub/render/png.hpp"
#include "world_stub/render/scale_bar.hpp"
#include "world_stub/render/shapes.hpp"
#include "world_stub/render/view.hpp"

namespace better_bats::test {

using namespace stub;

TEST_CASE("what is written as PNG is read back, pixel by pixel") {
  for (const int width : {1, 17, 300}) {
    Picture picture(width, 41, {0.2F, 0.4F, 0.6F});
    for (int y = 0; y < 41; ++y) picture.at(y % width, y) = brightHue(y / 41.0);
    const PngPixels read = readPng(encodePng(picture));
    REQUIRE(read.width == width);
    REQUIRE(read.height == 41);
    CHECK(read.bytes == picture.bytes());
  }
  CHECK(readPng("no picture").bytes.empty());
}

TEST_CASE("colours are bytes, rounded and limited") {
  Picture picture(2, 1, {0.5F, 2, -1});
  CHECK(picture.bytes() == std::vector<std::uint8_t>{128, 255, 0, 128, 255, 0});
  picture.cover(1, 0, {1, 1, 1}, 0.5F);
  picture.cover(2, 0, {1, 1, 1}, 1);
  picture.cover(-1, 5, {1, 1, 1}, 1);
  CHECK(apart(picture.at(1, 0), {0.75F, 1.5F, 0}) < 1e-3);
}

TEST_CASE("a view has the world's proportions") {
  const View view({-10, 20, 30, 40}, 400, false);
  CHECK(view.height() == 200);
  CHECK(view.pixelsPerBlock() == 10);
  const PicturePoint point = view.toPicture(-10 + 4, 20 + 5);
  CHECK(point.x == Approx(40));
  CHECK(point.y == Approx(50));
  CHECK(view.worldX(40) == Approx(-6));
  CHECK(view.worldZ(50) == Approx(25));
  CHECK_THROWS_AS(View({0, 0, 1, 1e9}, 16, true), PictureError);
  CHECK(View({0, 0, 1e9, 1}, 16, true).height() == 1);
}

TEST_CASE("a torus and a box are shown whole, an endless world round its bats") {
  StubWorld torus(WorldSpec::makeTorus(480, 240));
  REQUIRE(wholeWorld(torus));
  CHECK(wholeWorld(torus)->x2 == 480);
  CHECK(wholeWorld(torus)->z2 == 240);
  CHECK(isTorus(torus));
  StubWorld box(WorldSpec::makeBox({2000, 1200, 800}));
  REQUIRE(wholeWorld(box));
  CHECK(wholeWorld(box)->x1 == -1000);
  CHECK(wholeWorld(box)->z2 == 400);
  StubWorld flat(WorldSpec::makeFlat(64));
  CHECK_FALSE(wholeWorld(flat));
  REQUIRE(flat.loadArea({-8, -8, 7, 23}));
  REQUIRE(wholeWorld(flat));
  CHECK(wholeWorld(flat)->x2 == 8);
  CHECK(wholeWorld(flat)->z2 == 24);

  ViewFinder finder;
  CHECK(finder.area().x1 == -32);
  finder.add(1000, 0);
  finder.add(1500, 0);
  CHECK(finder.area().x1 == 950);
  CHECK(finder.area().x2 == 1550);
  CHECK(finder.area().z2 - finder.area().z1 > 300);
}

TEST_CASE("strokes that follow one another cover what one long stroke would") {
  const auto covered = [](const std::vector<PicturePoint>& way) {
    std::vector<float> parts(400);
    for (std::size_t i = 1; i < way.size(); ++i) {
      drawStroke(way[i - 1], way[i], 3, 20, 20, [&](int x, int y, float part) {
        parts[static_cast<std::size_t>(y) * 20 + static_cast<std::size_t>(x)] += part;
      });
    }
    return parts;
  };
  const auto whole = covered({{2, 3}, {16, 13}});
  const auto pieces = covered({{2, 3}, {2.7, 3.5}, {3.4, 4}, {9, 8}, {9.07, 8.05}, {16, 13}});
  float most = 0;
  for (std::size_t i = 0; i < whole.size(); ++i) {
    CHECK(pieces[i] == Approx(whole[i]).margin(1e-4));
    most = std::max(most, whole[i]);
  }
  CHECK(most == 1);
}

TEST_CASE("a scale bar is as long as it says") {
  CHECK(scaleBarLength(View({0, 0, 480, 480}, 480, false)) == 100);
  CHECK(scaleBarLength(View({0, 0, 2000, 800}, 480, false)) == 500);
  CHECK(scaleBarLength(View({0, 0, 230, 100}, 480, false)) == 50);
  CHECK(scaleBarLength(View({0, 0, 2, 2}, 480, false)) == 0.5);
  const View view({0, 0, 480, 480}, 720, false);
  Picture picture(view.width(), view.height(), {0, 0, 0});
  drawScaleBar(view, picture);
  int longest = 0;
  for (int y = 0; y < picture.height(); ++y) {
    int run = 0;
    for (int x = 0; x < picture.width(); ++x) {
      run = apart(picture.at(x, y), {1, 1, 1}) < 1 ? run + 1 : 0;
      longest = std::max(longest, run);
    }
  }
  CHECK(longest == 150);  // 100 blocks at 1.5 pixels each
  Picture small(100, 40, {0, 0, 0});
  drawScaleBar(View({0, 0, 100, 40}, 100, false), small);
  CHECK(small.bytes() == Picture(100, 40, {0, 0, 0}).bytes());
}

}  // namespace better_bats::test
