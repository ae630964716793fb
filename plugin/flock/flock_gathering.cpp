// Joining and merging. Candidates are sought in parallel, decisions fall one after another in id order.
// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>
#include <limits>

#include "plugin/flock/flock_roster.hpp"

namespace better_bats {
namespace {

/// In the first tick every bat is a seeker, later few are.
template <typename List>
void giveBackExcess(List& list) {
  constexpr std::size_t kept = 1024;
  constexpr std::size_t large = 65536;
  if (list.capacity() > std::max(kept, 8 * list.size()) || list.capacity() > large) List().swap(list);
}

}  // namespace

bool FlockRoster::isOpen(Slot slot, const Rules& rules) const noexcept {
  const FlockIndex flock = table_.flockOf(slot);
  return flock == kNoFlock || table_.size(flock) < rules.limit;
}

void FlockRoster::join(const Tick& tick) {
  seekers_.resize(loners_.size());
  allSought_ = seekers_.size() == tick.snapshot.size();
  tick.loop.run(seekers_.size(), 256, [&](std::uint64_t begin, std::uint64_t end) {
    const ScratchPool<Findings>::Lease found(findings_);
    for (std::uint64_t i = begin; i < end; ++i) {
      seekers_[i].slot = loners_[i];
      findCandidates(seekers_[i], tick, found->near);
    }
  });
  commitJoins(tick);
  std::erase_if(loners_, [&](Slot slot) { return table_.flockOf(slot) != kNoFlock; });
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

void FlockRoster::findCandidates(Seeker& seeker, const Tick& tick, PlaceList& near) const {
  std::array<Contact, kCandidates> nearest;
  std::size_t count = 0;
  const auto look = [&](Slot other, std::uint32_t rank, double distanceSquared) {
    if (count == kCandidates && distanceSquared > nearest.back().distanceSquared) return;
    if (other == seeker.slot || !isOpen(other, tick.rules)) return;
    const Contact candidate{distanceSquared, 0, rank, other};
    if (count == kCandidates && !candidate.isBetterThan(nearest.back())) return;
    std::size_t place = std::min(count, kCandidates - 1);
    count = place + 1;
    for (; place > 0 && candidate.isBetterThan(nearest[place - 1]); --place) nearest[place] = nearest[place - 1];
    nearest[place] = candidate;
  };
  const Vec3 position = tick.snapshot.position(seeker.slot);
  const double radius = tick.rules.radius;
  const double first = tick.grid.usualReach();
  if (first < radius) visitWithin(tick.kernels, tick.grid, position, first, near, look);
  if (count < kCandidates) {
    count = 0;
    visitWithin(tick.kernels, tick.grid, position, radius, near, look);
  }
  for (std::size_t i = 0; i < count; ++i) seeker.nearest[i] = nearest[i].other;
  seeker.candidates = static_cast<std::uint16_t>(count);
  seeker.complete = count < kCandidates;
}

/// In id order.
void FlockRoster::commitJoins(const Tick& tick) {
  if (allSought_) {
    table_.reserve(seekers_.size() / 3);
    for (const Slot slot : tick.snapshot.inIdOrder()) commitJoin(seekers_[slot], tick);
    return;
  }
  turns_.clear();
  for (std::size_t i = 0; i < seekers_.size(); ++i) {
    if (seekers_[i].candidates > 0) turns_.push_back(std::uint64_t{tick.snapshot.bat(seekers_[i].slot).rank} << 32 | i);
  }
  std::sort(turns_.begin(), turns_.end());
  for (const std::uint64_t turn : turns_) commitJoin(seekers_[turn & 0xFFFFFFFFU], tick);
}

void FlockRoster::commitJoin(const Seeker& seeker, const Tick& tick) {
  if (table_.flockOf(seeker.slot) != kNoFlock) return;  // an earlier seeker founded a flock with it
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

Slot FlockRoster::nearestWithRoom(Slot seeker, const Tick& tick) {
  const ScratchPool<Findings>::Lease found(findings_);
  Contact best;
  const auto look = [&](Slot other, std::uint32_t rank, double distanceSquared) {
    if (other == seeker || !isOpen(other, tick.rules)) return;
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
  outlook_ = table_.changed().size() > table_.living() / 8 + 64 ? 0 : kOutlook;
  chooseAsking(tick);
  if (suitors_.empty()) return;
  askSuitors(tick);
  std::erase_if(suitors_, [](const Suitor& suitor) { return !suitor.contact.found(); });
  addProposedTo();
  const auto byId = [&](const Suitor& a, const Suitor& b) { return table_.id(a.flock) < table_.id(b.flock); };
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
  better_bats::giveBackExcess(turns_);
  better_bats::giveBackExcess(suitors_);
  better_bats::giveBackExcess(proposals_);
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
  merged_.assign(table_.size(), false);
  if (allSought_) {
    // Everybody knows those around already: all that have room ask.
    asks_.assign(table_.size(), true);
    for (FlockIndex flock = 0; flock < table_.size(); ++flock) {
      const bool hasRoom = tick.rules.limit - table_.size(flock) >= kSmallestFlock;
      if (table_.size(flock) > 0 && hasRoom) suitors_.push_back({flock, {}, 0});
    }
    return;
  }
  asks_.assign(table_.size(), false);
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

/// How far it is at least from the members of a small flock to the nearest bat whose flock `fits`, up to `reach`; less
/// than 0 where nobody can tell quickly.
template <typename Fits>
double FlockRoster::distanceToNearest(FlockIndex flock, const Tick& tick, Findings& found, double reach,
                                      Fits&& fits) const {
  const std::span<const Slot> members = table_.joined(flock);
  if (members.size() > FlockTable::kSmall || tick.grid.space().isPeriodic()) return -1;
  found.near.count = 0;
  findWithin(tick.kernels, tick.grid, tick.snapshot.boxOf(members), reach, found.near);
  double nearestSquared = reach * reach;
  for (std::size_t i = 0; i < found.near.count; ++i) {
    if (found.near.squared[i] >= nearestSquared) continue;
    if (fits(table_.flockOf(tick.grid.slots()[found.near.place[i]]))) nearestSquared = found.near.squared[i];
  }
  return std::sqrt(nearestSquared);
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

FlockRoster::Contact FlockRoster::nearestFlock(FlockIndex flock, const Tick& tick, Findings& found, bool propose) {
  if (allSought_) {
    if (const auto contact = nearestFlockFromLists(flock, tick)) return *contact;
    propose = false;  // the other asks, too
  }
  const double radius = tick.rules.radius;
  const std::int64_t room = tick.rules.limit - table_.size(flock);
  Contact best;
  // A large flock that has just changed may well change again, and would look so far for each member in vain.
  const bool isRestless = table_.size(flock) > kLanes && table_.aloneUntil(flock) < 0;
  const double outlook = isRestless ? 0 : outlook_;
  double nearestSquared = (radius + outlook) * (radius + outlook);
  const std::size_t firstProposal = found.proposals.size();
  if (propose) found.proposalTo.resize(table_.size());
  const auto fits = [&](FlockIndex theirs) {
    return theirs != flock && theirs != kNoFlock && table_.size(theirs) <= room && !merged_[theirs];
  };
  // Most look in vain; where all look again next tick many do not.
  const double distance = outlook > 0 ? distanceToNearest(flock, tick, found, radius + outlook, fits) : -1;
  if (distance > radius) {
    table_.setAloneUntil(flock, tick.travelled + distance - radius - kRounding);
    return {};
  }
  for (const Slot member : table_.joined(flock)) {
    const std::uint32_t rank = tick.snapshot.bat(member).rank;
    const auto look = [&](Slot other, std::uint32_t theirRank, double distanceSquared) {
      const FlockIndex theirs = table_.flockOf(other);
      if (!fits(theirs)) return;
      nearestSquared = std::min(nearestSquared, distanceSquared);
      if (!(distanceSquared <= radius * radius)) return;
      const Contact contact{distanceSquared, rank, theirRank, other};
      if (contact.isBetterThan(best)) best = contact;
      if (propose && !asks_[theirs]) {
        found.propose({table_.id(theirs), theirs, {distanceSquared, theirRank, rank, member}}, firstProposal);
      }
    };
    visitWithin(tick.kernels, tick.grid, tick.snapshot.position(member), radius + outlook, found.near, look);
  }
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
    const Vec3 position = tick.snapshot.position(member);
    const std::uint32_t rank = tick.snapshot.bat(member).rank;
    double squared = 0;
    bool found = false;
    for (const Slot other : std::span(seeker.nearest).first(seeker.candidates)) {
      const FlockIndex theirs = table_.flockOf(other);
      const SnapshotBat& bat = tick.snapshot.bat(other);
      squared = lengthSquared(tick.grid.space().nearestImage(bat.position - position));
      found = theirs != flock && theirs != kNoFlock && table_.size(theirs) <= room && !merged_[theirs];
      if (!found) continue;
      const Contact contact{squared, rank, bat.rank, other};
      if (contact.isBetterThan(best)) best = contact;
      break;
    }
    // Whom the list leaves out is no nearer than its last.
    if (!found && !seeker.complete) knownSquared = std::min(knownSquared, squared);
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
