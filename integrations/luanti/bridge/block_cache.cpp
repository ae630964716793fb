// Look-ups in the known part of the map. SPDX-License-Identifier: MIT
#include "integrations/luanti/bridge/block_cache.hpp"

#include <algorithm>
#include <bit>

namespace better_bats::luanti {

KnownBlock* BlockStack::find(std::int32_t blockY) const noexcept {
  for (const Entry& entry : entries_) {
    if (entry.y == blockY) return entry.block.get();
  }
  return nullptr;
}

BlockRun BlockStack::run(MapBlock::Column column, std::int32_t low, std::uint32_t count) const noexcept {
  BlockRun run{};
  for (const Entry& entry : entries_) {
    // Where in the run this block's lowest node stands, which may be before its beginning.
    const std::int64_t shift = std::int64_t{entry.y} * kBlockSide - low;
    if (shift >= count || shift <= -kBlockSide) continue;
    const auto place = [&](std::uint16_t mask) {
      return shift >= 0 ? std::uint64_t{mask} << shift : std::uint64_t{mask} >> -shift;
    };
    run.solid |= place(entry.block->nodes.solid(column));
    run.fluid |= place(entry.block->nodes.fluid(column));
  }
  const std::uint64_t wanted = count >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << count) - 1;
  run.solid &= wanted;
  run.fluid &= wanted;
  return run;
}

Surface BlockStack::surface(MapBlock::Column column) const noexcept {
  if (heightsAreOld_) {
    for (MapBlock::Column each = 0; each < heights_.size(); ++each) heights_[each] = heightOf(each);
    heightsAreOld_ = false;
  }
  Surface surface{};
  surface.loaded = 1;
  surface.height = heights_[column];
  surface.has_surface = surface.height != kNone ? 1 : 0;
  return surface;
}

std::int32_t BlockStack::heightOf(MapBlock::Column column) const noexcept {
  if (const Entry& top = entries_.front(); !top.block->nodes.isOpenAbove(column)) return (top.y + 1) * kBlockSide;
  for (const Entry& entry : entries_) {
    const std::uint16_t present = entry.block->nodes.present(column);
    if (present != 0) return entry.y * kBlockSide + std::bit_width(present);
  }
  return kNone;
}

KnownBlock& BlockCache::put(BlockId id, const MapBlock& nodes, bool active) {
  BlockStack& stack = stacks_[{id.x, 0, id.z}];
  stack.heightsAreOld_ = true;
  auto& entries = stack.entries_;
  const auto at = std::find_if(entries.begin(), entries.end(), [&](const auto& entry) { return entry.y <= id.y; });
  if (at != entries.end() && at->y == id.y) {
    at->block->nodes = nodes;
    at->block->active = active;
    return *at->block;
  }
  ++size_;
  return *entries.insert(at, {id.y, std::make_unique<KnownBlock>(id, nodes, active)})->block;
}

void BlockCache::drop(BlockId id) {
  const auto stack = stacks_.find({id.x, 0, id.z});
  if (stack == stacks_.end()) return;
  size_ -= std::erase_if(stack->second.entries_, [&](const auto& entry) { return entry.y == id.y; });
  stack->second.heightsAreOld_ = true;
  if (stack->second.entries_.empty()) stacks_.erase(stack);
}

KnownBlock* BlockCache::find(BlockId id) noexcept {
  const auto stack = stacks_.find({id.x, 0, id.z});
  return stack == stacks_.end() ? nullptr : stack->second.find(id.y);
}

const KnownBlock* BlockCache::find(BlockId id) const noexcept {
  const auto stack = stacks_.find({id.x, 0, id.z});
  return stack == stacks_.end() ? nullptr : stack->second.find(id.y);
}

const BlockStack* BlockCache::stackAt(std::int32_t nodeX, std::int32_t nodeZ) const noexcept {
  const auto found = stacks_.find({blockIndex(nodeX), 0, blockIndex(nodeZ)});
  return found == stacks_.end() ? nullptr : &found->second;
}

}  // namespace better_bats::luanti
