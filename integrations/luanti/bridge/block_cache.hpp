// The map as far as the bridge knows it: blocks by stacks, and the surface over each stack's known part.
// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <memory_resource>
#include <type_traits>
#include <unordered_map>
#include <vector>

#include <better_bats/world.hpp>

#include "integrations/luanti/bridge/map_block.hpp"

namespace better_bats::luanti {

/// The number of a map block on each axis.
struct BlockId {
  std::int32_t x = 0, y = 0, z = 0;
  [[nodiscard]] bool operator==(const BlockId&) const = default;
};

[[nodiscard]] constexpr BlockId blockIdOf(BlockPos node) noexcept {
  return {blockIndex(node.x), blockIndex(node.y), blockIndex(node.z)};
}

struct BlockIdHash {
  [[nodiscard]] std::size_t operator()(BlockId id) const noexcept {
    constexpr std::uint64_t odd = 0x9E3779B97F4A7C15U;
    std::uint64_t mixed = static_cast<std::uint32_t>(id.x);
    mixed = mixed * odd + static_cast<std::uint32_t>(id.y);
    mixed = mixed * odd + static_cast<std::uint32_t>(id.z);
    return static_cast<std::size_t>((mixed * odd) >> 16);
  }
};

/// A block and when it was read and asked for, in ticks.
struct KnownBlock {
  KnownBlock(BlockId blockId, const MapBlock& content, bool isActive)
      : id(blockId), active(isActive), nodes(std::make_unique<MapBlock>(content)) {}

  BlockId id;
  bool active;
  bool changed = false;          ///< to be read again before all others
  std::int64_t readAt = 0;       ///< when its nodes were as they are here
  std::int64_t neededAt = 0;     ///< when a bat was last above, below or near it
  std::int64_t nearAt = 0;       ///< when a bat was last near it
  std::int64_t occupiedAt = -1;  ///< when a bat was last in it
  std::unique_ptr<MapBlock> nodes;
};

/// What a tick mostly wants to know of a block, a sum of these; 0 where it is not known.
enum BlockState : std::uint8_t { kKnown = 1, kActive = 2, kFree = 4, kPartlyUnknown = 8 };

/// The known blocks above and below each other. A tick looks at hundreds of stacks that it has not seen for 50 ms, so
/// what it needs of most of them lies in one line of the processor's cache, and one more for the heights.
class alignas(64) BlockStack {
 public:
  // The library looks for it by that name. NOLINTNEXTLINE(readability-identifier-naming)
  using allocator_type = std::pmr::polymorphic_allocator<>;
  explicit BlockStack(allocator_type allocator) : blocks_(allocator) {}

  [[nodiscard]] KnownBlock* find(std::int32_t blockY) noexcept;
  [[nodiscard]] const KnownBlock* find(std::int32_t blockY) const noexcept;

  /// The BlockState of a block.
  [[nodiscard]] unsigned stateOf(std::int32_t blockY) const noexcept {
    const std::int64_t place = std::int64_t{highest_} - blockY;
    if (place < 0) return 0;
    return place < static_cast<std::int64_t>(states_.size()) ? states_[static_cast<std::size_t>(place)]
                                                             : stateByLooking(blockY);
  }

  [[nodiscard]] std::int32_t highest() const noexcept { return highest_; }

  /// Fetches what `surface` and `run` will look at near a node, without waiting for it.
  void fetch(BlockPos node) const noexcept;

  /// The run of a column that begins at height `low`; unknown nodes read as air. [Limit: count 1..64]
  [[nodiscard]] BlockRun run(MapBlock::Column column, std::int32_t low, std::uint32_t count) const noexcept;

  /// Where something above the known part hides the sky, that part's upper end is the surface: nobody below it sees the
  /// sky.
  [[nodiscard]] Surface surface(MapBlock::Column column) const noexcept;

 private:
  friend class BlockCache;

  static constexpr std::int32_t kNone = std::numeric_limits<std::int32_t>::min();

  void put(BlockId id, const MapBlock& nodes, bool active);
  template <typename Keep>
  [[nodiscard]] std::size_t keepIf(const Keep& keep);
  void blocksChanged() noexcept;
  [[nodiscard]] unsigned stateByLooking(std::int32_t blockY) const noexcept;
  [[nodiscard]] std::int32_t heightOf(MapBlock::Column column) const noexcept;

  std::pmr::vector<KnownBlock> blocks_;    ///< the highest first
  std::array<std::uint8_t, 24> states_{};  ///< of the highest and those below it
  std::int32_t highest_ = 0;
  mutable bool heightsAreOld_ = true;
  mutable std::array<std::int32_t, 256> heights_{};
};

class BlockCache {
 public:
  /// Replaces what is known of the block. Blocks that were found before may have moved.
  void put(BlockId id, const MapBlock& nodes, bool active);
  void drop(BlockId id);
  [[nodiscard]] KnownBlock* find(BlockId id) noexcept;
  [[nodiscard]] const KnownBlock* find(BlockId id) const noexcept;
  [[nodiscard]] std::size_t size() const noexcept { return size_; }

  /// The stack that a column of nodes belongs to, null where none of its blocks is known.
  [[nodiscard]] const BlockStack* stackAt(std::int32_t nodeX, std::int32_t nodeZ) const noexcept;
  [[nodiscard]] BlockStack* stackAt(std::int32_t nodeX, std::int32_t nodeZ) noexcept;

  /// Calls visit(KnownBlock&) for every block, in any order, and drops those for which it returns false.
  template <typename Visit>
  void keepIf(const Visit& visit);

 private:
  /// Of an open hash table: the first free place ends a search, and nothing is taken out but by making it anew.
  struct Slot {
    std::int32_t x = 0, z = 0;
    BlockStack* stack = nullptr;  ///< null: free
  };

  [[nodiscard]] std::size_t slotOf(std::int32_t blockX, std::int32_t blockZ) const noexcept;
  void makeSlots();

  // Close together: what a tick looks at lies in few pages.
  std::pmr::unsynchronized_pool_resource memory_;
  std::pmr::unordered_map<BlockId, BlockStack, BlockIdHash> stacks_{&memory_};  ///< at y 0
  std::vector<Slot> slots_{64};  ///< the same stacks, found in one look: a power of two, at most half of them taken
  std::size_t size_ = 0;
};

/// Looks up one column after the other while the cache stays as it is: mostly they lie in the stack of the one before.
template <typename Cache>
class StackFinder {
 public:
  using Stack = std::conditional_t<std::is_const_v<Cache>, const BlockStack, BlockStack>;

  /// Borrows the cache.
  explicit StackFinder(Cache& cache) noexcept : cache_(cache) {}

  /// As BlockCache::stackAt.
  [[nodiscard]] Stack* at(std::int32_t nodeX, std::int32_t nodeZ) noexcept {
    if (!looked_ || blockIndex(nodeX) != x_ || blockIndex(nodeZ) != z_) {
      looked_ = true;
      x_ = blockIndex(nodeX);
      z_ = blockIndex(nodeZ);
      stack_ = cache_.stackAt(nodeX, nodeZ);
    }
    return stack_;
  }

 private:
  Cache& cache_;
  bool looked_ = false;
  std::int32_t x_ = 0, z_ = 0;
  Stack* stack_ = nullptr;
};

template <typename Keep>
std::size_t BlockStack::keepIf(const Keep& keep) {
  const std::size_t dropped = std::erase_if(blocks_, [&](KnownBlock& block) { return !keep(block); });
  if (dropped != 0) blocksChanged();
  return dropped;
}

template <typename Visit>
void BlockCache::keepIf(const Visit& visit) {
  const std::size_t before = stacks_.size();
  for (auto stack = stacks_.begin(); stack != stacks_.end();) {
    size_ -= stack->second.keepIf(visit);
    stack = stack->second.blocks_.empty() ? stacks_.erase(stack) : std::next(stack);
  }
  if (stacks_.size() != before) makeSlots();
}

}  // namespace better_bats::luanti
