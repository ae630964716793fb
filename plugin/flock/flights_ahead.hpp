// Flights that were computed before the host asked for them. A host that calls bat by bat asks for all of them in turn:
// one by one that would waste seven of eight lanes. SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <vector>

#include "plugin/flock/snapshot.hpp"

namespace better_bats {

class FlightsAhead {
 public:
  /// A new tick of so many bats. What was computed for the last one is forgotten.
  void beginTick(Slot bats) {
    pays_ = 2 * std::uint64_t{asked_} >= bats;
    asked_ = 0;
    ++tick_;
  }

  /// Whether the host asked for at least half of its bats one by one in the last tick.
  [[nodiscard]] bool pays() const noexcept { return pays_; }

  void reserve(Slot bats) {
    if (bats <= ticks_.size()) return;
    velocities_.resize(bats);
    ticks_.resize(bats, 0);
  }
  /// [Limit: below what was reserved]
  void put(Slot slot, Vec3 velocity) noexcept {
    velocities_[slot] = velocity;
    ticks_[slot] = tick_;
  }

  /// This tick's velocity of a bat, or null where it has not been computed.
  [[nodiscard]] const Vec3* find(Slot slot) const noexcept {
    return slot < ticks_.size() && ticks_[slot] == tick_ ? &velocities_[slot] : nullptr;
  }
  void noteAsked() noexcept { ++asked_; }

 private:
  LargeVector<Vec3> velocities_;      ///< by slot
  std::vector<std::uint64_t> ticks_;  ///< for which it was computed
  std::uint64_t tick_ = 0;
  std::uint32_t asked_ = 0;
  bool pays_ = false;
};

}  // namespace better_bats
