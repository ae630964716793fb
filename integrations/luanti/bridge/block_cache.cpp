// Look-ups in the known part of the map. SPDX-License-Identifier: MIT
#include "integrations/luanti/bridge/block_cache.hpp"

#include <algorithm>
#include <bit>
#include <utility>

namespace better_bats::luanti {

const KnownBlock* BlockStack::find(std::int32_t blockY) const noexcept {
  // Where no block is missing between the highest and this one, its place is known.
  const std::int64_t place = std::int64_t{highest_} - blockY;
  if (place < 0) return nullptr;
  const auto begin = blocks_.begin() + std::min(place, static_cast<std::int64_t>(blocks_.size()) - 1);
  if (begin->id.y == blockY) return &*begin;
  const auto found =
      std::find_if(blocks_.begin(), begin, [&](const KnownBlock& block) { return block.id.y <= blockY; });
  return found != begin && found->id.y == blockY ? &*found : nullptr;
}

KnownBlock* BlockStack::find(std::int32_t blockY) noexcept {
  return const_cast<KnownBlock*>(std::as_const(*this).find(blockY));  // NOLINT(cppcoreguidelines-pro-type-const-cast)
}

void BlockStack::put(BlockId id, const MapBlock& nodes, bool active) {
  const auto at = std::find_if(blocks_.begin(), blocks_.end(), [&](const auto& block) { return block.id.y <= id.y; });
  if (at == blocks_.end() || at->id.y != id.y) {
    blocks_.emplace(at, id, nodes, active);
  } else if (at->active == active && *at->nodes == nodes) {
    return;  // as mostly, and then the heights hold
  } else {
    at->active = active;
    *at->nodes = nodes;
  }
  blocksChanged();
}

void BlockStack::blocksChanged() noexcept {
  heightsAreOld_ = true;
  states_.fill(0);
  if (blocks_.empty()) return;
  highest_ = blocks_.front().id.y;
  for (const KnownBlock& block : blocks_) {
    const std::int64_t place = std::int64_t{highest_} - block.id.y;
    if (place >= static_cast<std::int64_t>(states_.size())) break;
    states_[static_cast<std::size_t>(place)] = static_cast<std::uint8_t>(stateByLooking(block.id.y));
  }
}

unsigned BlockStack::stateByLooking(std::int32_t blockY) const noexcept {
  const KnownBlock* block = find(blockY);
  if (block == nullptr) return 0;
  return unsigned{kKnown} | (block->active ? unsigned{kActive} : 0) | (block->nodes->isFree() ? unsigned{kFree} : 0) |
         (block->nodes->isPartlyUnknown() ? unsigned{kPartlyUnknown} : 0);
}

void BlockStack::fetch(BlockPos node) const noexcept {
  const MapBlock::Column column = MapBlock::columnOf(node.x, node.z);
  __builtin_prefetch(&heights_.at(column));
  const std::int32_t blockY = blockIndex(node.y);
  if ((stateOf(blockY) & (kKnown | kFree)) == kKnown) find(blockY)->nodes->fetch(column);
}

BlockRun BlockStack::run(MapBlock::Column column, std::int32_t low, std::uint32_t count) const noexcept {
  BlockRun run{};
  const std::int64_t end = std::int64_t{low} + count;
  for (std::int64_t bottom = kBlockSide * std::int64_t{blockIndex(low)}; bottom < end; bottom += kBlockSide) {
    const auto blockY = static_cast<std::int32_t>(bottom / kBlockSide);
    if ((stateOf(blockY) & (kKnown | kFree)) != kKnown) continue;
    const MapBlock& nodes = *find(blockY)->nodes;
    // Where in the run this block's lowest node stands, which may be before its beginning.
    const std::int64_t shift = bottom - low;
    const auto place = [&](std::uint16_t mask) {
      return shift >= 0 ? std::uint64_t{mask} << shift : std::uint64_t{mask} >> -shift;
    };
    run.solid |= place(nodes.solid(column));
    run.fluid |= place(nodes.fluid(column));
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
  if (const KnownBlock& top = blocks_.front(); !top.nodes->isOpenAbove(column)) return (top.id.y + 1) * kBlockSide;
  for (const KnownBlock& block : blocks_) {
    const std::uint16_t present = block.nodes->present(column);
    if (present != 0) return block.id.y * kBlockSide + std::bit_width(present);
  }
  return kNone;
}

void BlockCache::put(BlockId id, const MapBlock& nodes, bool active) {
  const auto [place, isNew] = stacks_.try_emplace({id.x, 0, id.z});
  BlockStack& stack = place->second;
  const std::size_t before = stack.blocks_.size();
  stack.put(id, nodes, active);
  size_ += stack.blocks_.size() - before;
  if (isNew && 2 * stacks_.size() <= slots_.size()) {
    slots_[slotOf(id.x, id.z)] = {id.x, id.z, &stack};
  } else if (isNew) {
    makeSlots();
  }
}

void BlockCache::drop(BlockId id) {
  const auto stack = stacks_.find({id.x, 0, id.z});
  if (stack == stacks_.end()) return;
  size_ -= stack->second.keepIf([&](const KnownBlock& block) { return block.id.y != id.y; });
  if (!stack->second.blocks_.empty()) return;
  stacks_.erase(stack);
  makeSlots();
}

KnownBlock* BlockCache::find(BlockId id) noexcept {
  BlockStack* const stack = slots_[slotOf(id.x, id.z)].stack;
  return stack == nullptr ? nullptr : stack->find(id.y);
}

const KnownBlock* BlockCache::find(BlockId id) const noexcept {
  const BlockStack* const stack = slots_[slotOf(id.x, id.z)].stack;
  return stack == nullptr ? nullptr : stack->find(id.y);
}

const BlockStack* BlockCache::stackAt(std::int32_t nodeX, std::int32_t nodeZ) const noexcept {
  return slots_[slotOf(blockIndex(nodeX), blockIndex(nodeZ))].stack;
}

BlockStack* BlockCache::stackAt(std::int32_t nodeX, std::int32_t nodeZ) noexcept {
  return slots_[slotOf(blockIndex(nodeX), blockIndex(nodeZ))].stack;
}

std::size_t BlockCache::slotOf(std::int32_t blockX, std::int32_t blockZ) const noexcept {
  const std::size_t mask = slots_.size() - 1;
  std::size_t slot = BlockIdHash()({blockX, 0, blockZ}) & mask;
  while (slots_[slot].stack != nullptr && (slots_[slot].x != blockX || slots_[slot].z != blockZ)) {
    slot = (slot + 1) & mask;
  }
  return slot;
}

void BlockCache::makeSlots() {
  slots_.assign(std::max(slots_.size(), std::bit_ceil(2 * stacks_.size())), Slot{});
  for (auto& [id, stack] : stacks_) slots_[slotOf(id.x, id.z)] = {id.x, id.z, &stack};
}

}  // namespace better_bats::luanti
