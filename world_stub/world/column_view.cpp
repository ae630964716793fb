// The rarer answers of a column. SPDX-License-Identifier: MIT
#include "world_stub/world/column_view.hpp"

#include <algorithm>

namespace better_bats::stub {

Surface ColumnView::surfaceOfRule() const noexcept {
  if (!loaded) return {0, 0, 0, 0};
  if (stoneBelow == noStone) return {1, 0, 0, 0};
  return {1, 1, 0, chunk == nullptr ? stoneBelow : lowestY};
}

BlockRun ColumnView::runAcross(std::int32_t yLow, std::uint32_t count) const noexcept {
  BlockRun across{lowBits(std::int64_t{stoneBelow} - yLow) & lowBits(count), 0};
  const std::int64_t yEnd = std::int64_t{yLow} + count;
  if (chunk == nullptr || yEnd <= lowestY || yLow >= highestY) return across;

  // A part of it lies within the heights of the chunk.
  const std::int32_t begin = std::max(yLow, lowestY);
  const std::int64_t part = std::min<std::int64_t>(yEnd, highestY) - begin;
  const std::int32_t shift = begin - yLow;
  const BlockRun stored = run(begin, static_cast<std::uint32_t>(part));
  across.solid = (across.solid & ~(lowBits(part) << shift)) | stored.solid << shift;
  across.fluid = stored.fluid << shift;
  return across;
}

BlockType ColumnView::type(std::int32_t y) const noexcept {
  if (chunk != nullptr && y >= lowestY && y < highestY) return chunk->type(column, y);
  return y < stoneBelow ? BlockType::Stone : BlockType::Air;
}

}  // namespace better_bats::stub
