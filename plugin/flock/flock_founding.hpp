// The tick in which nobody has a flock yet, so that everybody seeks one: the first of a world, mostly.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <vector>

#include <better_bats/large_vector.hpp>

#include "plugin/flock/flock_table.hpp"
#include "plugin/flock/parallel_loop.hpp"
#include "plugin/flock/snapshot.hpp"

namespace better_bats {

/// Decisions fall one after another, so they touch as little memory as possible; the flocks are then written by all
/// threads, in the order of their bats.
class FlockFounding {
 public:
  /// None of so many bats has a flock once each of them was cleared, in any pieces.
  void begin(Slot bats);
  void clear(Slot begin, Slot end) noexcept;

  [[nodiscard]] bool hasFlock(Slot slot) const noexcept { return bats_[slot].founder != kNoSlot; }
  [[nodiscard]] bool isOpen(Slot slot, std::int64_t limit) const noexcept {
    const Slot founder = bats_[slot].founder;
    return founder == kNoSlot || bats_[founder].size < limit;
  }
  /// The seeker joins the other's flock or founds one with it.
  void joinOrFound(Slot seeker, Slot other) noexcept;
  /// Every bat has its turn once, in id order, after it joined or not.
  void endTurn(Slot slot, std::uint32_t rank) noexcept {
    if (!isFounder(slot)) bats_[slot].turn = rank;
  }

  /// Tells the machine that it will be asked about this bat.
  void fetch(Slot slot) const noexcept { __builtin_prefetch(&bats_[slot], 1); }

  /// Describes the flocks to a table that has none, with ids from `firstId` on. @returns how many there are.
  std::uint32_t writeTo(FlockTable& table, std::uint64_t firstId, const ParallelLoop& loop);

  void giveBackMemory() noexcept { LargeVector<Bat>().swap(bats_); }

 private:
  struct Bat {
    Slot founder;        ///< of its flock
    Slot next;           ///< who joined just before it; of the founder: who joined last
    std::uint32_t size;  ///< of the founder's flock
    std::uint32_t turn;  ///< of a founder: of its flock among all flocks, from 0; of everybody else: its own, the rank
  };

  [[nodiscard]] bool isFounder(Slot slot) const noexcept { return bats_[slot].founder == slot; }
  void write(Slot founder, FlockIndex index, std::uint64_t firstId, FlockTable& table) const;

  LargeVector<Bat> bats_;
  std::vector<FlockIndex> first_;  ///< of each chunk of bats: the first of its founders' flocks
  std::uint32_t flocks_ = 0;
  std::uint32_t largest_ = 0;
};

}  // namespace better_bats
