// Look-ups in the known part of the map. SPDX-License-Identifier: MIT
#include "integrations/luanti/bridge/block_cache.hpp"

#include <algorithm>
#include <bit>

namespace better_bats::luanti {

KnownBlock& BlockCache::put(BlockId id, const MapBlock& nodes, bool active) {
  Stack& stack = stacks_[{id.x, 0, id.z}];
  stack.surfaceIsOld = true;
  const auto at =
      std::find_if(stack.blocks.begin(), stack.blocks.end(), [&](const auto& block) { return block->id.y <= id.y; });
  if (at != stack.blocks.end() && (*at)->id.y == id.y) {
    (*at)->nodes = nodes;
    (*at)->active = active;
    return **at;
  }
  KnownBlock& block = **stack.blocks.insert(at, std::make_unique<KnownBlock>(id, nodes, active));
  ++size_;
  return block;
}

void BlockCache::drop(BlockId id) {
  const auto stack = stacks_.find({id.x, 0, id.z});
  if (stack == stacks_.end()) return;
  size_ -= std::erase_if(stack->second.blocks, [&](const auto& block) { return block->id.y == id.y; });
  stack->second.surfaceIsOld = true;
  if (stack->second.blocks.empty()) stacks_.erase(stack);
}

const KnownBlock* BlockCache::blockOf(const Stack& stack, std::int32_t blockY) noexcept {
  for (const auto& block : stack.blocks) {
    if (block->id.y == blockY) return block.get();
  }
  return nullptr;
}

const KnownBlock* BlockCache::find(BlockId id) const noexcept {
  const auto stack = stacks_.find({id.x, 0, id.z});
  return stack == stacks_.end() ? nullptr : blockOf(stack->second, id.y);
}

KnownBlock* BlockCache::find(BlockId id) noexcept {
  return const_cast<KnownBlock*>(static_cast<const BlockCache&>(*this).find(id));
}

const BlockCache::Stack* BlockCache::stackAt(std::int32_t nodeX, std::int32_t nodeZ) const noexcept {
  const auto found = stacks_.find({blockIndex(nodeX), 0, blockIndex(nodeZ)});
  return found == stacks_.end() ? nullptr : &found->second;
}

BlockRun BlockCache::run(BlockPos low, std::uint32_t count) const noexcept {
  BlockRun run{};
  const Stack* stack = stackAt(low.x, low.z);
  if (stack == nullptr) return run;
  const auto column = MapBlock::columnOf(low.x, low.z);
  const std::int64_t end = std::int64_t{low.y} + count;
  for (const auto& block : stack->blocks) {
    // Where in the run this block's lowest node stands, which may be before its beginning.
    const std::int64_t shift = std::int64_t{block->id.y} * kBlockSide - low.y;
    if (low.y + shift >= end || shift <= -kBlockSide) continue;
    const auto place = [&](std::uint16_t mask) {
      return shift >= 0 ? std::uint64_t{mask} << shift : std::uint64_t{mask} >> -shift;
    };
    run.solid |= place(block->nodes.solid(column));
    run.fluid |= place(block->nodes.fluid(column));
  }
  const std::uint64_t wanted = count >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << count) - 1;
  run.solid &= wanted;
  run.fluid &= wanted;
  return run;
}

Surface BlockCache::surface(std::int32_t nodeX, std::int32_t nodeZ) const noexcept {
  Surface surface{};
  const Stack* stack = stackAt(nodeX, nodeZ);
  if (stack == nullptr) return surface;
  if (stack->surfaceIsOld) computeSurface(*stack);
  const auto column = MapBlock::columnOf(nodeX, nodeZ);
  surface.loaded = 1;
  surface.has_surface = stack->hasSurface[column] ? 1 : 0;
  surface.height = stack->heights[column];
  return surface;
}

void BlockCache::computeSurface(const Stack& stack) noexcept {
  for (MapBlock::Column column = 0; column < 256; ++column) computeSurface(stack, column);
  stack.surfaceIsOld = false;
}

void BlockCache::computeSurface(const Stack& stack, MapBlock::Column column) noexcept {
  stack.hasSurface[column] = true;
  if (const KnownBlock& top = *stack.blocks.front(); !top.nodes.isOpenAbove(column)) {
    stack.heights[column] = (top.id.y + 1) * kBlockSide;
    return;
  }
  for (const auto& block : stack.blocks) {
    const std::uint16_t present = block->nodes.present(column);
    if (present == 0) continue;
    stack.heights[column] = block->id.y * kBlockSide + std::bit_width(present);
    return;
  }
  stack.hasSurface[column] = false;
  stack.heights[column] = 0;
}

bool BlockCache::isKnown(BlockPos node) const noexcept {
  const KnownBlock* block = find(blockIdOf(node));
  return block != nullptr && !block->nodes.isUnknown(MapBlock::columnOf(node.x, node.z), placeInBlock(node.y));
}

}  // namespace better_bats::luanti
