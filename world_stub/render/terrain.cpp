// Colouring terrain. SPDX-License-Identifier: MIT
#include "world_stub/render/terrain.hpp"

#include <algorithm>
#include <cmath>

namespace better_bats::stub {
namespace {

constexpr int heightSamples = 96;      // each way
constexpr double leastRelief = 24;     // blocks from dark to light at least: flat land is no mountain
constexpr float darkest = 0.74F;       // of the lowest land
constexpr float lightest = 1.16F;      // of the highest
constexpr double steepness = 0.22;     // how strongly a slope is shaded
constexpr int deepest = 14;            // blocks: deeper water is not darker
constexpr float darkestWater = 0.42F;  // of the deepest

[[nodiscard]] std::int32_t columnOf(double coordinate) noexcept {
  return static_cast<std::int32_t>(std::floor(coordinate));
}

[[nodiscard]] BlockType topBlock(const ColumnView& column, std::int32_t surface) noexcept {
  return column.type(surface - 1);
}

}  // namespace

Terrain::Terrain(const VoxelMap& map, const View& view) : map_(map) {
  bool any = false;
  for (int i = 0; i < heightSamples * heightSamples; ++i) {
    const int row = i / heightSamples;
    const double x = view.worldX((i % heightSamples + 0.5) / heightSamples * view.width());
    const double z = view.worldZ((row + 0.5) / heightSamples * view.height());
    const Surface surface = map_.column(columnOf(x), columnOf(z)).surface();
    if (surface.loaded == 0 || surface.has_surface == 0) continue;
    low_ = any ? std::min(low_, double(surface.height)) : surface.height;
    high_ = any ? std::max(high_, double(surface.height)) : surface.height;
    any = true;
  }
  const double missing = std::max(0.0, leastRelief - (high_ - low_)) / 2;
  low_ -= missing;
  high_ += missing;
}

double Terrain::heightNear(std::int32_t x, std::int32_t z, double otherwise) const {
  const Surface surface = map_.column(x, z).surface();
  return surface.loaded != 0 && surface.has_surface != 0 ? surface.height : otherwise;
}

Rgb Terrain::landColour(std::int32_t x, std::int32_t z, std::int32_t surface, BlockType top) const {
  const double part = std::clamp((surface - low_) / (high_ - low_), 0.0, 1.0);
  const float byHeight = darkest + (lightest - darkest) * static_cast<float>(part);
  const auto at = [&](std::int32_t dx, std::int32_t dz) { return heightNear(x + dx, z + dz, surface); };
  const double slopeX = (at(1, -1) + 2 * at(1, 0) + at(1, 1) - at(-1, -1) - 2 * at(-1, 0) - at(-1, 1)) / 8;
  const double slopeZ = (at(-1, 1) + 2 * at(0, 1) + at(1, 1) - at(-1, -1) - 2 * at(0, -1) - at(1, -1)) / 8;
  // Land that falls towards the north-west rises towards the south-east, and has the light on it.
  const double light = std::clamp(steepness * (slopeX + slopeZ), -0.45, 0.3);
  return toRgb(traitsOf(top).colour) * (byHeight * static_cast<float>(1 + light));
}

Rgb Terrain::waterColour(const ColumnView& column, std::int32_t surface, Rgb shallow) {
  int depth = 1;
  while (depth < deepest && traitsOf(column.type(surface - 1 - depth)).fluid) ++depth;
  const float part = static_cast<float>(depth - 1) / (deepest - 1);
  return shallow * (1 - (1 - darkestWater) * part);
}

Rgb Terrain::colourAt(double x, double z) const {
  const std::int32_t columnX = columnOf(x);
  const std::int32_t columnZ = columnOf(z);
  const ColumnView column = map_.column(columnX, columnZ);
  const Surface surface = column.surface();
  if (surface.loaded == 0) return notLoaded;
  if (surface.has_surface == 0) return nothing;
  const BlockType top = topBlock(column, surface.height);
  if (traitsOf(top).fluid) return waterColour(column, surface.height, toRgb(traitsOf(top).colour));
  return landColour(columnX, columnZ, surface.height, top);
}

void Terrain::draw(const View& view, Picture& picture, const RowsDone& rowsDone) const {
  for (int y = 0; y < picture.height(); ++y) {
    rowsDone(y);
    for (int x = 0; x < picture.width(); ++x) {
      Rgb sum{};
      for (const double dy : {0.25, 0.75}) {
        for (const double dx : {0.25, 0.75}) sum = sum + colourAt(view.worldX(x + dx), view.worldZ(y + dy));
      }
      picture.at(x, y) = sum * 0.25F;
    }
  }
}

}  // namespace better_bats::stub
