// Sixteen by sixteen columns of blocks, with heightmap and masks kept right under every edit.
// SPDX-License-Identifier: MIT
//
// The flight asks about columns, never about blocks: whether a run of a column is solid or fluid, and where its surface
// is. So both lie apart from the blocks and packed: the surfaces of a chunk in 512 bytes, the masks of 64 layers of
// blocks in 4096 bytes, four columns to a cache line. Layers without anything in them are shared by all chunks.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>

#include <better_bats/world.hpp>

#include "world_stub/world/block_types.hpp"

namespace better_bats::stub {

/// Blocks can lie at lowestY <= y < highestY; beyond, a world has what its kind says.
inline constexpr std::int32_t lowestY = -2048;
inline constexpr std::int32_t highestY = 2048;

inline constexpr std::int32_t chunkWidth = 16;
inline constexpr std::size_t columnsPerChunk = 256;

/// The masks of one column for 64 blocks: bit i is the block at the layer's lowest y + i.
struct ColumnMasks {
  std::uint64_t solid, fluid;
};
using MaskLayer = std::array<ColumnMasks, columnsPerChunk>;

/// [tick-thread] for edits; reads from any thread while nobody edits.
class Chunk {
 public:
  static constexpr std::size_t layerCount = static_cast<std::size_t>(highestY - lowestY) / 64;
  static constexpr std::size_t sectionCount = static_cast<std::size_t>(highestY - lowestY) / 16;
  static constexpr std::int16_t noSurface = std::numeric_limits<std::int16_t>::min();

  /// Sixteen layers of blocks, y-major, then z, then x.
  using Section = std::array<BlockType, 4096>;

  /// Stone below y = stoneBelow, air above.
  explicit Chunk(std::int32_t stoneBelow);
  Chunk(const Chunk& other);
  Chunk& operator=(const Chunk&) = delete;
  ~Chunk() = default;

  /// The number of a column within its chunk, from any coordinates.
  [[nodiscard]] static constexpr std::size_t columnIndex(std::int32_t x, std::int32_t z) noexcept {
    return static_cast<std::size_t>((z & 15) << 4 | (x & 15));
  }

  [[nodiscard]] BlockType type(std::size_t column, std::int32_t y) const noexcept;

  /// y + 1 of the highest block that is not air, or noSurface.
  [[nodiscard]] std::int16_t surface(std::size_t column) const noexcept { return surfaces_[column]; }
  [[nodiscard]] const std::int16_t* surfaceAddress(std::size_t column) const noexcept { return &surfaces_[column]; }

  /// [Limit: lowestY <= y < highestY]
  [[nodiscard]] const ColumnMasks& masks(std::size_t column, std::int32_t y) const noexcept {
    return (*layers_[static_cast<std::size_t>(y - lowestY) >> 6U])[column];
  }

  /// Fills the part of a chunk: columns x1..x2, z1..z2 in 0..15, heights y1..y2, all inclusive. With `only` nothing but
  /// blocks of that type changes. Returns how many blocks became another.
  struct Region {
    std::int32_t x1, z1, x2, z2, y1, y2;
  };
  std::int64_t fill(const Region& region, BlockType to, const BlockType* only);

  /// Replaces sixteen layers; section 0 is the lowest. For generators (edited = false) and the world file.
  void setSection(std::size_t section, const Section& blocks, bool edited);

  /// Whether anything but the generator wrote into a section: only such are saved.
  [[nodiscard]] bool isEdited(std::size_t section) const noexcept { return edited_[section]; }
  [[nodiscard]] Section copySection(std::size_t section) const;

 private:
  friend struct ChunkTestAccess;
  struct StoredSection {
    BlockType uniform = BlockType::Air;  // of all its blocks where `blocks` is empty
    std::unique_ptr<Section> blocks;
  };

  std::int64_t fillSection(const Region& region, BlockType to, const BlockType* only);
  static std::int64_t replace(Section& blocks, const Region& region, BlockType to, const BlockType* only);
  void writeMasks(std::size_t section, const Region& region);
  void findSurfaces(const Region& region);
  [[nodiscard]] std::int16_t countSurface(std::size_t column, std::int32_t from) const noexcept;
  [[nodiscard]] Section& ownBlocks(std::size_t section);
  MaskLayer& ownLayer(std::size_t layer);

  alignas(64) std::array<std::int16_t, columnsPerChunk> surfaces_{};
  std::array<const MaskLayer*, layerCount> layers_{};
  std::array<std::unique_ptr<MaskLayer>, layerCount> owned_;
  std::array<StoredSection, sectionCount> sections_;
  std::array<bool, sectionCount> edited_{};
};

}  // namespace better_bats::stub
