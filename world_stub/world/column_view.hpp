// One column of a world, found once and asked several times. SPDX-License-Identifier: MIT
//
// This is where flight reads terrain: the common case is in line, the rest in column_view.cpp.
#pragma once

#include <cstdint>
#include <limits>

#include "world_stub/world/chunk.hpp"

namespace better_bats::stub {

/// A mask of the lowest bits; all 64 from 64 on.
[[nodiscard]] constexpr std::uint64_t lowBits(std::int64_t count) noexcept {
  if (count <= 0) return 0;
  return count >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << count) - 1;
}

/// Valid until the next edit.
struct ColumnView {
  const Chunk* chunk;       ///< null: the rule answers for all heights, else only beyond those of a chunk
  std::uint32_t column;     ///< within the chunk
  std::int32_t stoneBelow;  ///< the rule: stone below this y, air from there on
  bool loaded;              ///< a column that is not has no chunk and no stone

  /// The rule of worlds that are air.
  static constexpr std::int32_t noStone = std::numeric_limits<std::int32_t>::min();

  [[nodiscard]] Surface surface() const noexcept {
    if (chunk != nullptr && chunk->surface(column) != Chunk::noSurface) return {1, 1, 0, chunk->surface(column)};
    return surfaceOfRule();
  }

  /// [Limit: count 1..64]
  [[nodiscard]] BlockRun run(std::int32_t yLow, std::uint32_t count) const noexcept {
    constexpr auto heights = static_cast<std::uint32_t>(highestY - lowestY);
    // Far below, the subtraction wraps round and fails the comparison too.
    const std::uint32_t offset = static_cast<std::uint32_t>(yLow) - static_cast<std::uint32_t>(lowestY);
    if (chunk == nullptr || offset > heights - count) return runAcross(yLow, count);
    const std::uint32_t first = offset % 64;
    const ColumnMasks& low = chunk->masks(column, yLow);
    BlockRun run{low.solid >> first, low.fluid >> first};
    if (first + count > 64) {
      const ColumnMasks& high = chunk->masks(column, yLow + 63);
      run.solid |= high.solid << (64 - first);
      run.fluid |= high.fluid << (64 - first);
    }
    const std::uint64_t wanted = lowBits(count);
    return {run.solid & wanted, run.fluid & wanted};
  }

  [[nodiscard]] BlockType type(std::int32_t y) const noexcept;

  /// Asks the processor for the memory of surface() and run(yLow, count), to be read a little later.
  void prefetch(std::int32_t yLow, std::uint32_t count) const noexcept {
    constexpr auto heights = static_cast<std::uint32_t>(highestY - lowestY);
    const std::uint32_t offset = static_cast<std::uint32_t>(yLow) - static_cast<std::uint32_t>(lowestY);
    if (chunk == nullptr || offset > heights - count) return;
    __builtin_prefetch(chunk->surfaceAddress(column));
    __builtin_prefetch(&chunk->masks(column, yLow));
    if (offset % 64 + count > 64) __builtin_prefetch(&chunk->masks(column, yLow + 63));
  }

  /// The same for columns without a chunk, and run() beyond the heights of one.
  [[nodiscard]] Surface surfaceOfRule() const noexcept;
  [[nodiscard]] BlockRun runAcross(std::int32_t yLow, std::uint32_t count) const noexcept;
};

}  // namespace better_bats::stub
