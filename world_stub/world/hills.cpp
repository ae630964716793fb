// Rock, soil, water, hollows and plants of one chunk. SPDX-License-Identifier: MIT
#include "world_stub/world/hills.hpp"

#include <algorithm>
#include <bitset>
#include <cmath>
#include <vector>

#include "world_stub/world/hill_shape.hpp"
#include "world_stub/world/noise.hpp"

namespace better_bats::stub {
namespace {

enum Purpose : std::uint64_t { TreePlace = 50, TreeShape, Grass, RoomWall };

// What is drawn lies within these heights; below is rock.
constexpr std::int32_t drawnLow = 0;
constexpr std::int32_t drawnHigh = 160;
constexpr std::int32_t drawnHeight = drawnHigh - drawnLow;

// From here up even gentle slopes are bare.
constexpr std::int32_t rockLine = 96;

// Trees reach 2 blocks over the edge of a chunk, and a hollow looks 2 blocks round itself for water.
constexpr std::int32_t treeMargin = 2;
constexpr std::int32_t margin = 4;
constexpr std::int32_t width = chunkWidth + 2 * margin;

/// A canvas for one chunk and a margin round it. Coordinates are relative to the chunk's corner.
class Painter {
 public:
  Painter(std::int64_t seed, std::int32_t chunkX, std::int32_t chunkZ)
      : shape_(seed),
        originX_(chunkX * chunkWidth),
        originZ_(chunkZ * chunkWidth),
        hills_(shape_.caveHillsNear(originX_ + 8.0, originZ_ + 8.0, 8.0 + margin)),
        heights_(static_cast<std::size_t>(width) * width),
        carved_(static_cast<std::size_t>(width) * width),
        blocks_(columnsPerChunk * drawnHeight, BlockType::Air) {
    for (std::int32_t z = -margin; z < chunkWidth + margin; ++z) {
      for (std::int32_t x = -margin; x < chunkWidth + margin; ++x) {
        heights_[place(x, z)] = shape_.height(originX_ + x, originZ_ + z, hills_);
      }
    }
    for (const CaveHill& hill : hills_) {
      for (const Room& room : hill.rooms) carve(room);
    }
  }

  void paint() {
    for (std::int32_t z = 0; z < chunkWidth; ++z) {
      for (std::int32_t x = 0; x < chunkWidth; ++x) paintColumn(x, z);
    }
    for (std::int32_t z = -treeMargin; z < chunkWidth + treeMargin; ++z) {
      for (std::int32_t x = -treeMargin; x < chunkWidth + treeMargin; ++x) {
        if (isTreeAt(x, z)) paintTree(x, z);
      }
    }
  }

  void write(Chunk& chunk) const {
    Chunk::Section section{};
    section.fill(BlockType::Stone);
    const auto sectionAt = [](std::int32_t y) { return static_cast<std::size_t>(y - lowestY) / 16; };
    for (std::int32_t y = bedrockY; y < drawnLow; y += 16) chunk.setSection(sectionAt(y), section, false);
    std::fill_n(section.begin(), columnsPerChunk, BlockType::Bedrock);
    chunk.setSection(sectionAt(bedrockY), section, false);
    for (std::int32_t y = drawnLow; y < drawnHigh; y += 16) {
      const auto from = blocks_.begin() + static_cast<std::ptrdiff_t>(y - drawnLow) * 256;
      std::copy_n(from, section.size(), section.begin());
      chunk.setSection(sectionAt(y), section, false);
    }
  }

 private:
  static std::size_t place(std::int32_t x, std::int32_t z) noexcept {
    const std::int32_t index = (z + margin) * width + x + margin;
    return static_cast<std::size_t>(index);
  }
  static bool isInChunk(std::int32_t x, std::int32_t z) noexcept {
    return x >= 0 && x < chunkWidth && z >= 0 && z < chunkWidth;
  }
  [[nodiscard]] BlockType& block(std::int32_t x, std::int32_t y, std::int32_t z) noexcept {
    return blocks_[static_cast<std::size_t>(y - drawnLow) << 8U | Chunk::columnIndex(x, z)];
  }
  [[nodiscard]] std::int32_t height(std::int32_t x, std::int32_t z) const noexcept { return heights_[place(x, z)]; }

  [[nodiscard]] double draw(Purpose purpose, std::int32_t x, std::int32_t z) const noexcept {
    return fractionOf(shape_.seed(), purpose, originX_ + x, originZ_ + z);
  }

  // Marks the blocks of a room; its wall is a little rough.
  void carve(const Room& room) {
    const auto reach = [](double middle, double radius, std::int32_t low, std::int32_t high) {
      return std::pair{std::max(low, static_cast<std::int32_t>(std::floor(middle - radius))),
                       std::min(high, static_cast<std::int32_t>(std::floor(middle + radius)))};
    };
    const auto [x1, x2] = reach(room.x - originX_, room.radius, -treeMargin, chunkWidth + treeMargin - 1);
    const auto [z1, z2] = reach(room.z - originZ_, room.radius, -treeMargin, chunkWidth + treeMargin - 1);
    const auto [y1, y2] = reach(room.y, room.rise, drawnLow, drawnHigh - 1);
    for (std::int32_t z = z1; z <= z2; ++z) {
      for (std::int32_t x = x1; x <= x2; ++x) {
        const double dx = (originX_ + x + 0.5 - room.x) / room.radius;
        const double dz = (originZ_ + z + 0.5 - room.z) / room.radius;
        const double rough = 0.85 + 0.15 * draw(RoomWall, x, z);
        for (std::int32_t y = y1; y <= y2; ++y) {
          const double dy = (y + 0.5 - room.y) / room.rise;
          if (y >= room.floor && dx * dx + dy * dy + dz * dz <= rough && isKeptDry(x, y, z)) {
            carved_[place(x, z)].set(static_cast<std::size_t>(y - drawnLow));
          }
        }
      }
    }
  }

  // Rock stays between a hollow and any lake.
  [[nodiscard]] bool isKeptDry(std::int32_t x, std::int32_t y, std::int32_t z) const noexcept {
    if (y > seaLevel) return true;
    for (std::int32_t nearZ = z - 2; nearZ <= z + 2; ++nearZ) {
      for (std::int32_t nearX = x - 2; nearX <= x + 2; ++nearX) {
        if (height(nearX, nearZ) < seaLevel && y >= height(nearX, nearZ) - 3) return false;
      }
    }
    return true;
  }

  [[nodiscard]] bool isCarved(std::int32_t x, std::int32_t y, std::int32_t z) const noexcept {
    return carved_[place(x, z)].test(static_cast<std::size_t>(y - drawnLow));
  }

  // Soil does not hold on cliffs.
  [[nodiscard]] bool isSteep(std::int32_t x, std::int32_t z) const noexcept {
    const std::int32_t here = height(x, z);
    return here - std::min({height(x - 1, z), height(x + 1, z), height(x, z - 1), height(x, z + 1)}) >=
           (here < rockLine ? 3 : 1);
  }

  void paintColumn(std::int32_t x, std::int32_t z) {
    const std::int32_t top = height(x, z);
    const bool shore = top <= seaLevel + 1;
    const bool bare = isSteep(x, z);
    const BlockType surface = shore ? BlockType::Sand : BlockType::GrassBlock;
    for (std::int32_t y = drawnLow; y <= std::max(top, seaLevel); ++y) {
      if (y > top) {
        block(x, y, z) = BlockType::Water;
      } else if (!isCarved(x, y, z)) {
        const bool soil = y > top - 4 && !bare;
        block(x, y, z) = !soil ? BlockType::Stone : (y == top || shore ? surface : BlockType::Dirt);
      }
    }
    if (isGreen(x, z) && draw(Grass, x, z) < 0.12) block(x, top + 1, z) = BlockType::ShortGrass;
  }

  // Whether the column is topped by grass that stands open.
  [[nodiscard]] bool isGreen(std::int32_t x, std::int32_t z) const noexcept {
    const std::int32_t top = height(x, z);
    return top > seaLevel + 1 && !isSteep(x, z) && !isCarved(x, top, z) && top < drawnHigh - 12;
  }

  // A tree's draw is the lowest of its neighbourhood's, so that trunks keep apart.
  [[nodiscard]] bool isTreeAt(std::int32_t x, std::int32_t z) const noexcept {
    const double own = draw(TreePlace, x, z);
    if (own > 0.06 || !isGreen(x, z)) return false;
    for (std::int32_t dz = -2; dz <= 2; ++dz) {
      for (std::int32_t dx = -2; dx <= 2; ++dx) {
        if ((dx != 0 || dz != 0) && draw(TreePlace, x + dx, z + dz) < own) return false;
      }
    }
    return own < 0.002 + 0.058 * shape_.forest(originX_ + x, originZ_ + z);
  }

  void paintTree(std::int32_t x, std::int32_t z) {
    const std::int32_t root = height(x, z);
    const std::int32_t top = root + 4 + static_cast<std::int32_t>(3 * draw(TreeShape, x, z));
    for (std::int32_t y = top - 2; y <= top + 1; ++y) {
      const std::int32_t radius = y < top ? 2 : 1;
      for (std::int32_t dz = -radius; dz <= radius; ++dz) {
        for (std::int32_t dx = -radius; dx <= radius; ++dx) {
          const bool corner = std::abs(dx) == radius && std::abs(dz) == radius;
          if (corner && (y == top + 1 || draw(TreeShape, x + 31 * dx, z + 17 * dz + y) < 0.5)) continue;
          putLeaf(x + dx, y, z + dz);
        }
      }
    }
    if (!isInChunk(x, z)) return;
    block(x, root, z) = BlockType::Dirt;
    for (std::int32_t y = root + 1; y <= top; ++y) block(x, y, z) = BlockType::OakLog;
  }

  void putLeaf(std::int32_t x, std::int32_t y, std::int32_t z) noexcept {
    if (!isInChunk(x, z)) return;
    BlockType& at = block(x, y, z);
    if (at == BlockType::Air || at == BlockType::ShortGrass) at = BlockType::OakLeaves;
  }

  HillShape shape_;
  std::int32_t originX_;
  std::int32_t originZ_;
  std::vector<CaveHill> hills_;
  std::vector<std::int32_t> heights_;
  std::vector<std::bitset<drawnHeight>> carved_;
  std::vector<BlockType> blocks_;
};

}  // namespace

void generateHills(std::int64_t seed, std::int32_t chunkX, std::int32_t chunkZ, Chunk& chunk) {
  Painter painter(seed, chunkX, chunkZ);
  painter.paint();
  painter.write(chunk);
}

}  // namespace better_bats::stub
