// Which map blocks to read next: those that bats need and nobody has read, then the changed, then the oldest.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

#include "integrations/luanti/bridge/block_cache.hpp"

namespace better_bats::luanti {

class ReadingPlan {
 public:
  /// Borrows the cache.
  explicit ReadingPlan(BlockCache& cache) noexcept : cache_(cache) {}

  /// A bat flies at this node: it needs what it may meet in the next half second, and its column's surface.
  void noteBat(BlockPos node, std::int64_t now);

  /// See better_bats_luanti_next_reads. Forgets what no bat was near for a minute.
  [[nodiscard]] std::size_t next(std::span<BlockId> reads, std::size_t refresh, std::int64_t now);

  /// The block was read, or is not in memory.
  void answered(BlockId id, bool found, std::int64_t now);

 private:
  struct Missing {
    int rank;  ///< 0: a bat is in it, and so on outwards
    std::int64_t neededAt, askAgainAt;
  };
  struct Known {
    const KnownBlock* block;
    std::int64_t urgency;
  };

  void need(BlockId id, KnownBlock* block, int rank, std::int64_t now);
  [[nodiscard]] std::size_t nextMissing(std::span<BlockId> reads, std::int64_t now);
  [[nodiscard]] std::size_t nextKnown(std::span<BlockId> reads, std::size_t refresh, std::int64_t now);

  BlockCache& cache_;
  std::unordered_map<BlockId, Missing, BlockIdHash> missing_;
  std::vector<std::pair<const BlockId, Missing>*> due_;  ///< scratch, as is
  std::vector<Known> known_;
};

}  // namespace better_bats::luanti
