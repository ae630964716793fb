// Draws the sprite sheet of the bat from its text: draw_bat bat.txt better_bats_bat.png. SPDX-License-Identifier: MIT
//
// The sheet's columns are the six sides from which Luanti shows a sprite (front, left, back, right, above, below), its
// rows one beat of the wings. The sides that are not in the text follow from those that are.
#include <algorithm>
#include <array>
#include <cstdint>
#include <exception>
#include <fstream>
#include <iostream>
#include <map>
#include <stdexcept>
#include <string>
#include <vector>

#define STB_IMAGE_WRITE_STATIC
#define STB_IMAGE_WRITE_IMPLEMENTATION
#include <stb_image_write.h>

namespace {

constexpr std::size_t kWidth = 16, kHeight = 12, kSides = 6, kPoses = 4;

using Drawing = std::vector<std::string>;
using Drawings = std::map<std::string, Drawing>;  // by «VIEW POSE»
using Pixel = std::array<std::uint8_t, 4>;

[[nodiscard]] Drawings read(const std::string& path) {
  std::ifstream file(path);
  Drawings drawings;
  std::string line;
  while (std::getline(file, line)) {
    if (line.empty() || line.front() == '#') continue;
    Drawing& drawing = drawings[line];
    while (drawing.size() < kHeight && std::getline(file, line)) {
      if (line.size() != kWidth) throw std::runtime_error("a row is not 16 pixels wide: " + line);
      drawing.push_back(line);
    }
  }
  return drawings;
}

[[nodiscard]] Drawing mirrored(Drawing drawing) {
  for (std::string& row : drawing) std::reverse(row.begin(), row.end());
  return drawing;
}

[[nodiscard]] Drawing replaced(Drawing drawing, const std::string& these, char by) {
  for (std::string& row : drawing) {
    std::replace_if(
        row.begin(), row.end(), [&](char pixel) { return these.find(pixel) != std::string::npos; }, by);
  }
  return drawing;
}

[[nodiscard]] std::array<Drawing, kSides> sidesOf(const Drawings& drawings, const std::string& pose) {
  const Drawing& front = drawings.at("front " + pose);
  const Drawing& left = drawings.at("left " + pose);
  const Drawing& above = drawings.at("above " + pose);
  return {front,
          left,
          replaced(front, "etf", 'b'),
          mirrored(left),
          replaced(above, "f", 'b'),
          replaced(mirrored(above), "b", 'f')};
}

[[nodiscard]] Pixel colourOf(char pixel) {
  switch (pixel) {
    case '.': return {0, 0, 0, 0};
    case 'b': return {58, 44, 38, 255};
    case 'f': return {104, 80, 64, 255};
    case 'w': return {36, 28, 32, 255};
    case 'e': return {236, 206, 92, 255};
    case 't': return {232, 226, 214, 255};
    default: throw std::runtime_error(std::string("no such colour: ") + pixel);
  }
}

void draw(const std::string& from, const std::string& to) {
  const Drawings drawings = read(from);
  const std::array<std::string, kPoses> poses{"up", "middle", "down", "middle"};
  std::vector<Pixel> sheet(kWidth * kSides * kHeight * kPoses);
  for (std::size_t pose = 0; pose < kPoses; ++pose) {
    const auto sides = sidesOf(drawings, poses.at(pose));
    for (std::size_t side = 0; side < kSides; ++side) {
      for (std::size_t y = 0; y < kHeight; ++y) {
        for (std::size_t x = 0; x < kWidth; ++x) {
          sheet[((pose * kHeight + y) * kSides + side) * kWidth + x] = colourOf(sides.at(side).at(y).at(x));
        }
      }
    }
  }
  constexpr int width = kWidth * kSides;
  constexpr int height = kHeight * kPoses;
  if (stbi_write_png(to.c_str(), width, height, 4, sheet.data(), 4 * width) == 0) {
    throw std::runtime_error(to + ": cannot be written");
  }
}

}  // namespace

int main(int argc, char** argv) try {
  if (argc != 3) throw std::runtime_error("usage: draw_bat TEXT PNG");
  draw(argv[1], argv[2]);
  return 0;
} catch (const std::exception& failure) {
  std::cerr << "draw_bat: " << failure.what() << '\n';
  return 1;
}
