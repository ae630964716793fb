// Shapes with soft edges: which pixels they cover, and how much of each. SPDX-License-Identifier: MIT
//
// Each calls plot(x, y, part) for the pixels within `width` x `height` that it covers, part in (0, 1].
#pragma once

#include <algorithm>
#include <cmath>

#include "world_stub/render/view.hpp"

namespace better_bats::stub {

struct PixelRange {
  int first, last;  ///< inclusive
};

/// The pixels of one axis that a shape between two places can touch.
[[nodiscard]] inline PixelRange pixelsBetween(double low, double high, int size) noexcept {
  const auto within = [size](double at) { return static_cast<int>(std::clamp(std::floor(at), -1.0, double(size))); };
  return {std::max(0, within(low)), std::min(size - 1, within(high))};
}

/// A straight stroke with flat ends: strokes that follow one another cover together what one long stroke would. One of
/// no length is a dot.
template <typename Plot>
void drawStroke(PicturePoint from, PicturePoint to, double thickness, int width, int height, const Plot& plot) {
  const double dx = to.x - from.x;
  const double dy = to.y - from.y;
  const double length = std::hypot(dx, dy);
  const double reach = thickness / 2 + 0.5;
  // The part of a pixel that lies within the stroke: that of its extent along it, times that across it.
  const auto partOf = [&](double x, double y) {
    if (length == 0) return reach - std::hypot(x, y);
    const double along = (x * dx + y * dy) / length;
    const double across = std::abs(x * dy - y * dx) / length;
    const double within = std::min(along + 0.5, length) - std::max(along - 0.5, 0.0);
    return std::max(within, 0.0) * std::clamp(reach - across, 0.0, 1.0);
  };
  const PixelRange columns = pixelsBetween(std::min(from.x, to.x) - reach, std::max(from.x, to.x) + reach, width);
  const PixelRange rows = pixelsBetween(std::min(from.y, to.y) - reach, std::max(from.y, to.y) + reach, height);
  for (int y = rows.first; y <= rows.last; ++y) {
    for (int x = columns.first; x <= columns.last; ++x) {
      const double part = partOf(x + 0.5 - from.x, y + 0.5 - from.y);
      if (part > 0) plot(x, y, static_cast<float>(std::min(part, 1.0)));
    }
  }
}

/// A dart that points along (headingX, headingY), `size` pixels long. [Limit: the heading has length 1]
template <typename Plot>
void drawDart(PicturePoint centre, double headingX, double headingY, double size, int width, int height,
              const Plot& plot) {
  constexpr int samples = 4;
  const double half = size / 2;
  const PixelRange columns = pixelsBetween(centre.x - size, centre.x + size, width);
  const PixelRange rows = pixelsBetween(centre.y - size, centre.y + size, height);
  // In the dart's own axes: the point at +1, the wings at (-1, +-0.72), a notch between them.
  const auto inside = [&](double x, double y) {
    const double along = ((x - centre.x) * headingX + (y - centre.y) * headingY) / half;
    const double across = std::abs((y - centre.y) * headingX - (x - centre.x) * headingY) / half;
    return along < 1 && across < 0.36 * (1 - along) && along > -0.5 - across * 0.7;
  };
  for (int y = rows.first; y <= rows.last; ++y) {
    for (int x = columns.first; x <= columns.last; ++x) {
      int hits = 0;
      for (int i = 0; i < samples * samples; ++i) {
        const int row = i / samples;
        hits += inside(x + (i % samples + 0.5) / samples, y + (row + 0.5) / samples) ? 1 : 0;
      }
      if (hits > 0) plot(x, y, static_cast<float>(hits) / (samples * samples));
    }
  }
}

}  // namespace better_bats::stub
