// Drawing trails. SPDX-License-Identifier: MIT
#include "world_stub/render/trail_picture.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "world_stub/render/scale_bar.hpp"
#include "world_stub/render/shapes.hpp"
#include "world_stub/world/nearest_image.hpp"

namespace better_bats::stub {
namespace {

constexpr double faintest = 1.0 / 512;  // less cannot be seen
constexpr double longestFlight = 65;    // blocks: more in a tick was no flight but a teleport
constexpr float dimmed = 0.42F;
constexpr Rgb duskTint{0.7F, 0.78F, 1.0F};

/// What strokes leave on a canvas: their colours, and how much of the paper they hide.
class Canvas {
 public:
  explicit Canvas(const View& view) : view_(view), ink_(size()), sum_(size()) {}

  void stroke(PicturePoint from, PicturePoint to, double thickness, Rgb colour) {
    const double dx = to.x - from.x;
    const double dy = to.y - from.y;
    const double reach = std::max(std::abs(dx), std::abs(dy)) + thickness;
    view_.forEachImage(to, reach, [&](PicturePoint end) {
      drawStroke({end.x - dx, end.y - dy}, end, thickness, view_.width(), view_.height(),
                 [&](int x, int y, float part) { inkOver(x, y, colour, part); });
    });
  }

  /// Adds the strokes since the last call.
  void add(float weight) {
    for (const std::size_t index : touched_) {
      Ink& ink = ink_[index];
      sum_[index].colour = sum_[index].colour + ink.colour * weight;
      sum_[index].part += ink.part * weight;
      ink = {};
    }
    touched_.clear();
  }

  [[nodiscard]] Picture over(const Picture& paper) const {
    Picture picture = paper;
    for (int y = 0; y < view_.height(); ++y) {
      for (int x = 0; x < view_.width(); ++x) {
        const Ink& sum = sum_[indexOf(x, y)];
        if (sum.part > 0) picture.cover(x, y, sum.colour * (1 / sum.part), std::min(1.0F, sum.part));
      }
    }
    return picture;
  }

 private:
  struct Ink {
    Rgb colour{};
    float part = 0;
  };

  [[nodiscard]] std::size_t size() const noexcept {
    return static_cast<std::size_t>(view_.width()) * static_cast<std::size_t>(view_.height());
  }
  [[nodiscard]] std::size_t indexOf(int x, int y) const noexcept {
    return static_cast<std::size_t>(y) * static_cast<std::size_t>(view_.width()) + static_cast<std::size_t>(x);
  }

  void inkOver(int x, int y, Rgb colour, float part) {
    const std::size_t index = indexOf(x, y);
    Ink& ink = ink_[index];
    if (ink.part == 0) touched_.push_back(index);
    ink.colour = ink.colour * (1 - part) + colour * part;
    ink.part = ink.part * (1 - part) + part;
  }

  const View& view_;
  std::vector<Ink> ink_;              // of one tick
  std::vector<std::size_t> touched_;  // where it is not empty
  std::vector<Ink> sum_;              // the canvas, divided by alpha
};

/// The strokes of one tick.
void inkTick(const TrailHistory::Frame& before, const TrailHistory::Frame& now, const View& view, Vec3 period,
             const BatColours& colours, double thickness, Canvas& canvas) {
  auto was = before.begin();
  for (const TrailHistory::Point& point : now) {
    while (was != before.end() && was->id < point.id) ++was;
    double dx = 0;
    double dz = 0;
    if (was != before.end() && was->id == point.id) {
      dx = nearestImage(point.x - was->x, period.x);
      dz = nearestImage(point.z - was->z, period.z);
    }
    if (std::hypot(dx, dz) > longestFlight) dx = dz = 0;
    canvas.stroke(view.toPicture(point.x - dx, point.z - dz), view.toPicture(point.x, point.z), thickness,
                  colours.of(point.id, dx, dz));
  }
}

/// What of an area belongs to the world. Bats never leave it.
[[nodiscard]] ViewArea within(const ViewArea& area, const std::optional<ViewArea>& world) {
  if (!world) return area;
  const ViewArea common{std::max(area.x1, world->x1), std::max(area.z1, world->z1), std::min(area.x2, world->x2),
                        std::min(area.z2, world->z2)};
  return common.x1 < common.x2 && common.z1 < common.z2 ? common : area;
}

void dim(Picture& paper) {
  for (int y = 0; y < paper.height(); ++y) {
    for (int x = 0; x < paper.width(); ++x) {
      Rgb& pixel = paper.at(x, y);
      pixel = {pixel.red * dimmed * duskTint.red, pixel.green * dimmed * duskTint.green,
               pixel.blue * dimmed * duskTint.blue};
    }
  }
}

}  // namespace

View trailView(const StubWorld& world, const TrailHistory& history, int width) {
  const bool hasFrame = world.border() || world.map().spec().kind == WorldKind::Box || isTorus(world);
  const auto whole = hasFrame ? wholeWorld(world) : std::nullopt;
  if (whole) return {*whole, width, isTorus(world)};
  ViewFinder finder;
  for (const TrailHistory::Frame& frame : history.frames()) {
    for (const TrailHistory::Point& point : frame) finder.add(point.x, point.z);
  }
  return {within(finder.area(), wholeWorld(world)), width, false};
}

std::size_t visibleTicks(double alpha, std::size_t ticks) noexcept {
  double weight = 1;
  std::size_t visible = 0;
  for (; visible < ticks && weight >= faintest; ++visible) weight *= 1 - alpha;
  return visible;
}

Picture drawTrails(const StubWorld& world, const View& view, const TrailHistory& history, double alpha,
                   const FlockOf& flockOf, const std::function<void(int)>& done) {
  Picture paper(view.width(), view.height(), Terrain::nothing);
  Terrain(world.map(), view).draw(view, paper, done);
  dim(paper);
  const BatColours colours(world.entities(), flockOf);
  const double thickness = std::max(1.3, view.width() / 420.0);
  const auto& frames = history.frames();
  const std::size_t visible = visibleTicks(alpha, frames.empty() ? 0 : frames.size() - 1);
  Canvas canvas(view);
  double weight = 1;
  for (std::size_t ago = 0; ago < visible; ++ago) {
    done(view.height() + static_cast<int>(ago));
    const std::size_t now = frames.size() - 1 - ago;
    inkTick(frames[now - 1], frames[now], view, world.bounds().period, colours, thickness, canvas);
    canvas.add(static_cast<float>(weight));
    weight *= 1 - alpha;
  }
  Picture picture = canvas.over(paper);
  drawScaleBar(view, picture);
  return picture;
}

}  // namespace better_bats::stub
