// Groups of linked members by breadth-first search. SPDX-License-Identifier: MIT
#include "plugin/flock/flock_connectivity.hpp"

#include <algorithm>
#include <numeric>

namespace better_bats {
namespace {

/// Up to here every pair is looked at; beyond, a grid finds the near ones.
constexpr std::size_t kAllPairs = 64;

}  // namespace

std::span<const Slot> FlockConnectivity::largestGroup(const Snapshot& snapshot, const Space& space,
                                                      std::span<const Slot> all, double radius) {
  if (all.size() <= kAllPairs) {
    labelGroups(snapshot, space, all, radius);
  } else {
    labelLargeFlock(snapshot, space, all, radius);
  }
  if (sizes_.size() <= 1) return all;
  // Groups are numbered by their earliest member, so the first of the largest is the one that stays.
  const auto largest = static_cast<std::uint32_t>(std::max_element(sizes_.begin(), sizes_.end()) - sizes_.begin());
  kept_.clear();
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (group_[i] == largest) kept_.push_back(all[i]);
  }
  return kept_;
}

void FlockConnectivity::labelGroups(const Snapshot& snapshot, const Space& space, std::span<const Slot> all,
                                    double radius) {
  group_.resize(all.size());
  open_.resize(all.size());
  std::iota(open_.begin(), open_.end(), 0U);
  sizes_.clear();
  while (!open_.empty()) {
    const auto group = static_cast<std::uint32_t>(sizes_.size());
    reached_.assign(1, open_.front());
    open_.erase(open_.begin());  // in order, so that the next group begins with its earliest member
    for (std::size_t i = 0; i < reached_.size(); ++i) {
      group_[reached_[i]] = group;
      const Vec3 from = snapshot.position(all[reached_[i]]);
      const auto stays = std::remove_if(open_.begin(), open_.end(), [&](std::uint32_t other) {
        const Vec3 difference = space.difference(snapshot.position(all[other]), from);
        const bool linked = lengthSquared(difference) <= radius * radius;
        if (linked) reached_.push_back(other);
        return linked;
      });
      open_.erase(stays, open_.end());
    }
    sizes_.push_back(static_cast<std::uint32_t>(reached_.size()));
  }
}

void FlockConnectivity::labelLargeFlock(const Snapshot& snapshot, const Space& space, std::span<const Slot> all,
                                        double radius) {
  constexpr std::uint32_t unlabelled = 0xFFFFFFFFU;
  group_.assign(all.size(), unlabelled);
  memberOfSlot_.resize(snapshot.size());
  for (std::size_t i = 0; i < all.size(); ++i) memberOfSlot_[all[i]] = static_cast<std::uint32_t>(i);
  grid_.build(snapshot, all, radius, space);
  sizes_.clear();
  for (std::uint32_t first = 0; first < all.size(); ++first) {
    if (group_[first] != unlabelled) continue;
    const auto group = static_cast<std::uint32_t>(sizes_.size());
    group_[first] = group;
    reached_.assign(1, first);
    for (std::size_t i = 0; i < reached_.size(); ++i) {
      grid_.removeIf(snapshot.position(all[reached_[i]]), radius, [&](Slot slot, double distanceSquared) {
        if (!(distanceSquared <= radius * radius)) return false;
        const std::uint32_t other = memberOfSlot_[slot];
        if (group_[other] == unlabelled) {
          group_[other] = group;
          reached_.push_back(other);
        }
        return true;
      });
    }
    sizes_.push_back(static_cast<std::uint32_t>(reached_.size()));
  }
}

}  // namespace better_bats
