// Groups of linked members by breadth-first search. SPDX-License-Identifier: MIT
#include "plugin/flock/flock_connectivity.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>

#include "plugin/flight/vector_math.hpp"

namespace better_bats {
namespace {

/// Up to here every pair is looked at; beyond, a grid finds the near ones.
constexpr std::size_t kAllPairs = 64;

/// Where there is no former search.
constexpr std::size_t kFew = 16;

/// The longest link of the shortest tree: of those reached and those not, the nearest two are linked, and so on.
double longestLinkSquared(const Snapshot& snapshot, const Space& space, std::span<const Slot> members) noexcept {
  std::array<double, kFew> toTree;
  toTree.fill(std::numeric_limits<double>::infinity());
  std::uint32_t open = (std::uint32_t{1} << members.size()) - 2;
  double longest = 0;
  for (std::size_t last = 0; open != 0;) {
    const Vec3 from = snapshot.position(members[last]);
    std::size_t nearest = 0;
    double least = std::numeric_limits<double>::infinity();
    for (std::size_t i = 1; i < members.size(); ++i) {
      if (((open >> i) & 1U) == 0) continue;
      const double squared = lengthSquared(space.difference(snapshot.position(members[i]), from));
      toTree[i] = std::min(toTree[i], squared);
      if (toTree[i] <= least) least = toTree[i], nearest = i;
    }
    longest = std::max(longest, least);
    open &= ~(std::uint32_t{1} << nearest);
    last = nearest;
  }
  return longest;
}

}  // namespace

double spareLinkLength(const Snapshot& snapshot, const Space& space, std::span<const Slot> members,
                       std::span<const Slot> joined, std::span<const Slot> links, double radius) noexcept {
  double longest = std::numeric_limits<double>::infinity();
  if (!links.empty()) {
    longest = 0;
    for (std::size_t i = 0; i < links.size(); ++i) {
      const Vec3 link = space.difference(snapshot.position(joined[i]), snapshot.position(links[i]));
      longest = std::max(longest, lengthSquared(link));
    }
  } else if (members.size() <= kFew) {
    longest = longestLinkSquared(snapshot, space, members);
  }
  // The square decides; the length may be rounded either way, which the snapshot's travelled() allows for.
  return longest <= radius * radius ? std::max(0.0, radius - std::sqrt(longest)) : -1;
}

std::span<const Slot> FlockConnectivity::largestGroup(const Snapshot& snapshot, const NeighbourGrid& grid,
                                                      std::span<const Slot> members, double radius) {
  links_.clear();
  sizes_.clear();
  group_.assign(members.size(), kNone);
  if (members.size() <= kAllPairs) {
    labelAllPairs(snapshot, grid.space(), members, radius);
  } else {
    labelByGrid(snapshot, grid, members, radius);
  }
  if (sizes_.size() <= 1) return members;
  // Groups are numbered by their earliest member, so the first of the largest is the one that stays.
  const auto largest = static_cast<std::uint32_t>(std::max_element(sizes_.begin(), sizes_.end()) - sizes_.begin());
  kept_.clear();
  for (std::size_t i = 0; i < members.size(); ++i) {
    if (group_[i] == largest) kept_.push_back(members[i]);
  }
  return kept_;
}

void FlockConnectivity::labelAllPairs(const Snapshot& snapshot, const Space& space, std::span<const Slot> members,
                                      double radius) {
  open_.resize(members.size());
  std::iota(open_.begin(), open_.end(), 0U);
  while (!open_.empty()) {
    const auto group = static_cast<std::uint32_t>(sizes_.size());
    reached_.assign(1, open_.front());
    open_.erase(open_.begin());  // in order, so that the next group begins with its earliest member
    for (std::size_t i = 0; i < reached_.size(); ++i) {
      group_[reached_[i]] = group;
      const Vec3 from = snapshot.position(members[reached_[i]]);
      const auto stays = std::remove_if(open_.begin(), open_.end(), [&](std::uint32_t other) {
        const Vec3 difference = space.difference(snapshot.position(members[other]), from);
        const bool linked = lengthSquared(difference) <= radius * radius;
        if (linked) reached_.push_back(other);
        return linked;
      });
      open_.erase(stays, open_.end());
    }
    sizes_.push_back(static_cast<std::uint32_t>(reached_.size()));
  }
}

void FlockConnectivity::labelByGrid(const Snapshot& snapshot, const NeighbourGrid& grid, std::span<const Slot> members,
                                    double radius) {
  if (memberOfSlot_.size() < snapshot.size()) memberOfSlot_.resize(snapshot.size(), kNone);
  // Nothing is found of a search that ran out of memory.
  struct Forget {
    std::vector<std::uint32_t>& memberOfSlot;
    std::span<const Slot> members;
    ~Forget() {
      for (const Slot member : members) memberOfSlot[member] = kNone;
    }
  };
  const Forget forget{memberOfSlot_, members};
  for (std::size_t i = 0; i < members.size(); ++i) memberOfSlot_[members[i]] = static_cast<std::uint32_t>(i);
  links_.assign(members.begin(), members.end());
  linkSquared_.assign(members.size(), 0);
  for (std::uint32_t first = 0; first < members.size(); ++first) {
    if (group_[first] != kNone) continue;
    const auto group = static_cast<std::uint32_t>(sizes_.size());
    group_[first] = group;
    reached_.assign(1, first);
    spread(snapshot, grid, members, radius, group);
    sizes_.push_back(static_cast<std::uint32_t>(reached_.size()));
  }
}

/// From the member in reached_. Each is linked to the nearest of those that were reached before anything was reached
/// from it: such links make a tree, and short ones hold for many ticks.
void FlockConnectivity::spread(const Snapshot& snapshot, const NeighbourGrid& grid, std::span<const Slot> members,
                               double radius, std::uint32_t group) {
  for (std::size_t i = 0; i < reached_.size(); ++i) {
    const std::uint32_t from = reached_[i];
    linkSquared_[from] = -1;
    grid.visit(snapshot.position(members[from]), radius, [&](Slot slot, Vec3, double distanceSquared) {
      const std::uint32_t other = memberOfSlot_[slot];
      if (other == kNone || !(distanceSquared <= radius * radius)) return;
      const bool isNew = group_[other] == kNone;
      if (isNew) group_[other] = group, reached_.push_back(other);
      if (isNew || distanceSquared < linkSquared_[other]) {
        links_[other] = members[from];
        linkSquared_[other] = distanceSquared;
      }
    });
  }
}

}  // namespace better_bats
