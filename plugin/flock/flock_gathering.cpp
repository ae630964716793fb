// Joining and merging. Candidates are sought in parallel, decisions fall one after another in id order.
// SPDX-License-Identifier: MIT
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

/// In the first tick every bat is a seeker, later few are.
template <typename List>
void giveBackExcess(List& list) {
  constexpr std::size_t kept = 1024;
  constexpr std::size_t large = 65536;
  if (list.capacity() > std::max(kept, 8 * list.size()) || list.capacity() > large) List().swap(list);
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

/// Looks up to the flock radius, but ends where isEnough() after a round: nobody nearer was left out.
template <typename Look, typename IsEnough>
void FlockRoster::lookFurtherAndFurther(const Tick& tick, Vec3 position, PlaceList& near, Look&& look,
                                        IsEnough&& isEnough) {
  const double radius = tick.rules.radius;
  double reach = tick.grid.usualReach();
  while (reach < radius) {
    visitWithin(tick.kernels, tick.grid, position, reach, near, look);
    if (isEnough()) return;
    reach *= 1.6;
  }
  visitWithin(tick.kernels, tick.grid, position, radius, near, look);
}

/// Seekers that are side by side in space, which in the first tick nearly all of them are, look round together.
void FlockRoster::findCandidates(std::span<Seeker> seekers, const Tick& tick, Findings& found) const {
  constexpr std::size_t kMost = 8;
  const double reach = std::min(0.9 * tick.grid.usualReach(), tick.rules.radius);
  const auto volume = [&](const Snapshot::BoundingBox& box) {
    const Vec3 size = box.high - box.low + Vec3{2 * reach, 2 * reach, 2 * reach};
    return size.x * size.y * size.z;
  };
  while (!seekers.empty()) {
    Snapshot::BoundingBox box = tick.snapshot.boxOf({&seekers.front().slot, 1});
    const double volumeOfOne = volume(box);
    std::size_t count = 1;
    for (; count < std::min(kMost, seekers.size()) && !tick.grid.space().isPeriodic(); ++count) {
      Snapshot::BoundingBox larger = box;
      larger.include(tick.snapshot.boxOf({&seekers[count].slot, 1}));
      if (volume(larger) > static_cast<double>(count + 1) * volumeOfOne) break;
      box = larger;
    }
    if (count > 1) found.group.gather(tick.kernels, tick.grid, box, reach);
    for (Seeker& seeker : seekers.first(count)) {
      chooseCandidates(seeker, tick, reach, found, [&](Vec3 position, auto&& look) {
        if (count > 1) {
          found.group.visitWithin(tick.kernels, position, reach, look);
        } else {
          visitWithin(tick.kernels, tick.grid, position, reach, found.near, look);
        }
      });
    }
    seekers = seekers.subspan(count);
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
  lookFurtherAndFurther(tick, tick.snapshot.position(seeker), found->near, look, [&] { return best.found(); });
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

bool FlockRoster::Contact::isBetterThan(const Contact& that) const noexcept {
  if (!that.found()) return true;
  if (distanceSquared != that.distanceSquared) return distanceSquared < that.distanceSquared;
  return ownRank != that.ownRank ? ownRank < that.ownRank : otherRank < that.otherRank;
}

void FlockRoster::merge(const Tick& tick) {
  // Where much has changed all will have to look again next tick.
  outlook_ = allSought_ || table_.changed().size() > table_.living() / 8 + 64 ? 0 : kOutlook;
  chooseAsking(tick);
  if (suitors_.empty()) return;
  askSuitors(tick);
  std::erase_if(suitors_, [](const Suitor& suitor) { return !suitor.contact.found(); });
  addProposedTo();
  if (largest_ != kNoFlock) addLargest(tick);
  const auto byId = [&](const Suitor& a, const Suitor& b) { return a.id < b.id; };
  if (!std::is_sorted(suitors_.begin(), suitors_.end(), byId)) std::sort(suitors_.begin(), suitors_.end(), byId);
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

void FlockRoster::giveBackExcess() {
  better_bats::giveBackExcess(news_);
  better_bats::giveBackExcess(seekers_);
  if (seekers_.capacity() == 0) founding_.giveBackMemory();
  better_bats::giveBackExcess(turns_);
  better_bats::giveBackExcess(suitors_);
  better_bats::giveBackExcess(rooms_);
  better_bats::giveBackExcess(proposals_);
}

/// Of two flocks that fit together one has at most half of the limit. Where few are so small these ask, and what they
/// find counts for the other side as well. Where many are, everybody asks, and is content with the nearest.
void FlockRoster::chooseAsking(const Tick& tick) {
  suitors_.clear();
  largest_ = kNoFlock;
  merged_.assign(table_.size(), false);
  if (allSought_) return chooseAll(tick);
  std::erase_if(small_,
                [&](FlockIndex flock) { return table_.size(flock) == 0 || table_.size(flock) > tick.rules.limit / 2; });
  std::sort(small_.begin(), small_.end());
  small_.erase(std::unique(small_.begin(), small_.end()), small_.end());
  everybodyAsks_ = !small_.empty() && small_.size() >= table_.living() / 2;
  if (small_.empty()) return;
  if (everybodyAsks_) return chooseAll(tick);
  asks_.assign(table_.size(), false);
  for (const FlockIndex flock : small_) {
    asks_[flock] = true;
    if (tick.travelled > table_.aloneUntil(flock)) suitors_.push_back({table_.id(flock), {}, flock, 0});
  }
}

/// All that have room. But the largest does not ask where it is large: every other does, and most of its members have
/// nobody but each other around.
void FlockRoster::chooseAll(const Tick& tick) {
  everybodyAsks_ = true;
  asks_.assign(table_.size(), true);
  rooms_.assign(table_.size(), 0);
  std::size_t asking = 0;
  std::uint32_t largestSize = FlockTable::kSmall;
  for (FlockIndex flock = 0; flock < table_.size(); ++flock) {
    const std::uint32_t size = table_.size(flock);
    if (size == 0 || tick.rules.limit - size < kSmallestFlock) continue;
    rooms_[flock] = static_cast<std::uint32_t>(tick.rules.limit - size);
    asking += tick.travelled > table_.aloneUntil(flock) ? 1 : 0;
    if (size > largestSize && !allSought_) largestSize = size, largest_ = flock;
  }
  if (largest_ != kNoFlock) asks_[largest_] = false;
  suitors_.reserve(asking);
  for (FlockIndex flock = 0; flock < table_.size(); ++flock) {
    const bool isAsking = rooms_[flock] > 0 && asks_[flock] && tick.travelled > table_.aloneUntil(flock);
    if (isAsking) suitors_.push_back({table_.id(flock), {}, flock, 0});
  }
}

void FlockRoster::askSuitors(const Tick& tick) {
  proposals_.clear();
  seen_ = std::numeric_limits<double>::infinity();
  const bool propose = !everybodyAsks_ || largest_ != kNoFlock;
  tick.loop.run(suitors_.size(), 64, [&](std::uint64_t begin, std::uint64_t end) {
    const ScratchPool<Findings>::Lease found(findings_);
    found->proposals.clear();
    found->seen = std::numeric_limits<double>::infinity();
    for (std::uint64_t i = begin; i < end; ++i) {
      suitors_[i].contact = nearestFlock(suitors_[i].flock, tick, *found, propose);
    }
    if (!propose) return;
    const std::lock_guard lock(mutex_);
    seen_ = std::min(seen_, found->seen);
    proposals_.insert(proposals_.end(), found->proposals.begin(), found->proposals.end());
  });
}

void FlockRoster::addProposedTo() {
  std::sort(proposals_.begin(), proposals_.end(), [](const Proposal& a, const Proposal& b) {
    return a.flockId != b.flockId ? a.flockId < b.flockId : a.contact.isBetterThan(b.contact);
  });
  for (std::uint32_t i = 0; i < proposals_.size(); ++i) {
    const bool isFirst = i == 0 || proposals_[i].flock != proposals_[i - 1].flock;
    if (isFirst) suitors_.push_back({proposals_[i].flockId, proposals_[i].contact, proposals_[i].flock, i});
  }
}

/// The nearest of the largest flock is known if all others looked that far. They did not look for a second one.
void FlockRoster::addLargest(const Tick& tick) {
  asks_[largest_] = true;
  if (!suitors_.empty() && suitors_.back().flock == largest_) {
    if (suitors_.back().contact.distanceSquared <= seen_ * seen_) return;
    suitors_.pop_back();
  } else if (seen_ >= tick.rules.radius) {
    return;  // there is none
  }
  const ScratchPool<Findings>::Lease found(findings_);
  const Contact contact = nearestFlock(largest_, tick, *found, false);
  if (contact.found()) suitors_.push_back({table_.id(largest_), contact, largest_, 0});
}

/// Calls visit(member, place, squared distance) for each member of a flock and each bat within `reach` of it whose
/// flock `fits`, and perhaps for some beyond. Members that are near each other look round together: the few bats that
/// fit are compared with each of them, and the many that do not are passed over once.
template <typename Fits, typename Visit>
void FlockRoster::visitFitting(FlockIndex flock, const Tick& tick, double reach, Findings& found, Fits&& fits,
                               Visit&& visit) const {
  const bool isPeriodic = tick.grid.space().isPeriodic();
  std::vector<Slot>& members = found.members;
  members.assign(table_.joined(flock).begin(), table_.joined(flock).end());
  if (members.size() > FlockTable::kSmall) std::sort(members.begin(), members.end());  // near in space, mostly
  const auto volume = [&](const Snapshot::BoundingBox& box) {
    const Vec3 size = box.high - box.low + Vec3{2 * reach, 2 * reach, 2 * reach};
    return size.x * size.y * size.z;
  };
  const double most =
      members.size() <= FlockTable::kSmall ? std::numeric_limits<double>::infinity() : 16 * reach * reach * reach;
  for (std::size_t begin = 0, end = 0; begin < members.size(); begin = end) {
    Snapshot::BoundingBox box = tick.snapshot.boxOf(std::span(members).subspan(begin, 1));
    for (end = begin + 1; end < members.size() && !isPeriodic; ++end) {
      Snapshot::BoundingBox larger = box;
      larger.include(tick.snapshot.boxOf(std::span(members).subspan(end, 1)));
      if (volume(larger) > most) break;
      box = larger;
    }
    found.near.count = 0;
    if (isPeriodic) {
      findWithin(tick.kernels, tick.grid, box.low, reach, found.near);
    } else {
      findWithin(tick.kernels, tick.grid, box, reach, found.near);
    }
    for (std::size_t i = 0; i < found.near.count; ++i) {
      const std::uint32_t place = found.near.place[i];
      if (!fits(table_.flockOf(tick.grid.slots()[place]))) continue;
      for (std::size_t k = begin; k < end; ++k) {
        visit(members[k], place, lengthSquared(tick.grid.differenceFrom(tick.snapshot.position(members[k]), place)));
      }
    }
  }
}

/// Adds it to those of the flock whose proposals begin at `first`. One to each other flock, the best, is enough: two
/// large flocks may see each other in millions of pairs.
void FlockRoster::Findings::propose(const Proposal& proposal, std::size_t first) {
  // An entry is one only if what it points to is such a proposal.
  std::uint32_t& place = proposalTo[proposal.flock];
  if (place < first || place >= proposals.size() || proposals[place].flock != proposal.flock) {
    place = static_cast<std::uint32_t>(proposals.size());
    proposals.push_back(proposal);
  } else if (proposal.contact.isBetterThan(proposals[place].contact)) {
    proposals[place] = proposal;
  }
}

bool FlockRoster::mayMerge(FlockIndex flock, FlockIndex other, std::int64_t room) const noexcept {
  if (other == kNoFlock || other == flock) return false;
  if (everybodyAsks_) return rooms_[other] >= table_.size(flock) && !merged_[other];  // the same, quicker to look up
  return table_.size(other) <= room && !merged_[other];
}

FlockRoster::Contact FlockRoster::nearestFlock(FlockIndex flock, const Tick& tick, Findings& found, bool propose) {
  if (allSought_) {
    if (const auto contact = nearestFlockFromLists(flock, tick)) return *contact;
  }
  const double radius = tick.rules.radius;
  const std::int64_t room = tick.rules.limit - table_.size(flock);
  Contact best;
  // A large flock that has just changed may well change again, and would look so far for each member in vain.
  const bool isRestless = table_.size(flock) > kLanes && table_.aloneUntil(flock) < 0;
  const double outlook = isRestless ? 0 : outlook_;
  const double widest = radius + outlook;
  double nearestSquared = widest * widest;
  const std::size_t firstProposal = found.proposals.size();
  if (propose) found.proposalTo.resize(table_.size());
  const auto fits = [&](FlockIndex theirs) { return mayMerge(flock, theirs, room); };
  const auto look = [&](Slot member, std::uint32_t place, double squared) {
    nearestSquared = std::min(nearestSquared, squared);
    if (!(squared <= radius * radius)) return;
    const Slot other = tick.grid.slots()[place];
    const std::uint32_t rank = tick.snapshot.bat(member).rank;
    const std::uint32_t theirRank = tick.grid.ranks()[place];
    const Contact contact{squared, rank, theirRank, other};
    if (contact.isBetterThan(best)) best = contact;
    const FlockIndex theirs = table_.flockOf(other);
    if (propose && !asks_[theirs]) {
      found.propose({table_.id(theirs), theirs, {squared, theirRank, rank, member}}, firstProposal);
    }
  };
  // Whom others count on looks all round.
  double reach = everybodyAsks_ ? std::min(tick.grid.usualReach(), widest) : widest;
  visitFitting(flock, tick, reach, found, fits, look);
  while (reach < widest && !(best.found() && best.distanceSquared <= reach * reach)) {
    reach = 2.5 * reach < radius ? 2.5 * reach : widest;
    visitFitting(flock, tick, reach, found, fits, look);
  }
  found.seen = std::min(found.seen, reach);
  // Whom others may still merge with this tick counts as near, too.
  table_.setAloneUntil(flock, tick.travelled + std::sqrt(nearestSquared) - radius - kRounding);
  return best;
}

/// The nearest among those that the flock's members found when they sought one; nothing where they may have left it
/// out.
std::optional<FlockRoster::Contact> FlockRoster::nearestFlockFromLists(FlockIndex flock,
                                                                       const Tick& tick) const noexcept {
  const std::int64_t room = tick.rules.limit - table_.size(flock);
  Contact best;
  double knownSquared = std::numeric_limits<double>::infinity();
  for (const Slot member : table_.joined(flock)) {
    const Seeker& seeker = seekers_[member];
    const auto candidates = std::span(seeker.nearest).first(seeker.candidates);
    const auto first = std::find_if(candidates.begin(), candidates.end(),
                                    [&](Slot other) { return mayMerge(flock, table_.flockOf(other), room); });
    if (first != candidates.end()) {
      const SnapshotBat& own = tick.snapshot.bat(member);
      const SnapshotBat& other = tick.snapshot.bat(*first);
      const Vec3 difference = tick.grid.space().nearestImage(other.position - own.position);
      const Contact contact{lengthSquared(difference), own.rank, other.rank, *first};
      if (contact.isBetterThan(best)) best = contact;
    } else {
      knownSquared = std::min(knownSquared, double{seeker.othersSquared});
    }
  }
  if (best.found() ? best.distanceSquared < knownSquared : knownSquared == std::numeric_limits<double>::infinity()) {
    return best;
  }
  return std::nullopt;
}

FlockRoster::Contact FlockRoster::nextBest(const Suitor& suitor, const Tick& tick) {
  if (asks_[suitor.flock]) {
    const ScratchPool<Findings>::Lease found(findings_);
    const Contact contact = nearestFlock(suitor.flock, tick, *found, false);
    table_.setAloneUntil(suitor.flock, -1);  // it passed over those that have merged
    return contact;
  }
  for (std::uint32_t i = suitor.proposals; i < proposals_.size() && proposals_[i].flock == suitor.flock; ++i) {
    if (!merged_[table_.flockOf(proposals_[i].contact.other)]) return proposals_[i].contact;
  }
  return {};
}

}  // namespace better_bats
