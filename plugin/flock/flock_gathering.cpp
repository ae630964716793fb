// Joining and merging. Candidates are sought in parallel, decisions fall one after another in id order.
// SPDX-License-Identifier: MIT
#include <algorithm>
#include <limits>

#include "plugin/flock/flock_roster.hpp"

namespace better_bats {

void FlockRoster::join(const Snapshot& snapshot, const Space& space, const Rules& rules, const ParallelLoop& loop) {
  seekers_.clear();
  open_.clear();
  for (Slot slot = 0; slot < snapshot.size(); ++slot) {
    const bool seeks = flockOf_[slot] == kNone;
    if (seeks) seekers_.emplace_back().slot = slot;
    if (seeks || hasRoom(flockOf_[slot], rules)) open_.push_back(slot);
  }
  if (seekers_.empty() || open_.size() < 2) return;
  grid_.build(snapshot, open_, rules.radius / 2, space);
  loop.run(seekers_.size(), 64, [&](std::uint64_t begin, std::uint64_t end) {
    for (std::uint64_t i = begin; i < end; ++i) findCandidates(seekers_[i], snapshot, rules.radius);
  });

  const auto takes = [&](Slot other) { return flockOf_[other] == kNone || hasRoom(flockOf_[other], rules); };
  for (const Seeker& seeker : seekers_) {
    if (flockOf_[seeker.slot] != kNone) continue;  // an earlier seeker founded a flock with it
    const auto candidates = std::span(seeker.nearest).first(seeker.candidates);
    const auto first = std::find_if(candidates.begin(), candidates.end(), takes);
    if (first != candidates.end()) {
      joinOrFound(seeker.slot, *first);
    } else if (!seeker.complete) {
      const Slot other = nearestWithRoom(seeker.slot, snapshot, rules);
      if (other != kNoSlot) joinOrFound(seeker.slot, other);
    }
  }
}

void FlockRoster::findCandidates(Seeker& seeker, const Snapshot& snapshot, double radius) const {
  std::array<Candidate, kCandidates> nearest;
  std::size_t count = 0;
  const auto isNearer = [](const Candidate& a, const Candidate& b) {
    return a.distanceSquared < b.distanceSquared || (a.distanceSquared == b.distanceSquared && a.slot < b.slot);
  };
  seeker.complete = true;
  grid_.visit(snapshot.position(seeker.slot), radius, [&](Slot other, Vec3, double distanceSquared) {
    if (other == seeker.slot || !(distanceSquared <= radius * radius)) return;
    const Candidate candidate{distanceSquared, other};
    if (count == kCandidates) {
      seeker.complete = false;
      if (!isNearer(candidate, nearest.back())) return;
      --count;
    }
    std::size_t place = count++;
    for (; place > 0 && isNearer(candidate, nearest[place - 1]); --place) nearest[place] = nearest[place - 1];
    nearest[place] = candidate;
  });
  for (std::size_t i = 0; i < count; ++i) seeker.nearest[i] = nearest[i].slot;
  seeker.candidates = static_cast<std::uint32_t>(count);
}

Slot FlockRoster::nearestWithRoom(Slot seeker, const Snapshot& snapshot, const Rules& rules) const {
  Contact best;
  grid_.visit(snapshot.position(seeker), rules.radius, [&](Slot other, Vec3, double distanceSquared) {
    if (other == seeker || !(distanceSquared <= rules.radius * rules.radius)) return;
    if (flockOf_[other] != kNone && !hasRoom(flockOf_[other], rules)) return;
    const Contact contact{distanceSquared, seeker, other};
    if (contact.isBetterThan(best)) best = contact;
  });
  return best.other;
}

void FlockRoster::joinOrFound(Slot seeker, Slot other) {
  if (flockOf_[other] != kNone) {
    append(flockOf_[other], seeker);
    return;
  }
  const auto founded = static_cast<FlockIndex>(flocks_.size());
  flocks_.emplace_back().id = nextId_++;
  append(founded, seeker);
  append(founded, other);
}

bool FlockRoster::Contact::isBetterThan(const Contact& that) const noexcept {
  if (!that.found()) return true;
  if (distanceSquared != that.distanceSquared) return distanceSquared < that.distanceSquared;
  return own != that.own ? own < that.own : other < that.other;
}

void FlockRoster::merge(const Snapshot& snapshot, const Space& space, const Rules& rules, const ParallelLoop& loop) {
  std::int64_t smallest = std::numeric_limits<std::int64_t>::max();
  for (const Flock& flock : flocks_) {
    if (flock.size > 0) smallest = std::min<std::int64_t>(smallest, flock.size);
  }
  // Only a flock that the smallest one fits into can merge, so only their bats are looked at.
  mergeable_.clear();
  open_.clear();
  for (FlockIndex i = 0; i < flocks_.size(); ++i) {
    if (flocks_[i].size == 0 || flocks_[i].size > rules.limit - smallest) continue;
    mergeable_.push_back(i);
    for (Slot member = flocks_[i].first; member != kNoSlot; member = next_[member]) open_.push_back(member);
  }
  if (mergeable_.size() < 2) return;
  std::sort(open_.begin(), open_.end());
  grid_.build(snapshot, open_, rules.radius / 2, space);
  contacts_.resize(mergeable_.size());
  loop.run(mergeable_.size(), 32, [&](std::uint64_t begin, std::uint64_t end) {
    for (std::uint64_t i = begin; i < end; ++i) contacts_[i] = nearestFlock(mergeable_[i], snapshot, rules);
  });
  for (std::size_t i = 0; i < mergeable_.size(); ++i) {
    if (flocks_[mergeable_[i]].merged) continue;
    Contact contact = contacts_[i];
    // The nearest of all stays the nearest of those that are left, unless it merged with another meanwhile.
    if (contact.found() && flocks_[flockOf_[contact.other]].merged)
      contact = nearestFlock(mergeable_[i], snapshot, rules);
    if (contact.found()) unite(mergeable_[i], flockOf_[contact.other]);
  }
}

FlockRoster::Contact FlockRoster::nearestFlock(FlockIndex flock, const Snapshot& snapshot, const Rules& rules) const {
  Contact best;
  for (Slot member = flocks_[flock].first; member != kNoSlot; member = next_[member]) {
    grid_.visit(snapshot.position(member), rules.radius, [&](Slot other, Vec3, double distanceSquared) {
      if (!(distanceSquared <= rules.radius * rules.radius)) return;
      const FlockIndex theirs = flockOf_[other];
      if (theirs == flock || flocks_[theirs].merged) return;
      if (std::int64_t{flocks_[theirs].size} + flocks_[flock].size > rules.limit) return;
      const Contact contact{distanceSquared, member, other};
      if (contact.isBetterThan(best)) best = contact;
    });
  }
  return best;
}

void FlockRoster::unite(FlockIndex a, FlockIndex b) {
  const FlockIndex stays = std::min(a, b);  // indices ascend as ids do
  const FlockIndex ends = std::max(a, b);
  Slot member = flocks_[ends].first;
  flocks_[ends].first = flocks_[ends].last = kNoSlot;
  flocks_[ends].size = 0;
  while (member != kNoSlot) {
    const Slot following = next_[member];
    append(stays, member);
    member = following;
  }
  flocks_[stays].merged = flocks_[ends].merged = true;
}

}  // namespace better_bats
