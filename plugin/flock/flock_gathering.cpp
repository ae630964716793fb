// Joining and merging. Candidates are sought in parallel, decisions fall one after another in id order.
// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>

#include "plugin/flock/flock_roster.hpp"

namespace better_bats {
namespace {

/// In the first tick every bat is a seeker, later few are.
template <typename List>
void giveBackExcess(List& list) {
  constexpr std::size_t worthIt = 65536;
  if (list.capacity() > worthIt && list.capacity() > 4 * list.size()) {
    List rest(list.begin(), list.end());
    list.swap(rest);
  }
}

}  // namespace

bool FlockRoster::isOpen(Slot slot, const Rules& rules) const noexcept {
  const FlockIndex flock = table_.flockOf(slot);
  return flock == kNoFlock || table_.size(flock) < rules.limit;
}

void FlockRoster::join(const Tick& tick) {
  seekers_.resize(loners_.size());
  tick.loop.run(seekers_.size(), 256, [&](std::uint64_t begin, std::uint64_t end) {
    const ScratchPool<Findings>::Lease found(findings_);
    for (std::uint64_t i = begin; i < end; ++i) {
      seekers_[i].slot = loners_[i];
      findCandidates(seekers_[i], tick, found->near);
    }
  });
  commitJoins(tick);
  giveBackExcess(seekers_);
  giveBackExcess(turns_);
  std::erase_if(loners_, [&](Slot slot) { return table_.flockOf(slot) != kNoFlock; });
}

/// Calls look(slot, squared distance) for each bat within the radius of the position.
template <typename Look>
void FlockRoster::lookAround(const Tick& tick, Vec3 position, double radius, PlaceList& near, Look&& look) {
  near.count = 0;
  findWithin(tick.kernels, tick.grid, position, radius, near);
  for (std::size_t i = 0; i < near.count; ++i) {
    const std::uint32_t place = near.place[i];
    look(tick.grid.slots()[place], lengthSquared(tick.grid.differenceFrom(position, place)));
  }
}

void FlockRoster::findCandidates(Seeker& seeker, const Tick& tick, PlaceList& near) const {
  std::array<Contact, kCandidates> nearest;
  std::size_t count = 0;
  seeker.complete = true;
  lookAround(tick, tick.snapshot.position(seeker.slot), tick.rules.radius, near,
             [&](Slot other, double distanceSquared) {
               if (other == seeker.slot || !isOpen(other, tick.rules)) return;
               const Contact candidate{distanceSquared, 0, tick.snapshot.bat(other).rank, other};
               if (count == kCandidates) {
                 seeker.complete = false;
                 if (!candidate.isBetterThan(nearest.back())) return;
                 --count;
               }
               std::size_t place = count++;
               for (; place > 0 && candidate.isBetterThan(nearest[place - 1]); --place)
                 nearest[place] = nearest[place - 1];
               nearest[place] = candidate;
             });
  for (std::size_t i = 0; i < count; ++i) seeker.nearest[i] = nearest[i].other;
  seeker.candidates = static_cast<std::uint16_t>(count);
}

void FlockRoster::commitJoins(const Tick& tick) {
  turns_.clear();
  for (std::size_t i = 0; i < seekers_.size(); ++i) {
    if (seekers_[i].candidates > 0) turns_.push_back(std::uint64_t{tick.snapshot.bat(seekers_[i].slot).rank} << 32 | i);
  }
  std::sort(turns_.begin(), turns_.end());
  for (const std::uint64_t turn : turns_) {
    const Seeker& seeker = seekers_[turn & 0xFFFFFFFFU];
    if (table_.flockOf(seeker.slot) != kNoFlock) continue;  // an earlier seeker founded a flock with it
    const auto candidates = std::span(seeker.nearest).first(seeker.candidates);
    const auto first =
        std::find_if(candidates.begin(), candidates.end(), [&](Slot other) { return isOpen(other, tick.rules); });
    if (first != candidates.end()) {
      joinOrFound(seeker.slot, *first);
    } else if (!seeker.complete) {
      const Slot other = nearestWithRoom(seeker.slot, tick);
      if (other != kNoSlot) joinOrFound(seeker.slot, other);
    }
  }
}

Slot FlockRoster::nearestWithRoom(Slot seeker, const Tick& tick) {
  const ScratchPool<Findings>::Lease found(findings_);
  Contact best;
  lookAround(tick, tick.snapshot.position(seeker), tick.rules.radius, found->near,
             [&](Slot other, double distanceSquared) {
               if (other == seeker || !isOpen(other, tick.rules)) return;
               const Contact contact{distanceSquared, 0, tick.snapshot.bat(other).rank, other};
               if (contact.isBetterThan(best)) best = contact;
             });
  return best.other;
}

void FlockRoster::joinOrFound(Slot seeker, Slot other) {
  if (table_.flockOf(other) != kNoFlock) {
    table_.append(table_.flockOf(other), seeker);
    return;
  }
  const FlockIndex founded = table_.found(nextId_++);
  table_.append(founded, seeker);
  table_.append(founded, other);
  small_.push_back(founded);
}

bool FlockRoster::Contact::isBetterThan(const Contact& that) const noexcept {
  if (!that.found()) return true;
  if (distanceSquared != that.distanceSquared) return distanceSquared < that.distanceSquared;
  return ownRank != that.ownRank ? ownRank < that.ownRank : otherRank < that.otherRank;
}

void FlockRoster::merge(const Tick& tick) {
  // Where much has changed all will have to look again next tick.
  outlook_ = table_.changed().size() > table_.living() / 8 + 64 ? 0 : kOutlook;
  chooseAsking(tick);
  if (suitors_.empty()) return;
  askSuitors(tick);
  std::erase_if(suitors_, [](const Suitor& suitor) { return !suitor.contact.found(); });
  addProposedTo();
  std::sort(suitors_.begin(), suitors_.end(),
            [&](const Suitor& a, const Suitor& b) { return table_.id(a.flock) < table_.id(b.flock); });
  for (const Suitor& suitor : suitors_) {
    if (merged_[suitor.flock]) continue;
    Contact contact = suitor.contact;
    // The nearest of all stays the nearest of those that are left, unless it merged with another meanwhile.
    if (merged_[table_.flockOf(contact.other)]) contact = nextBest(suitor, tick);
    if (!contact.found()) continue;
    const FlockIndex other = table_.flockOf(contact.other);
    const bool isOlder = table_.id(suitor.flock) < table_.id(other);
    merged_[suitor.flock] = merged_[other] = true;
    table_.unite(isOlder ? suitor.flock : other, isOlder ? other : suitor.flock);
  }
}

/// Of two flocks that fit together one has at most half of the limit: these ask, and what they find counts for the
/// other side as well. Where all are as small, the largest need not ask: every other does.
void FlockRoster::chooseAsking(const Tick& tick) {
  suitors_.clear();
  std::erase_if(small_,
                [&](FlockIndex flock) { return table_.size(flock) == 0 || table_.size(flock) > tick.rules.limit / 2; });
  std::sort(small_.begin(), small_.end());
  small_.erase(std::unique(small_.begin(), small_.end()), small_.end());
  if (small_.empty()) return;
  asks_.assign(table_.size(), false);
  merged_.assign(table_.size(), false);
  for (const FlockIndex flock : small_) asks_[flock] = true;
  if (small_.size() == table_.living()) {
    const auto isSmaller = [&](FlockIndex a, FlockIndex b) { return table_.size(a) < table_.size(b); };
    asks_[*std::max_element(small_.begin(), small_.end(), isSmaller)] = false;
  }
  for (const FlockIndex flock : small_) {
    if (asks_[flock] && tick.travelled > table_.aloneUntil(flock)) suitors_.push_back({flock, {}, 0});
  }
}

void FlockRoster::askSuitors(const Tick& tick) {
  proposals_.clear();
  tick.loop.run(suitors_.size(), 64, [&](std::uint64_t begin, std::uint64_t end) {
    const ScratchPool<Findings>::Lease found(findings_);
    found->proposals.clear();
    for (std::uint64_t i = begin; i < end; ++i) {
      suitors_[i].contact = nearestFlock(suitors_[i].flock, tick, *found, true);
    }
    if (found->proposals.empty()) return;
    const std::lock_guard lock(mutex_);
    proposals_.insert(proposals_.end(), found->proposals.begin(), found->proposals.end());
  });
}

void FlockRoster::addProposedTo() {
  std::sort(proposals_.begin(), proposals_.end(), [](const Proposal& a, const Proposal& b) {
    return a.flockId != b.flockId ? a.flockId < b.flockId : a.contact.isBetterThan(b.contact);
  });
  for (std::uint32_t i = 0; i < proposals_.size(); ++i) {
    const bool isFirst = i == 0 || proposals_[i].flock != proposals_[i - 1].flock;
    if (isFirst) suitors_.push_back({proposals_[i].flock, proposals_[i].contact, i});
  }
}

FlockRoster::Contact FlockRoster::nearestFlock(FlockIndex flock, const Tick& tick, Findings& found, bool propose) {
  const double radius = tick.rules.radius;
  const std::int64_t room = tick.rules.limit - table_.size(flock);
  Contact best;
  const double outlook = outlook_;
  double nearestSquared = (radius + outlook) * (radius + outlook);
  for (const Slot member : table_.joined(flock)) {
    const std::uint32_t rank = tick.snapshot.bat(member).rank;
    const auto look = [&](Slot other, double distanceSquared) {
      const FlockIndex theirs = table_.flockOf(other);
      if (theirs == flock || theirs == kNoFlock || table_.size(theirs) > room || merged_[theirs]) return;
      nearestSquared = std::min(nearestSquared, distanceSquared);
      if (!(distanceSquared <= radius * radius)) return;
      const std::uint32_t theirRank = tick.snapshot.bat(other).rank;
      const Contact contact{distanceSquared, rank, theirRank, other};
      if (contact.isBetterThan(best)) best = contact;
      if (!propose || asks_[theirs]) return;
      found.proposals.push_back({table_.id(theirs), theirs, {distanceSquared, theirRank, rank, member}});
    };
    lookAround(tick, tick.snapshot.position(member), radius + outlook, found.near, look);
  }
  // Whom others may still merge with this tick counts as near, too: they change, and wake those around them.
  table_.setAloneUntil(flock, tick.travelled + std::sqrt(nearestSquared) - radius - kRounding);
  return best;
}

FlockRoster::Contact FlockRoster::nextBest(const Suitor& suitor, const Tick& tick) {
  if (asks_[suitor.flock]) {
    const ScratchPool<Findings>::Lease found(findings_);
    return nearestFlock(suitor.flock, tick, *found, false);
  }
  for (std::uint32_t i = suitor.proposals; i < proposals_.size() && proposals_[i].flock == suitor.flock; ++i) {
    if (!merged_[table_.flockOf(proposals_[i].contact.other)]) return proposals_[i].contact;
  }
  return {};
}

}  // namespace better_bats
