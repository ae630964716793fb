// The blocks of a world: what its kind says, and what was changed since. SPDX-License-Identifier: MIT
//
// Chunks exist where somebody built, and in hills where the area is loaded. Everywhere else the world's rule answers
// (air, or stone below the flat surface), so a read never makes a chunk. Coordinates on periodic axes may be any; they
// are wrapped here. A column that is not loaded reads as air without a surface.
#pragma once

#include <cstdint>
#include <optional>

#include "world_stub/world/chunk_directory.hpp"
#include "world_stub/world/column_view.hpp"
#include "world_stub/world/world_spec.hpp"

namespace better_bats::stub {

/// A coordinate in [0, period); any coordinate where the period is 0. [Limit: the result fits]
[[nodiscard]] constexpr std::int32_t wrapBlock(std::int64_t coordinate, std::int32_t period) noexcept {
  if (period == 0) return static_cast<std::int32_t>(coordinate);
  const std::int64_t rest = coordinate % period;
  return static_cast<std::int32_t>(rest < 0 ? rest + period : rest);
}

enum class EditStatus : std::uint8_t { Done, TooManyBlocks, OutOfWorld, NotLoaded };

struct EditResult {
  EditStatus status;
  std::int64_t blocks;  ///< Done: how many became another; TooManyBlocks: how many were asked for
};

/// [tick-thread] for edits; reads from any thread while nobody edits.
class VoxelMap {
 public:
  static constexpr std::int64_t fillLimit = 16'777'216;
  static constexpr std::int64_t generatedChunkLimit = 16'384;

  /// Generates what is loaded. [Limit: faultOf(spec) is nothing]
  explicit VoxelMap(const WorldSpec& spec);

  [[nodiscard]] const WorldSpec& spec() const noexcept { return spec_; }

  // ---- reading
  [[nodiscard]] ColumnView column(std::int32_t x, std::int32_t z) const noexcept {
    if (periodX_ != 0) return wrappedColumn(x, z);
    if (!loaded_.contains(x, z)) return {nullptr, 0, ColumnView::noStone, false};
    return storedColumn(x, z);
  }
  [[nodiscard]] bool isLoaded(std::int32_t x, std::int32_t z) const noexcept;
  [[nodiscard]] BlockType type(BlockPos position) const noexcept {
    return column(position.x, position.z).type(position.y);
  }

  // ---- editing: all of it or nothing
  EditResult set(BlockPos position, BlockType type) { return fill(position, position, type); }
  /// Both corners inclusive, in any order. Refused beyond the limit, outside the heights and where a column is not
  /// loaded. With `only` nothing but blocks of that type changes.
  EditResult fill(BlockPos from, BlockPos to, BlockType type, std::optional<BlockType> only = std::nullopt);

  // ---- what is loaded
  [[nodiscard]] const ColumnArea& loadedArea() const noexcept { return loaded_; }
  /// Exactly these columns from now on; hills generate what is new. False: hills of more than generatedChunkLimit
  /// chunks, and nothing changed. The corners may come in any order.
  bool loadArea(ColumnArea area);

  // ---- chunks, for saving, maps and motion
  [[nodiscard]] const ChunkDirectory& chunks() const noexcept { return chunks_; }
  /// The chunk at these chunk coordinates, made by the world's rule where there is none.
  Chunk& makeChunk(std::int32_t chunkX, std::int32_t chunkZ);
  /// How many chunks were ever made or generated, for whatever reason.
  [[nodiscard]] std::int64_t chunksMade() const noexcept { return chunksMade_; }

  /// 0 on an axis that is not periodic.
  [[nodiscard]] std::int32_t periodX() const noexcept { return periodX_; }
  [[nodiscard]] std::int32_t periodZ() const noexcept { return periodZ_; }

 private:
  [[nodiscard]] ColumnView storedColumn(std::int32_t x, std::int32_t z) const noexcept {
    return {chunks_.find(x >> 4, z >> 4), static_cast<std::uint32_t>(Chunk::columnIndex(x, z)), stoneBelow_, true};
  }
  [[nodiscard]] ColumnView wrappedColumn(std::int32_t x, std::int32_t z) const noexcept;
  void generateLoaded();
  [[nodiscard]] bool isAreaLoaded(BlockPos low, BlockPos high) const noexcept;
  [[nodiscard]] std::int64_t fillWrapped(BlockPos low, BlockPos high, BlockType type, const BlockType* only);

  WorldSpec spec_;
  std::int32_t stoneBelow_;
  std::int32_t periodX_;
  std::int32_t periodZ_;
  ColumnArea loaded_;
  ChunkDirectory chunks_;
  std::int64_t chunksMade_ = 0;
};

}  // namespace better_bats::stub
