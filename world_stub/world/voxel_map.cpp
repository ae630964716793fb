// Columns, edits and loaded areas of a world. SPDX-License-Identifier: MIT
#include "world_stub/world/voxel_map.hpp"

#include <algorithm>
#include <utility>

#include "world_stub/world/hills.hpp"

namespace better_bats::stub {
namespace {

constexpr bool isStored(std::int32_t y) noexcept {
  return y >= lowestY && y < highestY;
}

// Whether low <= coordinate <= high, or an image of it on a periodic axis.
constexpr bool isBetween(std::int32_t coordinate, std::int32_t low, std::int32_t high, std::int32_t period) noexcept {
  if (period == 0) return coordinate >= low && coordinate <= high;
  const std::int64_t distance = coordinate - std::int64_t{low};
  const std::int64_t length = high - std::int64_t{low};
  return wrapBlock(distance, period) <= length;
}

// Cuts low..high into pieces that neither leave a chunk nor cross the seam of a periodic axis, wrapped.
// On a periodic axis every column comes at most once.
template <typename Visit>
void forEachPiece(std::int32_t low, std::int32_t high, std::int32_t period, Visit visit) {
  std::int64_t left = std::int64_t{high} - low + 1;
  if (period != 0) left = std::min<std::int64_t>(left, period);
  std::int32_t at = wrapBlock(low, period);
  while (left > 0) {
    std::int64_t length = std::min<std::int64_t>(left, chunkWidth - (at & 15));
    if (period != 0) length = std::min<std::int64_t>(length, period - at);
    visit(at, static_cast<std::int32_t>(at + length - 1));
    left -= length;
    at = wrapBlock(at + length, period);
  }
}

}  // namespace

VoxelMap::VoxelMap(const WorldSpec& spec)
    : spec_(spec),
      stoneBelow_(spec.kind == WorldKind::Flat ? spec.surfaceY : ColumnView::noStone),
      periodX_(spec.kind == WorldKind::Torus ? static_cast<std::int32_t>(spec.size.x) : 0),
      periodZ_(spec.kind == WorldKind::Torus ? static_cast<std::int32_t>(spec.size.z) : 0),
      loaded_(defaultLoadedArea(spec)) {
  generateLoaded();
}

ColumnView VoxelMap::wrappedColumn(std::int32_t x, std::int32_t z) const noexcept {
  if (!isLoaded(x, z)) return {nullptr, 0, ColumnView::noStone, false};
  return storedColumn(wrapBlock(x, periodX_), wrapBlock(z, periodZ_));
}

bool VoxelMap::isLoaded(std::int32_t x, std::int32_t z) const noexcept {
  return isBetween(x, loaded_.x1, loaded_.x2, periodX_) && isBetween(z, loaded_.z1, loaded_.z2, periodZ_);
}

EditResult VoxelMap::fill(BlockPos from, BlockPos to, BlockType type, std::optional<BlockType> only) {
  const BlockPos low{std::min(from.x, to.x), std::min(from.y, to.y), std::min(from.z, to.z)};
  const BlockPos high{std::max(from.x, to.x), std::max(from.y, to.y), std::max(from.z, to.z)};
  // Two edges of 2^32 fit into 64 bits, three do not.
  const std::int64_t height = std::int64_t{high.y} - low.y + 1;
  const std::int64_t width = std::int64_t{high.x} - low.x + 1;
  const std::int64_t depth = std::int64_t{high.z} - low.z + 1;
  if (width > fillLimit || depth > fillLimit || height > fillLimit || width * depth > fillLimit ||
      width * depth * height > fillLimit) {
    const double asked = static_cast<double>(width) * static_cast<double>(depth) * static_cast<double>(height);
    return {EditStatus::TooManyBlocks,
            asked < 9e18 ? width * depth * height : std::numeric_limits<std::int64_t>::max()};
  }
  if (!isStored(low.y) || !isStored(high.y)) return {EditStatus::OutOfWorld, 0};
  if (!isAreaLoaded(low, high)) return {EditStatus::NotLoaded, 0};
  return {EditStatus::Done, fillWrapped(low, high, type, only ? &*only : nullptr)};
}

bool VoxelMap::isAreaLoaded(BlockPos low, BlockPos high) const noexcept {
  if (periodX_ == 0) return loaded_.contains(low.x, low.z) && loaded_.contains(high.x, high.z);
  for (std::int64_t x = low.x; x <= high.x; ++x) {
    if (!isBetween(static_cast<std::int32_t>(x), loaded_.x1, loaded_.x2, periodX_)) return false;
  }
  for (std::int64_t z = low.z; z <= high.z; ++z) {
    if (!isBetween(static_cast<std::int32_t>(z), loaded_.z1, loaded_.z2, periodZ_)) return false;
  }
  return true;
}

std::int64_t VoxelMap::fillWrapped(BlockPos low, BlockPos high, BlockType type, const BlockType* only) {
  std::int64_t changed = 0;
  forEachPiece(low.z, high.z, periodZ_, [&](std::int32_t z1, std::int32_t z2) {
    forEachPiece(low.x, high.x, periodX_, [&](std::int32_t x1, std::int32_t x2) {
      Chunk& chunk = makeChunk(x1 >> 4, z1 >> 4);
      changed += chunk.fill({x1 & 15, z1 & 15, x2 & 15, z2 & 15, low.y, high.y}, type, only);
    });
  });
  return changed;
}

bool VoxelMap::loadArea(ColumnArea area) {
  if (area.x1 > area.x2) std::swap(area.x1, area.x2);
  if (area.z1 > area.z2) std::swap(area.z1, area.z2);
  if (spec_.kind == WorldKind::Hills) {
    const std::int64_t chunksX = std::int64_t{area.x2 >> 4} - (area.x1 >> 4) + 1;
    const std::int64_t chunksZ = std::int64_t{area.z2 >> 4} - (area.z1 >> 4) + 1;
    if (chunksX > generatedChunkLimit || chunksX * chunksZ > generatedChunkLimit) return false;
  }
  loaded_ = area;
  generateLoaded();
  return true;
}

void VoxelMap::generateLoaded() {
  if (spec_.kind != WorldKind::Hills) return;
  for (std::int32_t z = loaded_.z1 >> 4; z <= loaded_.z2 >> 4; ++z) {
    for (std::int32_t x = loaded_.x1 >> 4; x <= loaded_.x2 >> 4; ++x) static_cast<void>(makeChunk(x, z));
  }
}

Chunk& VoxelMap::makeChunk(std::int32_t chunkX, std::int32_t chunkZ) {
  if (Chunk* chunk = chunks_.find(chunkX, chunkZ)) return *chunk;
  ++chunksMade_;
  auto made = std::make_unique<Chunk>(stoneBelow_);
  if (spec_.kind == WorldKind::Hills) generateHills(spec_.seed, chunkX, chunkZ, *made);
  return chunks_.insert(chunkX, chunkZ, std::move(made));
}

}  // namespace better_bats::stub
