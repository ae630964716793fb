// Views of a world. SPDX-License-Identifier: MIT
#include "world_stub/render/view.hpp"

#include <algorithm>
#include <cmath>
#include <string>

#include "world_stub/render/picture.hpp"

namespace better_bats::stub {
namespace {

constexpr double furthestEnd = 1e6;  // beyond, ends are no frame for a picture
constexpr double margin = 0.1;       // of the longer side
constexpr double smallestMargin = 8;
constexpr double smallestSide = 64;
constexpr double longestRatio = 1.6;

[[nodiscard]] int heightFor(const ViewArea& area, int width) {
  const double height = std::round(width * ((area.z2 - area.z1) / (area.x2 - area.x1)));
  if (height <= Picture::largestSide) return std::max(1, static_cast<int>(height));
  throw PictureError("The picture would be more than " + std::to_string(Picture::largestSide) +
                     " pixels high: choose a smaller width");
}

void widen(double& low, double& high, double side) noexcept {
  const double missing = std::max(0.0, side - (high - low)) / 2;
  low -= missing;
  high += missing;
}

}  // namespace

View::View(const ViewArea& area, int width, bool wraps)
    : area_(area),
      width_(width),
      height_(heightFor(area, width)),
      scaleX_(width_ / (area.x2 - area.x1)),
      scaleZ_(height_ / (area.z2 - area.z1)),
      wraps_(wraps) {}

bool isTorus(const StubWorld& world) noexcept {
  const Bounds bounds = world.bounds();
  return bounds.period.x > 0 && bounds.period.z > 0;
}

std::optional<ViewArea> wholeWorld(const StubWorld& world) {
  const Bounds bounds = world.bounds();
  if (isTorus(world)) return ViewArea{0, 0, bounds.period.x, bounds.period.z};
  const ColumnArea& loaded = world.map().loadedArea();
  const ViewArea area{std::max(bounds.min.x, double(loaded.x1)), std::max(bounds.min.z, double(loaded.z1)),
                      std::min(bounds.max.x, loaded.x2 + 1.0), std::min(bounds.max.z, loaded.z2 + 1.0)};
  const bool near = std::max({-area.x1, -area.z1, area.x2, area.z2}) <= furthestEnd;
  if (!near || !(area.x1 < area.x2) || !(area.z1 < area.z2)) return std::nullopt;
  return area;
}

void ViewFinder::add(double x, double z) noexcept {
  if (empty_) bounds_ = {x, z, x, z};
  empty_ = false;
  bounds_ = {std::min(bounds_.x1, x), std::min(bounds_.z1, z), std::max(bounds_.x2, x), std::max(bounds_.z2, z)};
}

ViewArea ViewFinder::area() const noexcept {
  ViewArea area = bounds_;
  const double border = std::max(smallestMargin, margin * std::max(area.x2 - area.x1, area.z2 - area.z1));
  area = {area.x1 - border, area.z1 - border, area.x2 + border, area.z2 + border};
  widen(area.x1, area.x2, std::max(smallestSide, (area.z2 - area.z1) / longestRatio));
  widen(area.z1, area.z2, std::max(smallestSide, (area.x2 - area.x1) / longestRatio));
  return {std::floor(area.x1), std::floor(area.z1), std::ceil(area.x2), std::ceil(area.z2)};
}

}  // namespace better_bats::stub
