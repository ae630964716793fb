// Looks along columns and rows of blocks. SPDX-License-Identifier: MIT
#include "world_stub/world/sweep.hpp"

#include <algorithm>
#include <bit>
#include <limits>

namespace better_bats::stub {
namespace {

// Within heights that chunks hold, 64 blocks at a time.
std::optional<std::int64_t> lowestStored(const ColumnView& column, std::int64_t low, std::int64_t high) noexcept {
  for (std::int64_t y = low; y <= high; y += 64) {
    const auto count = static_cast<std::uint32_t>(std::min<std::int64_t>(64, high - y + 1));
    const std::uint64_t solid = column.run(static_cast<std::int32_t>(y), count).solid;
    if (solid != 0) return y + std::countr_zero(solid);
  }
  return std::nullopt;
}

std::optional<std::int64_t> highestStored(const ColumnView& column, std::int64_t low, std::int64_t high) noexcept {
  for (std::int64_t y = high; y >= low; y -= 64) {
    const std::int64_t count = std::min<std::int64_t>(64, y - low + 1);
    const std::int64_t bottom = y - count + 1;
    const std::uint64_t solid = column.run(static_cast<std::int32_t>(bottom), static_cast<std::uint32_t>(count)).solid;
    if (solid != 0) return bottom + 63 - std::countl_zero(solid);
  }
  return std::nullopt;
}

// A walk along the way, one block of it after another.
class Walk {
 public:
  Walk(const VoxelMap& map, const LevelWay& way) noexcept
      : map_(map), way_(way), period_(way.axis == LevelAxis::X ? map.periodX() : map.periodZ()) {
    if (period_ != 0) {
      way_.count = std::min<std::int64_t>(way_.count, period_);
      return;
    }
    // What is not loaded reads as air, so that only the loaded part of the way matters.
    const ColumnArea& area = map.loadedArea();
    const std::int64_t low = way.axis == LevelAxis::X ? area.x1 : area.z1;
    const std::int64_t high = way.axis == LevelAxis::X ? area.x2 : area.z2;
    const std::int64_t toLow = way.forward ? low - way.first : way.first - high;
    const std::int64_t toHigh = way.forward ? high - way.first : way.first - low;
    at_ = std::max<std::int64_t>(0, toLow);
    way_.count = std::min(way.count, toHigh + 1);
  }

  [[nodiscard]] std::optional<std::int64_t> firstSolid() noexcept {
    constexpr std::int64_t patience = 4096;
    std::int64_t emptyChunks = 0;
    while (at_ < way_.count) {
      bool empty = true;
      for (std::int32_t across = way_.acrossLow; across <= way_.acrossHigh; ++across) {
        const ColumnView column = columnAt(across);
        if (column.run(way_.yLow, way_.height).solid != 0) return coordinate();
        empty = empty && column.chunk == nullptr;
      }
      at_ += empty ? restOfChunk() : 1;
      if (empty && ++emptyChunks % patience == 0) jumpToChunk();
    }
    return std::nullopt;
  }

 private:
  [[nodiscard]] std::int64_t coordinate() const noexcept { return way_.forward ? way_.first + at_ : way_.first - at_; }
  [[nodiscard]] std::int32_t wrappedCoordinate() const noexcept { return wrapBlock(coordinate(), period_); }

  [[nodiscard]] ColumnView columnAt(std::int32_t across) const noexcept {
    const std::int32_t along = wrappedCoordinate();
    return way_.axis == LevelAxis::X ? map_.column(along, across) : map_.column(across, along);
  }

  [[nodiscard]] std::int64_t restOfChunk() const noexcept {
    const std::int32_t along = wrappedCoordinate();
    if (!way_.forward) return (along & 15) + 1;
    const std::int64_t rest = chunkWidth - (along & 15);
    return period_ == 0 ? rest : std::min<std::int64_t>(rest, period_ - along);
  }

  [[nodiscard]] bool isOnWay(std::int32_t chunkAcross) const noexcept {
    const std::int32_t period = way_.axis == LevelAxis::X ? map_.periodZ() : map_.periodX();
    return wrapBlock(way_.acrossLow, period) >> 4 == chunkAcross ||
           wrapBlock(way_.acrossHigh, period) >> 4 == chunkAcross;
  }

  // Over a long stretch without chunks to the next one on the way, or to the end. At the edge of a chunk.
  void jumpToChunk() noexcept {
    const std::int64_t here = wrappedCoordinate();
    std::int64_t nearest = way_.count - at_;
    for (const ChunkDirectory::Entry& entry : map_.chunks().entries()) {
      if (!isOnWay(way_.axis == LevelAxis::X ? entry.z : entry.x)) continue;
      const std::int64_t low = std::int64_t{way_.axis == LevelAxis::X ? entry.x : entry.z} * chunkWidth;
      const std::int64_t high =
          period_ == 0 ? low + chunkWidth - 1 : std::min(low + chunkWidth, std::int64_t{period_}) - 1;
      std::int64_t distance = way_.forward ? low - here : here - high;
      if (period_ != 0) distance = wrapBlock(distance, period_);
      if (distance >= 0) nearest = std::min(nearest, distance);
    }
    at_ += nearest;
  }

  const VoxelMap& map_;
  LevelWay way_;
  std::int32_t period_;
  std::int64_t at_ = 0;
};

}  // namespace

std::optional<std::int64_t> lowestSolid(const ColumnView& column, std::int64_t low, std::int64_t high) noexcept {
  if (!column.loaded || low > high) return std::nullopt;
  // The rule's stone, where no chunk holds it.
  const std::int64_t stoneTop = column.chunk == nullptr ? column.stoneBelow : std::min(column.stoneBelow, lowestY);
  if (low < stoneTop) return low;
  return column.chunk == nullptr
             ? std::nullopt
             : lowestStored(column, std::max<std::int64_t>(low, lowestY), std::min<std::int64_t>(high, highestY - 1));
}

std::optional<std::int64_t> highestSolid(const ColumnView& column, std::int64_t low, std::int64_t high) noexcept {
  if (!column.loaded || low > high) return std::nullopt;
  if (column.chunk != nullptr) {
    const auto stored =
        highestStored(column, std::max<std::int64_t>(low, lowestY), std::min<std::int64_t>(high, highestY - 1));
    if (stored) return stored;
  }
  const std::int64_t stoneTop = column.chunk == nullptr ? column.stoneBelow : std::min(column.stoneBelow, lowestY);
  const std::int64_t highest = std::min(high, stoneTop - 1);
  return highest >= low ? std::optional(highest) : std::nullopt;
}

std::optional<std::int64_t> firstSolid(const VoxelMap& map, const LevelWay& way) noexcept {
  return Walk(map, way).firstSolid();
}

}  // namespace better_bats::stub
