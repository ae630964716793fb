// Which of a flock's members hang together: two within the flock radius are linked. SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "plugin/flock/flock_table.hpp"
#include "plugin/flock/near_search.hpp"
#include "plugin/flock/neighbour_grid.hpp"

namespace better_bats {

/// How much nearer than the radius the members of a flock hang together, less than 0 where they may not: `links` are
/// those that a former search left.
[[nodiscard]] double spareLinkLength(const Snapshot& snapshot, const Space& space, std::span<const Slot> members,
                                     std::span<const FlockLink> links, double radius) noexcept;

class FlockConnectivity {
 public:
  /// What is searched. The grid holds all bats.
  struct Search {
    const Snapshot& snapshot;
    const NeighbourGrid& grid;
    const FlightKernels& kernels;
    double radius;
  };

  /// The largest linked group of the members, in their order; of equals the one with the earliest member. Of the links
  /// of a former search those count that still hold. The result lives until the next call.
  [[nodiscard]] std::span<const Slot> largestGroup(const Search& search, std::span<const Slot> members,
                                                   std::span<const FlockLink> links);

  /// Links of that search which hold each group together, no more than it needs. None for flocks of a few.
  [[nodiscard]] std::span<const FlockLink> links() const noexcept { return links_; }

 private:
  void linkAllPairs(const Search& search, std::span<const Slot> members);
  void linkByGrid(const Search& search, std::span<const Slot> members, std::span<const FlockLink> links);
  void linkAround(const Search& search, std::span<const Slot> members, std::uint32_t member);
  [[nodiscard]] std::uint32_t groupOf(std::uint32_t member) noexcept;
  bool unite(std::uint32_t a, std::uint32_t b) noexcept;

  // Groups are trees of members; a tree's root stands for its group.
  std::vector<std::uint32_t> parents_;  ///< a root is its own
  std::vector<std::uint32_t> sizes_;    ///< of a root's group
  std::uint32_t largest_ = 0;           ///< the root of the largest group yet
  std::vector<FlockLink> links_;
  std::vector<std::uint32_t> loose_;  ///< ends of links that no longer hold
  std::vector<bool> searched_;        ///< members all of whose links are known
  PlaceList near_;
  std::vector<Slot> kept_;
  std::vector<std::uint32_t> memberOfSlot_;  ///< kNone but during a search
  static constexpr std::uint32_t kNone = 0xFFFFFFFFU;
};

}  // namespace better_bats
