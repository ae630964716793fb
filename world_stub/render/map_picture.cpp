// Drawing maps. SPDX-License-Identifier: MIT
#include "world_stub/render/map_picture.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "world_stub/render/label.hpp"
#include "world_stub/render/scale_bar.hpp"
#include "world_stub/render/shapes.hpp"

namespace better_bats::stub {
namespace {

constexpr double outline = 1.7;  // times the dart, so that it stands out from any ground
constexpr Rgb outlineColour{0.04F, 0.04F, 0.06F};
constexpr float faint = 0.35F;
constexpr std::size_t mostCounted = 200;  // bats: of more the numbers would hide the map

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

/// Bats whose darts lie on one another, at the place of the one on top.
struct Heap {
  PicturePoint at;
  std::size_t bats;
};

/// [Limit: the lowest first]
[[nodiscard]] std::vector<Heap> heapsOf(const View& view, const std::vector<Entity>& bats, double size) {
  std::vector<Heap> heaps;
  for (auto bat = bats.rbegin(); bat != bats.rend(); ++bat) {
    const PicturePoint at = view.toPicture(bat->position.x, bat->position.z);
    const auto heap = std::find_if(heaps.begin(), heaps.end(), [&](const Heap& known) {
      return std::hypot(known.at.x - at.x, known.at.y - at.y) < size / 2;
    });
    if (heap != heaps.end()) {
      ++heap->bats;
    } else {
      heaps.push_back({at, 1});
    }
  }
  return heaps;
}

/// Flockmates fly closer than a dart is long: a number says how many are where one is seen.
void drawCounts(const View& view, Picture& picture, const std::vector<Entity>& bats, double size) {
  const int magnification = picture.width() >= widthForLargeText ? 2 : 1;
  for (const Heap& heap : heapsOf(view, bats, size)) {
    const bool seen = heap.at.x >= 0 && heap.at.x < view.width() && heap.at.y >= 0 && heap.at.y < view.height();
    if (heap.bats < 2 || !seen) continue;
    const int x = static_cast<int>(heap.at.x + size * outline / 2 + 1);
    const int y = static_cast<int>(heap.at.y) - labelHeight(magnification) / 2;
    const std::string text = std::to_string(heap.bats);
    for (const int shadow : {magnification, 0}) {
      drawLabel(picture, x + shadow, y + shadow, text, magnification, shadow > 0 ? outlineColour : Rgb{1, 1, 1});
    }
  }
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
  if (bats.size() <= mostCounted) drawCounts(view, picture, bats, size);
  drawScaleBar(view, picture);
  return picture;
}

}  // namespace better_bats::stub
