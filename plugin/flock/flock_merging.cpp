// Flocks that fit together merge. The nearest are sought in parallel, decisions fall one after another in the order of
// flock ids. SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>
#include <limits>

#include "plugin/flock/flock_roster.hpp"

namespace better_bats {

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
/// flock `fits`, given a squared distance from which no member is nearer, and perhaps for some beyond. Members that are
/// near each other look round together: the few bats that fit are compared with each of them, and the many that do not
/// are passed over once.
template <typename Fits, typename Visit>
void FlockRoster::visitFitting(FlockIndex flock, const Tick& tick, double reach, Findings& found, Fits&& fits,
                               Visit&& visit) const {
  const bool isPeriodic = tick.grid.space().isPeriodic();
  std::vector<Slot>& members = found.members;
  members.assign(table_.joined(flock).begin(), table_.joined(flock).end());
  if (members.size() > FlockTable::kSmall) std::sort(members.begin(), members.end());  // near in space, mostly
  const double most = members.size() > FlockTable::kSmall ? 2 : std::numeric_limits<double>::infinity();
  for (std::size_t begin = 0, end = 0; begin < members.size(); begin = end) {
    const auto positionAt = [&](std::size_t i) { return tick.snapshot.position(members[begin + i]); };
    const auto [count, box] =
        nearBats(isPeriodic ? 1 : members.size() - begin, reach, positionAt, [most](std::size_t) { return most; });
    end = begin + count;
    found.near.count = 0;
    if (isPeriodic) {
      findWithin(tick.kernels, tick.grid, box.low, reach, found.near);
    } else {
      findWithin(tick.kernels, tick.grid, box, reach, found.near);
    }
    for (std::size_t i = 0; i < found.near.count; ++i) {
      const std::uint32_t place = found.near.place[i];
      if (!fits(table_.flockOf(tick.grid.slots()[place]), found.near.squared[i])) continue;
      for (std::size_t k = begin; k < end; ++k) {
        visit(members[k], place, lengthSquared(tick.grid.differenceFrom(tick.snapshot.position(members[k]), place)));
      }
    }
  }
}

/// Adds it to those of the flock whose proposals begin at `first`. One to each other flock, the best, is enough: two
/// large flocks may see each other in millions of pairs.
void FlockRoster::Findings::propose(const Proposal& proposal, std::size_t first) {
  Proposal* const known = proposed(proposal.flock, first);
  if (known == nullptr) {
    proposalTo[proposal.flock] = static_cast<std::uint32_t>(proposals.size());
    proposals.push_back(proposal);
  } else if (proposal.contact.isBetterThan(known->contact)) {
    *known = proposal;
  }
}

/// An entry is one only if what it points to is such a proposal.
FlockRoster::Proposal* FlockRoster::Findings::proposed(FlockIndex flock, std::size_t first) noexcept {
  const std::uint32_t place = proposalTo[flock];
  if (place < first || place >= proposals.size() || proposals[place].flock != flock) return nullptr;
  return &proposals[place];
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
  // In a dense crowd most fit, and are farther away than one that is known.
  const auto fits = [&](FlockIndex theirs, double leastSquared) {
    if (leastSquared > radius * radius && leastSquared >= nearestSquared) return false;
    const bool isBeaten = best.found() && leastSquared > best.distanceSquared;
    if (isBeaten && !propose) return false;
    if (!mayMerge(flock, theirs, room)) return false;
    if (!isBeaten) return true;
    if (asks_[theirs]) return false;
    const Proposal* const known = found.proposed(theirs, firstProposal);
    return known == nullptr || known->contact.distanceSquared >= leastSquared;
  };
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
