// Drawing maps. SPDX-License-Identifier: MIT
#include "world_stub/render/map_picture.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "world_stub/render/scale_bar.hpp"
#include "world_stub/render/shapes.hpp"

namespace better_bats::stub {
namespace {

constexpr double outline = 1.7;  // times the dart, so that it stands out from any ground
constexpr Rgb outlineColour{0.04F, 0.04F, 0.06F};
constexpr float faint = 0.35F;

[[nodiscard]] std::vector<Entity> lowestFirst(const StubWorld& world) {
  std::vector<Entity> bats;
  for (const Entity& bat : world.entities().bats()) {
    if (hasFiniteState(bat)) bats.push_back(bat);
  }
  std::stable_sort(bats.begin(), bats.end(),
                   [](const Entity& a, const Entity& b) { return a.position.y < b.position.y; });
  return bats;
}

/// Pixels from point to tail: many bats are drawn smaller.
[[nodiscard]] double dartSize(const View& view, std::size_t bats) {
  const double byWidth = view.width() / (bats > 1000 ? 160.0 : bats > 200 ? 110.0 : 75.0);
  return std::clamp(byWidth, 4.0, 24.0);
}

void drawBat(const View& view, Picture& picture, const Entity& bat, double size, Rgb colour, float part) {
  const double speed = std::hypot(bat.velocity.x, bat.velocity.z);
  const double headingX = speed > 0 ? bat.velocity.x / speed : 1;
  const double headingY = speed > 0 ? bat.velocity.z / speed : 0;
  const auto dart = [&](PicturePoint at, double length, Rgb fill, float strength) {
    drawDart(at, headingX, headingY, length, picture.width(), picture.height(),
             [&](int x, int y, float covered) { picture.cover(x, y, fill, covered * strength); });
  };
  view.forEachImage(view.toPicture(bat.position.x, bat.position.z), size * outline, [&](PicturePoint at) {
    dart(at, size * outline, outlineColour, part * 0.8F);
    dart(at, size, colour, part);
  });
}

}  // namespace

View mapView(const StubWorld& world, int width) {
  if (const auto area = wholeWorld(world)) return {*area, width, isTorus(world)};
  ViewFinder finder;
  for (const Entity& bat : world.entities().bats()) {
    if (hasFiniteState(bat)) finder.add(bat.position.x, bat.position.z);
  }
  return {finder.area(), width, false};
}

Picture drawMap(const StubWorld& world, const View& view, const FlockOf& flockOf, const RowsDone& rowsDone) {
  Picture picture(view.width(), view.height(), Terrain::nothing);
  Terrain(world.map(), view).draw(view, picture, rowsDone);
  const BatColours colours(world.entities(), flockOf);
  const std::vector<Entity> bats = lowestFirst(world);
  const double size = dartSize(view, bats.size());
  for (const Entity& bat : bats) {
    const bool covered = world.height(bat.position).value_or(0) < 0;
    drawBat(view, picture, bat, size, colours.of(bat.id, bat.velocity.x, bat.velocity.z), covered ? faint : 1);
  }
  drawScaleBar(view, picture);
  return picture;
}

}  // namespace better_bats::stub
