// Which of a flock's members hang together: two within the flock radius are linked. SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "plugin/flock/neighbour_grid.hpp"

namespace better_bats {

class FlockConnectivity {
 public:
  /// The largest linked group of the members, in their order; of equals the one with the earliest member. The result
  /// lives until the next call.
  [[nodiscard]] std::span<const Slot> largestGroup(const Snapshot& snapshot, const Space& space,
                                                   std::span<const Slot> members, double radius);

  /// For the caller to collect members in.
  std::vector<Slot> members;

 private:
  void labelGroups(const Snapshot& snapshot, const Space& space, std::span<const Slot> members, double radius);
  void labelLargeFlock(const Snapshot& snapshot, const Space& space, std::span<const Slot> members, double radius);

  std::vector<std::uint32_t> group_;  ///< of each member
  std::vector<std::uint32_t> sizes_;  ///< of each group
  std::vector<std::uint32_t> open_;   ///< members that no group has reached yet
  std::vector<std::uint32_t> reached_;
  std::vector<Slot> kept_;
  std::vector<std::uint32_t> memberOfSlot_;
  NeighbourGrid grid_;
};

}  // namespace better_bats
