// Text by stb_easy_font, which makes rectangles of it. SPDX-License-Identifier: MIT
#include "world_stub/render/label.hpp"

#include <stb/stb_easy_font.h>

#include <array>
#include <cstring>

namespace better_bats::stub {
namespace {

/// As stb_easy_font lays its corners out.
struct Corner {
  float x, y, z;
  std::array<unsigned char, 4> colour;
};
static_assert(sizeof(Corner) == 16);
using Quad = std::array<Corner, 4>;

constexpr std::size_t bytesPerCharacter = 1024;  // more than any needs

}  // namespace

int labelWidth(const std::string& text, int magnification) {
  std::string copy = text;  // the font takes char*, and reads only
  return stb_easy_font_width(copy.data()) * magnification;
}

void drawLabel(Picture& picture, int x, int y, const std::string& text, int magnification, Rgb colour) {
  std::string copy = text;
  std::vector<char> buffer(bytesPerCharacter * (text.size() + 1));
  const int quads = stb_easy_font_print(0, 0, copy.data(), nullptr, buffer.data(), static_cast<int>(buffer.size()));
  for (int i = 0; i < quads; ++i) {
    Quad quad;
    std::memcpy(&quad, buffer.data() + static_cast<std::size_t>(i) * sizeof(Quad), sizeof(Quad));
    const auto pixels = [magnification](float units) { return static_cast<int>(units) * magnification; };
    picture.coverRectangle(x + pixels(quad[0].x), y + pixels(quad[0].y), pixels(quad[2].x - quad[0].x),
                           pixels(quad[2].y - quad[0].y), colour, 1);
  }
}

}  // namespace better_bats::stub
