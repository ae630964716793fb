// The roster's tick: follow the snapshot, leave, then join and merge (flock_gathering.cpp). SPDX-License-Identifier:
// MIT
#include "plugin/flock/flock_roster.hpp"

#include <algorithm>

namespace better_bats {

void FlockRoster::update(const Snapshot& snapshot, const Space& space, const Rules& rules, const ParallelLoop& loop) {
  follow(snapshot);
  leave(snapshot, space, rules, loop);
  if (rules.limit >= 2) {
    join(snapshot, space, rules, loop);
    merge(snapshot, space, rules, loop);
  }
  forgetEnded();
  listLargeFlocks();
}

void FlockRoster::reset() {
  abandon();
  nextId_ = 1;
}

void FlockRoster::abandon() noexcept {
  ids_.clear();
  flockOf_.clear();
  next_.clear();
  flocks_.clear();
  living_ = 0;
}

std::uint64_t FlockRoster::flockId(Slot slot) const noexcept {
  return flockOf_[slot] == kNone ? 0 : flocks_[flockOf_[slot]].id;
}

std::uint32_t FlockRoster::flockSize(Slot slot) const noexcept {
  return flockOf_[slot] == kNone ? 1 : flocks_[flockOf_[slot]].size;
}

Slot FlockRoster::slotOf(std::uint64_t id) const noexcept {
  const auto found = std::lower_bound(ids_.begin(), ids_.end(), id);
  return found == ids_.end() || *found != id ? kNoSlot : static_cast<Slot>(found - ids_.begin());
}

std::span<const Slot> FlockRoster::largeFlockMembers(Slot slot) const noexcept {
  const Flock& flock = flocks_[flockOf_[slot]];
  return std::span(largeMembers_).subspan(flock.largeBegin, flock.size);
}

bool FlockRoster::hasRoom(FlockIndex flock, const Rules& rules) const noexcept {
  return flocks_[flock].size < rules.limit;
}

void FlockRoster::follow(const Snapshot& snapshot) {
  if (ids_ == snapshot.ids()) return;
  // Both lists ascend: where an old id went is found in one pass over both.
  newSlot_.assign(ids_.size(), kNoSlot);
  for (Slot before = 0, now = 0; before < ids_.size(); ++before) {
    while (now < snapshot.size() && snapshot.id(now) < ids_[before]) ++now;
    if (now < snapshot.size() && snapshot.id(now) == ids_[before]) newSlot_[before] = now;
  }
  nextBefore_.swap(next_);
  ids_ = snapshot.ids();
  flockOf_.assign(snapshot.size(), kNone);
  next_.assign(snapshot.size(), kNoSlot);
  for (FlockIndex i = 0; i < flocks_.size(); ++i) {
    const Slot first = flocks_[i].first;
    flocks_[i].first = flocks_[i].last = kNoSlot;
    flocks_[i].size = 0;
    for (Slot member = first; member != kNoSlot; member = nextBefore_[member]) {
      if (newSlot_[member] != kNoSlot) append(i, newSlot_[member]);
    }
  }
}

void FlockRoster::append(FlockIndex index, Slot slot) {
  Flock& flock = flocks_[index];
  if (flock.last == kNoSlot) {
    flock.first = slot;
  } else {
    next_[flock.last] = slot;
  }
  flock.last = slot;
  next_[slot] = kNoSlot;
  flockOf_[slot] = index;
  ++flock.size;
}

void FlockRoster::leave(const Snapshot& snapshot, const Space& space, const Rules& rules, const ParallelLoop& loop) {
  const std::int64_t limit = std::max<std::int64_t>(rules.limit, 0);
  loop.run(flocks_.size(), 256, [&](std::uint64_t begin, std::uint64_t end) {
    const typename ScratchPool<FlockConnectivity>::Lease scratch(connectivity_);
    for (auto i = static_cast<FlockIndex>(begin); i < end; ++i) {
      flocks_[i].merged = false;
      std::vector<Slot>& members = scratch->members;
      members.clear();
      for (Slot member = flocks_[i].first; member != kNoSlot; member = next_[member]) members.push_back(member);
      std::span<const Slot> stay = scratch->largestGroup(snapshot, space, members, rules.radius);
      if (static_cast<std::int64_t>(stay.size()) > limit) stay = stay.first(static_cast<std::size_t>(limit));
      if (stay.size() < 2) stay = {};
      if (stay.size() == members.size()) continue;
      for (const Slot member : members) flockOf_[member] = kNone;
      relink(i, stay);
    }
  });
}

void FlockRoster::relink(FlockIndex index, std::span<const Slot> members) {
  flocks_[index].first = flocks_[index].last = kNoSlot;
  flocks_[index].size = 0;
  for (const Slot member : members) append(index, member);
}

void FlockRoster::forgetEnded() {
  living_ = static_cast<std::size_t>(
      std::count_if(flocks_.begin(), flocks_.end(), [](const Flock& flock) { return flock.size > 0; }));
  // Renumbering touches every member, so it waits until it pays.
  if (flocks_.size() - living_ <= living_ / 2 + 16) return;
  flocks_.erase(std::remove_if(flocks_.begin(), flocks_.end(), [](const Flock& flock) { return flock.size == 0; }),
                flocks_.end());
  for (FlockIndex i = 0; i < flocks_.size(); ++i) {
    for (Slot member = flocks_[i].first; member != kNoSlot; member = next_[member]) flockOf_[member] = i;
  }
}

void FlockRoster::listLargeFlocks() {
  largeMembers_.clear();
  for (Flock& flock : flocks_) {
    if (flock.size <= kSmallFlock) continue;
    flock.largeBegin = static_cast<std::uint32_t>(largeMembers_.size());
    for (Slot member = flock.first; member != kNoSlot; member = next_[member]) largeMembers_.push_back(member);
    std::sort(largeMembers_.begin() + flock.largeBegin, largeMembers_.end());
  }
}

std::vector<SavedFlock> FlockRoster::save() const {
  std::vector<SavedFlock> saved;
  for (const Flock& flock : flocks_) {
    if (flock.size == 0) continue;
    saved.push_back({flock.id, {}});
    for (Slot member = flock.first; member != kNoSlot; member = next_[member]) {
      saved.back().members.push_back(ids_[member]);
    }
  }
  return saved;
}

bool FlockRoster::restore(std::span<const SavedFlock> flocks, std::uint64_t nextId) {
  std::vector<std::uint64_t> ids;
  std::uint64_t lastId = 0;
  for (const SavedFlock& flock : flocks) {
    if (flock.id <= lastId || flock.id >= nextId || flock.members.size() < 2) return false;
    lastId = flock.id;
    ids.insert(ids.end(), flock.members.begin(), flock.members.end());
  }
  std::sort(ids.begin(), ids.end());
  if (nextId == 0 || std::adjacent_find(ids.begin(), ids.end()) != ids.end()) return false;

  ids_ = std::move(ids);
  flockOf_.assign(ids_.size(), kNone);
  next_.assign(ids_.size(), kNoSlot);
  flocks_.clear();
  for (const SavedFlock& flock : flocks) {
    Flock& made = flocks_.emplace_back();
    made.id = flock.id;
    for (const std::uint64_t member : flock.members) {
      const auto place = std::lower_bound(ids_.begin(), ids_.end(), member);
      append(static_cast<FlockIndex>(flocks_.size() - 1), static_cast<Slot>(place - ids_.begin()));
    }
  }
  living_ = flocks_.size();
  nextId_ = nextId;
  return true;
}

}  // namespace better_bats
