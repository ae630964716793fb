// Pixels, and what is drawn with. Colours are sRGB as they stand, 0..1; blending is done on them as they are.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <vector>

#include "world_stub/world/block_types.hpp"

namespace better_bats::stub {

/// A picture that cannot be made; what() is one line.
class PictureError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

struct Rgb {
  float red = 0, green = 0, blue = 0;

  friend constexpr Rgb operator+(Rgb a, Rgb b) noexcept { return {a.red + b.red, a.green + b.green, a.blue + b.blue}; }
  friend constexpr Rgb operator*(Rgb a, float s) noexcept { return {a.red * s, a.green * s, a.blue * s}; }
};

[[nodiscard]] constexpr Rgb toRgb(Colour colour) noexcept {
  return {static_cast<float>(colour.red) / 255, static_cast<float>(colour.green) / 255,
          static_cast<float>(colour.blue) / 255};
}

/// part 0: a, part 1: b.
[[nodiscard]] constexpr Rgb mixed(Rgb a, Rgb b, float part) noexcept {
  return a * (1 - part) + b * part;
}

/// A bright colour by its hue in turns, 0 and 1 being red.
[[nodiscard]] Rgb brightHue(double turns) noexcept;

/// [Limit: 1..largestSide each way]
class Picture {
 public:
  static constexpr int largestSide = 8192;

  Picture(int width, int height, Rgb background);

  [[nodiscard]] int width() const noexcept { return width_; }
  [[nodiscard]] int height() const noexcept { return height_; }
  [[nodiscard]] bool contains(int x, int y) const noexcept { return x >= 0 && x < width_ && y >= 0 && y < height_; }

  /// [Limit: contains(x, y)]
  [[nodiscard]] Rgb& at(int x, int y) noexcept { return pixels_[index(x, y)]; }
  [[nodiscard]] Rgb at(int x, int y) const noexcept { return pixels_[index(x, y)]; }

  /// Covers a part of a pixel; nothing where there is none.
  void cover(int x, int y, Rgb colour, float part) noexcept {
    if (contains(x, y)) at(x, y) = mixed(at(x, y), colour, part);
  }
  /// Covers a rectangle, cut off at the picture's edges.
  void coverRectangle(int x, int y, int width, int height, Rgb colour, float part) noexcept;

  /// Three bytes a pixel, row by row from the top.
  [[nodiscard]] std::vector<std::uint8_t> bytes() const;

 private:
  [[nodiscard]] std::size_t index(int x, int y) const noexcept {
    return static_cast<std::size_t>(y) * static_cast<std::size_t>(width_) + static_cast<std::size_t>(x);
  }

  int width_, height_;
  std::vector<Rgb> pixels_;
};

}  // namespace better_bats::stub
