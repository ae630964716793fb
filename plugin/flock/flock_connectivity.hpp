// Which of a flock's members hang together: two within the flock radius are linked. SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "plugin/flock/neighbour_grid.hpp"

namespace better_bats {

/// How much nearer than the radius the members of a flock hang together, less than 0 where they may not. `joined` and
/// `links` are of a former search: if each of joined is still within the radius of its link, they do. [any-thread]
[[nodiscard]] double spareLinkLength(const Snapshot& snapshot, const Space& space, std::span<const Slot> members,
                                     std::span<const Slot> joined, std::span<const Slot> links, double radius) noexcept;

class FlockConnectivity {
 public:
  /// The largest linked group of the members, in their order; of equals the one with the earliest member. The result
  /// lives until the next call. The grid holds all bats.
  [[nodiscard]] std::span<const Slot> largestGroup(const Snapshot& snapshot, const NeighbourGrid& grid,
                                                   std::span<const Slot> members, double radius);

  /// What each member was linked to in that search.
  [[nodiscard]] std::span<const Slot> links() const noexcept { return links_; }

 private:
  static constexpr std::uint32_t kNone = 0xFFFFFFFFU;

  void labelAllPairs(const Snapshot& snapshot, const Space& space, std::span<const Slot> members, double radius);
  void labelByGrid(const Snapshot& snapshot, const NeighbourGrid& grid, std::span<const Slot> members, double radius);
  void spread(const Snapshot& snapshot, const NeighbourGrid& grid, std::span<const Slot> members, double radius,
              std::uint32_t group);

  std::vector<std::uint32_t> group_;    ///< of each member
  std::vector<std::uint32_t> sizes_;    ///< of each group
  std::vector<std::uint32_t> open_;     ///< members that no group has reached yet
  std::vector<std::uint32_t> reached_;  ///< in the order in which they were
  std::vector<Slot> kept_;
  std::vector<Slot> links_;
  std::vector<double> linkSquared_;          ///< of each member's link; less than 0 once others were reached from it
  std::vector<std::uint32_t> memberOfSlot_;  ///< kNone but during a search
};

}  // namespace better_bats
