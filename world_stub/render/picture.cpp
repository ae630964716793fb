// Pixels. SPDX-License-Identifier: MIT
#include "world_stub/render/picture.hpp"

#include <algorithm>
#include <cmath>

namespace better_bats::stub {
namespace {

[[nodiscard]] std::uint8_t toByte(float value) noexcept {
  return static_cast<std::uint8_t>(std::lround(std::clamp(value, 0.0F, 1.0F) * 255));
}

/// One channel of a hue: 1 round its own colour, 0 on the other side of the circle, straight between.
[[nodiscard]] float channel(double turns, double own) noexcept {
  const double apart = turns - own;
  return static_cast<float>(std::clamp(2 - 6 * std::abs(apart - std::round(apart)), 0.0, 1.0));
}

}  // namespace

Rgb brightHue(double turns) noexcept {
  constexpr float saturation = 0.62F;
  const Rgb pure{channel(turns, 0), channel(turns, 1.0 / 3), channel(turns, 2.0 / 3)};
  return mixed({1, 1, 1}, pure, saturation);
}

Picture::Picture(int width, int height, Rgb background)
    : width_(width),
      height_(height),
      pixels_(static_cast<std::size_t>(width) * static_cast<std::size_t>(height), background) {}

void Picture::coverRectangle(int x, int y, int width, int height, Rgb colour, float part) noexcept {
  for (int row = y; row < y + height; ++row) {
    for (int column = x; column < x + width; ++column) cover(column, row, colour, part);
  }
}

std::vector<std::uint8_t> Picture::bytes() const {
  std::vector<std::uint8_t> bytes;
  bytes.reserve(pixels_.size() * 3);
  for (const Rgb& pixel : pixels_) {
    bytes.push_back(toByte(pixel.red));
    bytes.push_back(toByte(pixel.green));
    bytes.push_back(toByte(pixel.blue));
  }
  return bytes;
}

}  // namespace better_bats::stub
