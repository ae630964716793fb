// Flocks larger than a batch, in parts whose bats are near each other: such bats have most of their mates in common.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "plugin/flock/flock_table.hpp"
#include "plugin/flock/snapshot.hpp"

namespace better_bats {

class LargeFlocks {
 public:
  struct Part {
    FlockIndex flock;
    std::span<const Slot> slots;  ///< at most kLanes
  };

  /// Parts the flocks of a tick, once.
  void part(const Snapshot& snapshot, const FlockTable& flocks);
  /// A new tick: the flocks have changed.
  void forget() noexcept { known_ = false; }

  [[nodiscard]] std::size_t size() const noexcept { return parts_.size(); }
  [[nodiscard]] Part operator[](std::size_t i) const noexcept {
    return {parts_[i].flock, std::span(slots_).subspan(parts_[i].begin, parts_[i].end - parts_[i].begin)};
  }
  /// The part with this bat, which is in such a flock.
  [[nodiscard]] Part partWith(Slot slot) const noexcept;

 private:
  struct Range {
    FlockIndex flock;
    std::uint32_t begin, end;  ///< in slots_
  };
  /// Precise enough for an order that no result depends on.
  struct Place {
    float x, y, z;
    Slot slot;
  };
  void divide(FlockIndex flock, std::span<Place> places);
  static void arrange(std::span<Place> places);
  static void halve(std::span<Place> places, std::size_t left);

  std::vector<Range> parts_;
  std::vector<Slot> slots_;
  std::vector<Place> places_;
  bool known_ = false;
};

}  // namespace better_bats
