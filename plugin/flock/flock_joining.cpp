// Bats without a flock join one or found one. Candidates are sought in parallel, decisions fall one after another in id
// order. SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>
#include <limits>

#include "plugin/flock/flock_roster.hpp"

namespace better_bats {
namespace {

[[nodiscard]] float roundedDown(double value) noexcept {
  const auto near = static_cast<float>(value);
  return near <= value ? near : std::nextafter(near, 0.0F);
}

}  // namespace

bool FlockRoster::isOpen(Slot slot, std::int64_t limit) const noexcept {
  const FlockIndex flock = table_.flockOf(slot);
  return flock == kNoFlock || table_.size(flock) < limit;
}

void FlockRoster::join(const Tick& tick) {
  seekers_.resize(loners_.size());
  allSought_ = seekers_.size() == tick.snapshot.size();
  if (allSought_) founding_.begin(tick.snapshot.size());
  tick.loop.run(seekers_.size(), 256, [&](std::uint64_t begin, std::uint64_t end) {
    const ScratchPool<Findings>::Lease found(findings_);
    if (allSought_) founding_.clear(static_cast<Slot>(begin), static_cast<Slot>(end));
    for (std::uint64_t i = begin; i < end; ++i) seekers_[i].slot = loners_[i];
    findCandidates(std::span(seekers_).subspan(begin, end - begin), tick, *found);
  });
  if (allSought_) {
    foundAll(tick);
  } else {
    commitJoins(tick);
  }
  std::erase_if(loners_, [&](Slot slot) { return hasFlock(slot); });
}

/// Seekers that are side by side in space, which in the first tick nearly all of them are, look round together.
void FlockRoster::findCandidates(std::span<Seeker> seekers, const Tick& tick, Findings& found) const {
  constexpr std::size_t kMost = 8;
  const double reach = std::min(0.9 * tick.grid.usualReach(), tick.rules.radius);
  const bool isPeriodic = tick.grid.space().isPeriodic();
  while (!seekers.empty()) {
    const auto positionAt = [&](std::size_t i) { return tick.snapshot.position(seekers[i].slot); };
    const NearBats together = nearBats(isPeriodic ? 1 : std::min(kMost, seekers.size()), reach, positionAt,
                                       [](std::size_t bats) { return static_cast<double>(bats); });
    if (together.count > 1) found.group.gather(tick.kernels, tick.grid, together.box, reach);
    for (Seeker& seeker : seekers.first(together.count)) {
      chooseCandidates(seeker, tick, reach, found, [&](Vec3 position, auto&& look) {
        if (together.count > 1) {
          found.group.visitWithin(tick.kernels, position, reach, look);
        } else {
          visitWithin(tick.kernels, tick.grid, position, reach, found.near, look);
        }
      });
    }
    seekers = seekers.subspan(together.count);
  }
}

/// visitNear() looks as far as `reach`, which is enough for most.
template <typename VisitNear>
void FlockRoster::chooseCandidates(Seeker& seeker, const Tick& tick, double reach, Findings& found,
                                   VisitNear&& visitNear) const {
  std::array<Contact, kCandidates> nearest;
  std::size_t count = 0;
  const auto look = [&](Slot other, std::uint32_t rank, double distanceSquared) {
    if (count == kCandidates && distanceSquared > nearest.back().distanceSquared) return;
    if (other == seeker.slot || !(allSought_ || isOpen(other, tick.rules.limit))) return;
    const Contact candidate{distanceSquared, 0, rank, other};
    if (count == kCandidates && !candidate.isBetterThan(nearest.back())) return;
    std::size_t place = std::min(count, kCandidates - 1);
    count = place + 1;
    for (; place > 0 && candidate.isBetterThan(nearest[place - 1]); --place) nearest[place] = nearest[place - 1];
    nearest[place] = candidate;
  };
  const Vec3 position = tick.snapshot.position(seeker.slot);
  visitNear(position, look);
  bool sawAll = reach == tick.rules.radius;
  if (!sawAll && count < kEnoughCandidates) {
    count = 0;
    visitWithin(tick.kernels, tick.grid, position, tick.rules.radius, found.near, look);
    sawAll = true;
  }
  for (std::size_t i = 0; i < count; ++i) seeker.nearest[i] = nearest[i].other;
  seeker.candidates = static_cast<std::uint32_t>(count);
  const bool isComplete = sawAll && count < kCandidates;
  seeker.othersSquared =
      isComplete ? std::numeric_limits<float>::infinity() : roundedDown(nearest[count - 1].distanceSquared);
}

/// In id order.
void FlockRoster::commitJoins(const Tick& tick) {
  turns_.clear();
  for (std::size_t i = 0; i < seekers_.size(); ++i) {
    if (seekers_[i].candidates > 0) turns_.push_back(std::uint64_t{tick.snapshot.bat(seekers_[i].slot).rank} << 32 | i);
  }
  std::sort(turns_.begin(), turns_.end());
  for (const std::uint64_t turn : turns_) commitJoin(seekers_[turn & 0xFFFFFFFFU], tick, *this);
}

/// Likewise. Neighbours in id are far from each other, so memory is told ahead who comes, and whom they have found.
void FlockRoster::foundAll(const Tick& tick) {
  constexpr std::size_t ahead = 24;
  const std::span<const Slot> turns = tick.snapshot.inIdOrder();
  for (std::size_t i = 0; i < turns.size(); ++i) {
    __builtin_prefetch(&seekers_[turns[std::min(i + 2 * ahead, turns.size() - 1)]]);
    const Seeker& soon = seekers_[turns[std::min(i + ahead, turns.size() - 1)]];
    founding_.fetch(soon.slot);
    for (const Slot other : std::span(soon.nearest).first(soon.candidates)) founding_.fetch(other);
    commitJoin(seekers_[turns[i]], tick, founding_);
    founding_.endTurn(turns[i], static_cast<std::uint32_t>(i));
  }
  nextId_ += founding_.writeTo(table_, nextId_, tick.loop);
}

template <typename Flocks>
void FlockRoster::commitJoin(const Seeker& seeker, const Tick& tick, Flocks& flocks) {
  if (flocks.hasFlock(seeker.slot)) return;  // an earlier seeker founded one with it
  const auto candidates = std::span(seeker.nearest).first(seeker.candidates);
  const auto first = std::find_if(candidates.begin(), candidates.end(),
                                  [&](Slot other) { return flocks.isOpen(other, tick.rules.limit); });
  if (first != candidates.end()) {
    flocks.joinOrFound(seeker.slot, *first);
  } else if (!seeker.isComplete()) {
    const Slot other = nearestWithRoom(seeker.slot, tick, flocks);
    if (other != kNoSlot) flocks.joinOrFound(seeker.slot, other);
  }
}

template <typename Flocks>
Slot FlockRoster::nearestWithRoom(Slot seeker, const Tick& tick, const Flocks& flocks) {
  const ScratchPool<Findings>::Lease found(findings_);
  Contact best;
  const auto look = [&](Slot other, std::uint32_t rank, double distanceSquared) {
    if (other == seeker || !flocks.isOpen(other, tick.rules.limit)) return;
    const Contact contact{distanceSquared, 0, rank, other};
    if (contact.isBetterThan(best)) best = contact;
  };
  const Vec3 position = tick.snapshot.position(seeker);
  double reach = std::min(tick.grid.usualReach(), tick.rules.radius);
  visitWithin(tick.kernels, tick.grid, position, reach, found->near, look);
  while (!best.found() && reach < tick.rules.radius) {
    reach = std::min(1.6 * reach, tick.rules.radius);
    visitWithin(tick.kernels, tick.grid, position, reach, found->near, look);
  }
  return best.other;
}

void FlockRoster::joinOrFound(Slot seeker, Slot other) {
  news_.push_back(seeker);
  if (table_.flockOf(other) != kNoFlock) {
    table_.append(table_.flockOf(other), seeker);
    return;
  }
  const FlockIndex founded = table_.found(nextId_++);
  table_.append(founded, seeker);
  table_.append(founded, other);
  news_.push_back(other);
  small_.push_back(founded);
}

}  // namespace better_bats
