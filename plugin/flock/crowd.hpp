// All bats that may be near any bat of a batch, in id order: each lane sums over them in that order, so nothing has to
// be sorted for each bat. SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <vector>

#include <better_bats/large_vector.hpp>

#include "plugin/flight/bat_lanes.hpp"
#include "plugin/flock/neighbour_grid.hpp"
#include "plugin/flock/rank_order.hpp"
#include "plugin/flock/snapshot.hpp"

namespace better_bats {

class Crowd {
 public:
  /// Takes every bat within `radius` of any of the lanes' bats, and possibly others.
  void gather(const Snapshot& snapshot, const NeighbourGrid& grid, const BatLanes& bats, double radius);

  [[nodiscard]] std::size_t size() const noexcept { return members_.size(); }
  struct Member {
    Vec3 position, velocity;
    std::uint64_t rank;
  };
  [[nodiscard]] const Member& operator[](std::size_t i) const noexcept { return members_[i]; }

 private:
  std::vector<std::uint32_t> ranks_;
  RankOrder order_;
  LargeVector<Member> members_;
};

}  // namespace better_bats
