// Which part of the world a picture shows, and where in it. SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "world_stub/world/stub_world.hpp"

namespace better_bats::stub {

/// A place in a picture, in pixels; (0, 0) is the corner of the first pixel, not its middle.
struct PicturePoint {
  double x, y;
};

/// A part of the world from above: x1 <= x < x2 to the right, z1 <= z < z2 downward, so north is up.
struct ViewArea {
  double x1, z1, x2, z2;
};

class View {
 public:
  static constexpr int smallestWidth = 16;

  /// The height follows from the width. With `wraps` the area is a whole torus, and what leaves the picture on one side
  /// comes in on the other. Throws PictureError where the picture would be too high.
  View(const ViewArea& area, int width, bool wraps);

  [[nodiscard]] const ViewArea& area() const noexcept { return area_; }
  [[nodiscard]] bool wraps() const noexcept { return wraps_; }
  [[nodiscard]] int width() const noexcept { return width_; }
  [[nodiscard]] int height() const noexcept { return height_; }

  [[nodiscard]] PicturePoint toPicture(double x, double z) const noexcept {
    return {(x - area_.x1) * scaleX_, (z - area_.z1) * scaleZ_};
  }
  /// Where a place of the picture is in the world.
  [[nodiscard]] double worldX(double x) const noexcept { return area_.x1 + x / scaleX_; }
  [[nodiscard]] double worldZ(double y) const noexcept { return area_.z1 + y / scaleZ_; }
  [[nodiscard]] double pixelsPerBlock() const noexcept { return scaleX_; }

  /// draw(point) for a shape at this point that reaches so far round it, and where the view wraps for those images of
  /// it that can be seen.
  template <typename Draw>
  void forEachImage(PicturePoint point, double reach, const Draw& draw) const {
    if (!wraps_) return draw(point);
    const auto seen = [reach](double at, int size) { return at + reach >= 0 && at - reach <= size; };
    for (const int row : {-1, 0, 1}) {
      for (const int column : {-1, 0, 1}) {
        const PicturePoint image{point.x + column * width_, point.y + row * height_};
        if (seen(image.x, width_) && seen(image.y, height_)) draw(image);
      }
    }
  }

 private:
  ViewArea area_;
  int width_, height_;
  double scaleX_, scaleZ_;
  bool wraps_;
};

/// The area of a world that has ends: a torus, a box, what lies within a border, or the columns that are loaded.
/// Nothing where it has none, or they are too far to be shown.
[[nodiscard]] std::optional<ViewArea> wholeWorld(const StubWorld& world);

/// A whole torus.
[[nodiscard]] bool isTorus(const StubWorld& world) noexcept;

/// Grows to hold points, then becomes an area round them.
class ViewFinder {
 public:
  void add(double x, double z) noexcept;
  /// With a margin, neither very small nor very long; round the origin where there was no point.
  [[nodiscard]] ViewArea area() const noexcept;

 private:
  bool empty_ = true;
  ViewArea bounds_{0, 0, 0, 0};
};

}  // namespace better_bats::stub
