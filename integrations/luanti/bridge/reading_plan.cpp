// The order of reading. SPDX-License-Identifier: MIT
#include "integrations/luanti/bridge/reading_plan.hpp"

#include <algorithm>
#include <limits>
#include <tuple>

namespace better_bats::luanti {
namespace {

constexpr std::int64_t kAskAgain = 20;  // a block that was not in memory may be now
constexpr std::int64_t kRecently = 40;  // bats are noted in turns, each at least twice in this time
constexpr std::int64_t kForgotten = 1200;

// What a bat meets in half a second lies within its reach, the surface mostly within the blocks above and below.
constexpr std::int32_t kReachAside = 4, kReachUpDown = 8;
constexpr std::int32_t kBlocksBelow = 3, kBlocksAbove = 4;

// So much less often are blocks read again that only say where the surface is.
constexpr std::int64_t kFarAway = 4;

}  // namespace

void ReadingPlan::noteBat(BlockPos node, std::int64_t now) {
  const BlockId own = blockIdOf(node);
  const BlockId low = blockIdOf({node.x - kReachAside, node.y - kReachUpDown, node.z - kReachAside});
  const BlockId high = blockIdOf({node.x + kReachAside, node.y + kReachUpDown, node.z + kReachAside});
  for (std::int32_t x = low.x; x <= high.x; ++x) {
    for (std::int32_t z = low.z; z <= high.z; ++z) {
      BlockStack* const stack = cache_.stackAt(x * kBlockSide, z * kBlockSide);
      for (std::int32_t y = own.y - kBlocksBelow; y <= own.y + kBlocksAbove; ++y) {
        const BlockId id{x, y, z};
        const int rank = id == own ? 0 : y < low.y ? 2 : y > high.y ? 3 : 1;
        need(id, stack == nullptr ? nullptr : stack->find(y), rank, now);
      }
    }
  }
}

void ReadingPlan::need(BlockId id, KnownBlock* block, int rank, std::int64_t now) {
  if (block != nullptr) {
    block->neededAt = now;
    if (rank <= 1) block->nearAt = now;
    if (rank == 0) block->occupiedAt = now;
    return;
  }
  Missing& missing = missing_.try_emplace(id, Missing{rank, now, now}).first->second;
  missing.neededAt = now;
  missing.rank = std::min(missing.rank, rank);
}

void ReadingPlan::answered(BlockId id, bool found, std::int64_t now) {
  if (KnownBlock* block = cache_.find(id); block != nullptr && found) {
    block->readAt = now;
    block->changed = false;
    if (block->neededAt == 0) block->neededAt = now;
  }
  if (found) missing_.erase(id);
}

std::size_t ReadingPlan::next(std::span<BlockId> reads, std::size_t refresh, std::int64_t now) {
  const std::size_t count = nextMissing(reads, now);
  return count + nextKnown(reads.subspan(count), refresh, now);
}

std::size_t ReadingPlan::nextMissing(std::span<BlockId> reads, std::int64_t now) {
  std::erase_if(missing_, [&](const auto& one) { return now - one.second.neededAt > kRecently; });
  due_.clear();
  for (auto& one : missing_) {
    if (one.second.askAgainAt <= now) due_.push_back(&one);
  }
  const std::size_t count = std::min(reads.size(), due_.size());
  const auto end = due_.begin() + static_cast<std::ptrdiff_t>(count);
  std::partial_sort(due_.begin(), end, due_.end(), [](const auto* a, const auto* b) {
    const auto& [idA, missingA] = *a;
    const auto& [idB, missingB] = *b;
    return std::tie(missingA.rank, missingA.askAgainAt, idA.x, idA.z, idA.y) <
           std::tie(missingB.rank, missingB.askAgainAt, idB.x, idB.z, idB.y);
  });
  std::transform(due_.begin(), end, reads.begin(), [&](auto* one) {
    one->second.askAgainAt = now + kAskAgain;
    return one->first;
  });
  return count;
}

std::size_t ReadingPlan::nextKnown(std::span<BlockId> reads, std::size_t refresh, std::int64_t now) {
  known_.clear();
  std::size_t changed = 0;
  cache_.keepIf([&](const KnownBlock& block) {
    if (now - block.neededAt > kForgotten) return false;
    const std::int64_t age = now - block.readAt;
    if (block.changed) {
      ++changed;
      known_.push_back({&block, std::numeric_limits<std::int64_t>::max()});
    } else if (now - block.neededAt <= kRecently && age > 0) {
      known_.push_back({&block, now - block.nearAt <= kRecently ? age : age / kFarAway});
    }
    return true;
  });
  const std::size_t count = std::min({reads.size(), known_.size(), changed + refresh});
  const auto end = known_.begin() + static_cast<std::ptrdiff_t>(count);
  std::partial_sort(known_.begin(), end, known_.end(), [](const Known& a, const Known& b) {
    return std::tie(b.urgency, a.block->id.x, a.block->id.z, a.block->id.y) <
           std::tie(a.urgency, b.block->id.x, b.block->id.z, b.block->id.y);
  });
  std::transform(known_.begin(), end, reads.begin(), [](const Known& one) { return one.block->id; });
  return count;
}

}  // namespace better_bats::luanti
