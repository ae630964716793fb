// Flocks in three cache lines each, in the order of their bats. SPDX-License-Identifier: MIT
#include "plugin/flock/flock_table.hpp"

#include <algorithm>
#include <numeric>

namespace better_bats {
namespace {

/// Fewer than a vector keeps: flocks are large, and few are founded once all bats have one.
constexpr std::size_t spareFlocks(std::size_t flocks) noexcept {
  return flocks / 8 + 64;
}

}  // namespace

void FlockTable::clear() {
  flocks_.clear();
  flockOf_.clear();
  large_.clear();
  freeLarge_.clear();
  free_.clear();
  unsettled_.clear();
  living_ = misplaced_ = founded_ = 0;
}

std::span<const Slot> FlockTable::joined(FlockIndex index) const noexcept {
  const Flock& flock = flocks_[index];
  return flock.large == kInline ? std::span(flock.joined).first(flock.size) : std::span(large_[flock.large].joined);
}

std::span<const Slot> FlockTable::members(FlockIndex index) const noexcept {
  const Flock& flock = flocks_[index];
  return flock.large == kInline ? std::span(flock.members).first(flock.size) : std::span(large_[flock.large].members);
}

std::span<const FlockLink> FlockTable::links(FlockIndex index) const noexcept {
  const Flock& flock = flocks_[index];
  return flock.large == kInline ? std::span<const FlockLink>() : std::span<const FlockLink>(large_[flock.large].links);
}

void FlockTable::rememberLinks(FlockIndex index, std::span<const FlockLink> links) {
  if (flocks_[index].large != kInline) large_[flocks_[index].large].links.assign(links.begin(), links.end());
}

void FlockTable::noteChange(FlockIndex index) {
  if (!flocks_[index].unsettled) unsettled_.push_back(index);
  flocks_[index].unsettled = true;
  forgetDistances(index);
}

void FlockTable::forgetDistances(FlockIndex index) noexcept {
  flocks_[index].linkedUntil = flocks_[index].aloneUntil = -1;
  leaveOutsidersOpen(index, -1);
}

void FlockTable::setOutsiders(FlockIndex index, std::span<const Slot> outsiders, double travelled) noexcept {
  Flock& flock = flocks_[index];
  std::copy(outsiders.begin(), outsiders.end(), flock.outsiders.begin());
  flock.outsiderCount = static_cast<std::uint32_t>(outsiders.size());
  flock.outsidersUntil = travelled;
}

void FlockTable::leaveOutsidersOpen(FlockIndex index, double travelled) noexcept {
  flocks_[index].outsiderCount = kOpen;
  flocks_[index].outsidersUntil = travelled;
}

void FlockTable::beginAnew(std::uint32_t flocks) {
  flocks_.clear();
  flocks_.reserve(flocks + spareFlocks(flocks));
  flocks_.resize(flocks);
  free_.clear();
  unsettled_.clear();
  living_ = founded_ = flocks;
  misplaced_ = 0;
}

FlockIndex FlockTable::found(std::uint64_t id) {
  auto index = static_cast<FlockIndex>(flocks_.size());
  if (free_.empty()) {
    if (flocks_.size() == flocks_.capacity()) flocks_.reserve(flocks_.size() + spareFlocks(flocks_.size()));
    flocks_.emplace_back();
  } else {
    index = free_.back();
    free_.pop_back();
  }
  flocks_[index].id = id;
  flocks_[index].size = 0;
  flocks_[index].large = kInline;
  flocks_[index].unsettled = false;
  ++living_;
  ++misplaced_;
  ++founded_;
  return index;
}

void FlockTable::append(FlockIndex index, Slot slot) {
  Flock& flock = flocks_[index];
  if (flock.size == kSmall) enlarge(flock);
  if (flock.large == kInline) {
    flock.joined[flock.size] = slot;
  } else {
    large_[flock.large].joined.push_back(slot);
  }
  ++flock.size;
  flockOf_[slot] = index;
  noteChange(index);
}

void FlockTable::enlarge(Flock& flock) {
  if (freeLarge_.empty()) {
    freeLarge_.push_back(static_cast<std::uint32_t>(large_.size()));
    large_.emplace_back();
  }
  flock.large = freeLarge_.back();
  freeLarge_.pop_back();
  large_[flock.large].joined.assign(flock.joined.begin(), flock.joined.end());
}

/// To no more than kSmall members.
void FlockTable::shrink(Flock& flock, std::span<const Slot> members) {
  std::copy(members.begin(), members.end(), flock.joined.begin());
  if (flock.large == kInline) return;
  LargeFlock& large = large_[flock.large];
  large.joined.clear();
  large.members.clear();
  large.links.clear();
  freeLarge_.push_back(flock.large);
  flock.large = kInline;
}

void FlockTable::keep(FlockIndex index, std::span<const Slot> members) {
  for (const Slot slot : joined(index)) flockOf_[slot] = kNoFlock;
  for (const Slot slot : members) flockOf_[slot] = index;
  Flock& flock = flocks_[index];
  flock.size = static_cast<std::uint32_t>(members.size());
  if (members.size() <= kSmall) {
    shrink(flock, members);
  } else {
    large_[flock.large].joined.assign(members.begin(), members.end());
    std::erase_if(large_[flock.large].links,
                  [&](FlockLink link) { return flockOf_[link.a] != index || flockOf_[link.b] != index; });
  }
  if (members.empty()) {
    endFlock(index);
  } else {
    noteChange(index);
  }
}

void FlockTable::endFlock(FlockIndex index) {
  flocks_[index].size = 0;
  free_.push_back(index);
  --living_;
}

void FlockTable::unite(FlockIndex stays, FlockIndex ends) {
  for (const Slot slot : joined(ends)) append(stays, slot);
  if (flocks_[stays].large != kInline) {
    std::vector<FlockLink>& all = large_[flocks_[stays].large].links;
    all.insert(all.end(), links(ends).begin(), links(ends).end());
  }
  shrink(flocks_[ends], {});
  endFlock(ends);
}

void FlockTable::renumber(Snapshot::Renumbering renumbering, Slot newSize) {
  flockOf_.assign(newSize, kNoFlock);
  const auto follow = [&](auto begin, auto end) {
    auto kept = begin;
    for (auto slot = begin; slot != end; ++slot) {
      if (renumbering[*slot] != kNoSlot) *kept++ = renumbering[*slot];
    }
    return kept;
  };
  for (FlockIndex index = 0; index < flocks_.size(); ++index) {
    Flock& flock = flocks_[index];
    if (flock.size == 0) continue;
    const std::uint32_t before = flock.size;
    if (flock.large == kInline) {
      follow(flock.members.begin(), flock.members.begin() + before);
      flock.size = static_cast<std::uint32_t>(follow(flock.joined.begin(), flock.joined.begin() + before) -
                                              flock.joined.begin());
    } else {
      LargeFlock& large = large_[flock.large];
      large.joined.erase(follow(large.joined.begin(), large.joined.end()), large.joined.end());
      large.members.erase(follow(large.members.begin(), large.members.end()), large.members.end());
      for (FlockLink& link : large.links) link = {renumbering[link.a], renumbering[link.b]};
      std::erase_if(large.links, [](FlockLink link) { return link.a == kNoSlot || link.b == kNoSlot; });
      flock.size = static_cast<std::uint32_t>(large.joined.size());
      if (flock.size <= kSmall) {
        std::copy(large.members.begin(), large.members.end(), flock.members.begin());
        shrink(flock, large.joined);
      }
    }
    if (knowsOutsiders(index)) {
      Slot* const outsiders = flock.outsiders.data();
      flock.outsiderCount = static_cast<std::uint32_t>(follow(outsiders, outsiders + flock.outsiderCount) - outsiders);
    }
    if (flock.size < 2) flock.size = 0;  // one bat is no flock
    for (const Slot slot : joined(index)) flockOf_[slot] = index;
    if (flock.size == 0) endFlock(index);
  }
  misplaced_ = living_;
  founded_ = 0;
}

void FlockTable::listByFlock(std::span<const Slot> slots, LargeVector<Slot>& order) {
  order.resize(slots.size());
  listed_.assign(flocks_.size(), false);
  auto next = order.begin();
  for (const Slot slot : slots) {
    const FlockIndex flock = flockOf_[slot];
    if (flock == kNoFlock || flocks_[flock].large != kInline) {
      *next++ = slot;
    } else if (!listed_[flock]) {
      listed_[flock] = true;
      const std::span<const Slot> mates = members(flock);
      next = std::copy(mates.begin(), mates.end(), next);
    }
  }
}

void FlockTable::settle(const Snapshot& snapshot) {
  const auto hasLowerId = [&](Slot a, Slot b) { return snapshot.bat(a).rank < snapshot.bat(b).rank; };
  for (const FlockIndex index : unsettled_) {
    flocks_[index].unsettled = false;
    if (flocks_[index].size > 0) putMembersInOrder(flocks_[index], hasLowerId);
  }
  unsettled_.clear();
  if (misplaced_ > living_ / 8 + 16) sortByPlace();
}

/// Flocks come in the order of their first bats, so that whoever goes through the flocks goes through the bats in
/// order, and the table loses those that have ended.
void FlockTable::sortByPlace() {
  place_.assign(flocks_.size(), kNoFlock);
  FlockIndex next = 0;
  for (const FlockIndex index : flockOf_) {
    if (index != kNoFlock && place_[index] == kNoFlock) place_[index] = next++;
  }
  for (FlockIndex& index : flockOf_) {
    if (index != kNoFlock) index = place_[index];
  }
  for (FlockIndex& place : place_) {
    if (place == kNoFlock) place = next++;
  }
  for (FlockIndex index = 0; index < place_.size(); ++index) {
    while (place_[index] != index) {
      std::swap(flocks_[index], flocks_[place_[index]]);
      std::swap(place_[index], place_[place_[index]]);
    }
  }
  flocks_.resize(living_);
  if (flocks_.capacity() > flocks_.size() + flocks_.size() / 4 + 1024) flocks_.shrink_to_fit();
  free_.clear();
  misplaced_ = 0;
}

}  // namespace better_bats
