// Groups of linked members by uniting. SPDX-License-Identifier: MIT
#include "plugin/flock/flock_connectivity.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

#include "plugin/flight/vector_math.hpp"

namespace better_bats {
namespace {

/// Up to here every pair is looked at; beyond, the grid finds the near ones, and links are remembered.
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
                       std::span<const FlockLink> links, double radius) noexcept {
  double longest = std::numeric_limits<double>::infinity();
  if (members.size() <= kFew) {
    longest = longestLinkSquared(snapshot, space, members);
  } else if (links.size() + 1 == members.size()) {
    longest = 0;
    for (const FlockLink link : links) {
      const Vec3 difference = space.difference(snapshot.position(link.a), snapshot.position(link.b));
      longest = std::max(longest, lengthSquared(difference));
    }
  }
  // The square decides; the length may be rounded either way, which the snapshot's travelled() allows for.
  return longest <= radius * radius ? std::max(0.0, radius - std::sqrt(longest)) : -1;
}

std::span<const Slot> FlockConnectivity::largestGroup(const Search& search, std::span<const Slot> members,
                                                      std::span<const FlockLink> links) {
  links_.clear();
  parents_.resize(members.size());
  std::iota(parents_.begin(), parents_.end(), 0U);
  sizes_.assign(members.size(), 1);
  largest_ = 0;
  if (members.size() <= kFew) {
    linkAllPairs(search, members);
  } else {
    linkByGrid(search, members, links);
  }
  if (sizes_[largest_] == members.size()) return members;
  const std::uint32_t size = *std::max_element(sizes_.begin(), sizes_.end());
  std::uint32_t first = 0;
  while (sizes_[groupOf(first)] != size) ++first;
  const std::uint32_t stays = groupOf(first);
  kept_.clear();
  for (std::uint32_t i = 0; i < members.size(); ++i) {
    if (groupOf(i) == stays) kept_.push_back(members[i]);
  }
  return kept_;
}

void FlockConnectivity::linkAllPairs(const Search& search, std::span<const Slot> members) {
  for (std::uint32_t i = 0; i < members.size(); ++i) {
    const Vec3 position = search.snapshot.position(members[i]);
    for (std::uint32_t k = i + 1; k < members.size(); ++k) {
      const Vec3 difference = search.grid.space().difference(search.snapshot.position(members[k]), position);
      if (lengthSquared(difference) <= search.radius * search.radius) unite(i, k);
    }
  }
}

/// Whoever is in the largest group need not be searched: others find it. So at the end all links are known of all that
/// are in another group.
void FlockConnectivity::linkByGrid(const Search& search, std::span<const Slot> members,
                                   std::span<const FlockLink> links) {
  if (memberOfSlot_.size() < search.snapshot.size()) memberOfSlot_.resize(search.snapshot.size(), kNone);
  // Nothing is found of a search that ran out of memory.
  struct Forget {
    std::vector<std::uint32_t>& memberOfSlot;
    std::span<const Slot> members;
    ~Forget() {
      for (const Slot member : members) memberOfSlot[member] = kNone;
    }
  };
  const Forget forget{memberOfSlot_, members};
  for (std::uint32_t i = 0; i < members.size(); ++i) memberOfSlot_[members[i]] = i;
  loose_.clear();
  for (const FlockLink link : links) {
    const Vec3 from = search.snapshot.position(link.a);
    const Vec3 difference = search.grid.space().difference(search.snapshot.position(link.b), from);
    const std::uint32_t a = memberOfSlot_[link.a];
    const std::uint32_t b = memberOfSlot_[link.b];
    if (lengthSquared(difference) <= search.radius * search.radius) {
      if (unite(a, b)) links_.push_back(link);
    } else {
      loose_.push_back(a), loose_.push_back(b);
    }
  }
  searched_.assign(members.size(), false);
  const auto searchUnlessIn = [&](std::uint32_t member, std::uint32_t group) {
    if (!searched_[member] && groupOf(member) != groupOf(group)) linkAround(search, members, member);
  };
  for (const std::uint32_t member : loose_) searchUnlessIn(member, largest_);
  for (std::uint32_t member = 0; member < members.size(); ++member) searchUnlessIn(member, largest_);
  // Some were passed over for a group that was the largest then.
  const std::uint32_t largest = largest_;
  for (std::uint32_t member = 0; member < members.size(); ++member) searchUnlessIn(member, largest);
}

/// First with the nearest of another group: short links hold for many ticks.
void FlockConnectivity::linkAround(const Search& search, std::span<const Slot> members, std::uint32_t member) {
  searched_[member] = true;
  std::uint32_t nearest = kNone;
  double least = std::numeric_limits<double>::infinity();
  const auto link = [&](std::uint32_t other) {
    if (unite(member, other)) links_.push_back({members[member], members[other]});
  };
  visitWithin(search.kernels, search.grid, search.snapshot.position(members[member]), search.radius, near_,
              [&](Slot slot, std::uint32_t, double squared) {
                const std::uint32_t other = memberOfSlot_[slot];
                if (other == kNone || !(squared < least) || groupOf(other) == groupOf(member)) return;
                nearest = other, least = squared;
              });
  if (nearest == kNone) return;
  link(nearest);
  for (std::size_t i = 0; i < near_.count; ++i) {
    const std::uint32_t other = memberOfSlot_[search.grid.slots()[near_.place[i]]];
    if (other != kNone) link(other);
  }
}

std::uint32_t FlockConnectivity::groupOf(std::uint32_t member) noexcept {
  while (parents_[member] != member) member = parents_[member] = parents_[parents_[member]];
  return member;
}

/// @returns false where they are in one group already.
bool FlockConnectivity::unite(std::uint32_t a, std::uint32_t b) noexcept {
  a = groupOf(a), b = groupOf(b);
  if (a == b) return false;
  if (sizes_[a] < sizes_[b]) std::swap(a, b);
  parents_[b] = a;
  sizes_[a] += std::exchange(sizes_[b], 0U);
  if (sizes_[a] > sizes_[largest_]) largest_ = a;
  return true;
}

}  // namespace better_bats
