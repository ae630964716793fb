// The roster's tick: leave, then join and merge (flock_joining.cpp, flock_merging.cpp); and what is saved of it.
// SPDX-License-Identifier: MIT
#include "plugin/flock/flock_roster.hpp"

#include <algorithm>
#include <cmath>

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

bool FlockRoster::Contact::isBetterThan(const Contact& that) const noexcept {
  if (!that.found()) return true;
  if (distanceSquared != that.distanceSquared) return distanceSquared < that.distanceSquared;
  return ownRank != that.ownRank ? ownRank < that.ownRank : otherRank < that.otherRank;
}

void FlockRoster::update(const Snapshot& snapshot, const NeighbourGrid& grid, const FlightKernels& kernels,
                         const Rules& rules, const ParallelLoop& loop) {
  // What was found out about distances holds for the same rules, and where all differences are straight.
  const bool isPeriodic = grid.space().isPeriodic();
  if (rules != rules_ || isPeriodic || wasPeriodic_) travelledFurther_ += Snapshot::kFar;
  wasPeriodic_ = isPeriodic;
  rules_ = rules;
  const Tick tick{snapshot, grid, kernels, rules, loop, travelled(snapshot)};
  leave(tick);
  listLoners();
  if (rules.limit >= kSmallestFlock) {
    join(tick);
    // Whom a newcomer brings near may merge in this very tick.
    wakeAroundNews(tick);
    merge(tick);
    giveBackExcess();
  }
  table_.settle(snapshot);
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

/// Whoever looked round in vain may find those who came into a flock, or whose flock got smaller. A flock that grows or
/// merges is no news to others: its bats were in flocks that fitted better.
void FlockRoster::wakeAroundNews(const Tick& tick) {
  if (news_.size() > tick.snapshot.size() / 64 + 64) {
    for (FlockIndex flock = 0; flock < table_.size(); ++flock) table_.setAloneUntil(flock, -1);
    return;
  }
  const ScratchPool<Findings>::Lease found(findings_);
  for (const Slot bat : news_) {
    visitWithin(tick.kernels, tick.grid, tick.snapshot.position(bat), tick.rules.radius + kOutlook, found->near,
                [&](Slot near, std::uint32_t, double) {
                  const FlockIndex other = table_.flockOf(near);
                  if (other != kNoFlock) table_.setAloneUntil(other, -1);
                });
  }
}

void FlockRoster::forgetDistances() noexcept {
  travelledFurther_ = 0;
  for (FlockIndex flock = 0; flock < table_.size(); ++flock) {
    table_.setLinkedUntil(flock, -1);
    table_.setAloneUntil(flock, -1);
    table_.leaveOutsidersOpen(flock, -1);
  }
}

void FlockRoster::reset() {
  table_.clear();
  loners_.clear();
  nextId_ = 1;
}

std::uint64_t FlockRoster::flockId(Slot slot) const noexcept {
  const FlockIndex flock = table_.flockOf(slot);
  return flock == kNoFlock ? 0 : table_.id(flock);
}

std::uint32_t FlockRoster::flockSize(Slot slot) const noexcept {
  const FlockIndex flock = table_.flockOf(slot);
  return flock == kNoFlock ? 1 : table_.size(flock);
}

void FlockRoster::leave(const Tick& tick) {
  news_.clear();
  findBroken(tick);
  const std::int64_t limit = std::max<std::int64_t>(tick.rules.limit, 0);
  for (const FlockIndex flock : broken_) {
    const std::span<const Slot> members = table_.joined(flock);
    std::span<const Slot> stay = connectivity_.largestGroup({tick.snapshot, tick.grid, tick.kernels, tick.rules.radius},
                                                            members, table_.links(flock));
    if (static_cast<std::int64_t>(stay.size()) > limit) stay = stay.first(static_cast<std::size_t>(limit));
    if (stay.size() < kSmallestFlock) stay = {};
    table_.rememberLinks(flock, connectivity_.links());
    if (stay.size() != members.size()) {
      // Where it fitted every other before, it is no better company now.
      const bool fitted = static_cast<std::int64_t>(members.size() + tick.snapshot.size()) <= limit;
      if (!fitted) news_.insert(news_.end(), stay.begin(), stay.end());
      table_.keep(flock, stay);
      small_.push_back(flock);  // it may be by now
    }
  }
}

/// Those that may have to drop members; and the small ones, see merge(). For the others outsiders are found.
void FlockRoster::findBroken(const Tick& tick) {
  broken_.clear();
  small_.clear();
  tick.loop.run(table_.size(), 1024, [&](std::uint64_t begin, std::uint64_t end) {
    const ScratchPool<Findings>::Lease found(findings_);
    found->broken.clear();
    found->small.clear();
    for (auto flock = static_cast<FlockIndex>(begin); flock < end; ++flock) {
      const std::uint32_t size = table_.size(flock);
      if (size == 0) continue;
      if (size < kSmallestFlock || size > tick.rules.limit || !staysLinked(flock, tick)) found->broken.push_back(flock);
      if (size <= tick.rules.limit / 2) found->small.push_back(flock);
      if (tick.travelled > table_.outsidersUntil(flock)) findOutsiders(flock, tick, *found);
    }
    const std::lock_guard lock(mutex_);
    broken_.insert(broken_.end(), found->broken.begin(), found->broken.end());
    small_.insert(small_.end(), found->small.begin(), found->small.end());
  });
  std::sort(broken_.begin(), broken_.end());
  broken_.erase(std::unique(broken_.begin(), broken_.end()), broken_.end());  // a host may run a piece twice
}

bool FlockRoster::staysLinked(FlockIndex flock, const Tick& tick) noexcept {
  if (tick.travelled <= table_.linkedUntil(flock)) return true;
  const double spare =
      spareLinkLength(tick.snapshot, tick.grid.space(), table_.members(flock), table_.links(flock), tick.rules.radius);
  table_.setLinkedUntil(flock, tick.travelled + spare - kRounding);
  return spare >= 0;
}

/// Where a flock changes later in the tick they are open again.
void FlockRoster::findOutsiders(FlockIndex flock, const Tick& tick, Findings& found) {
  const double outskirts = std::clamp(tick.grid.usualReach() / 2, kNearOutskirts, kFarOutskirts);
  const double outlook = outskirts * (0.5 + 0.125 * (flock % 8));
  table_.leaveOutsidersOpen(flock, tick.travelled + outlook / 2);
  const std::span<const Slot> members = table_.joined(flock);
  if (members.size() > FlockTable::kSmall || tick.grid.space().isPeriodic()) return;
  found.near.count = 0;
  findWithin(tick.kernels, tick.grid, tick.snapshot.boxOf(members), tick.rules.separation + outlook, found.near);
  found.outsiders.clear();
  for (std::size_t i = 0; i < found.near.count; ++i) {
    const Slot slot = tick.grid.slots()[found.near.place[i]];
    // Members are in the box.
    if (found.near.squared[i] > 0 || table_.flockOf(slot) != flock) {
      found.outsiders.emplace_back(found.near.squared[i], slot);
    }
  }
  double horizon = tick.rules.separation + outlook;
  if (found.outsiders.size() > FlockTable::kOutsiders) {
    const auto firstLeftOut = found.outsiders.begin() + FlockTable::kOutsiders;
    std::nth_element(found.outsiders.begin(), firstLeftOut, found.outsiders.end());
    horizon = std::sqrt(firstLeftOut->first);
    found.outsiders.erase(firstLeftOut, found.outsiders.end());
  }
  const double spare = horizon - tick.rules.separation - kRounding;
  if (spare < 0) return;
  std::array<Slot, FlockTable::kOutsiders> slots;
  std::transform(found.outsiders.begin(), found.outsiders.end(), slots.begin(), [](const auto& o) { return o.second; });
  table_.setOutsiders(flock, std::span(slots).first(found.outsiders.size()), tick.travelled + spare);
}

void FlockRoster::listLoners() {
  loners_.clear();
  const std::span<const FlockIndex> flocks = table_.flocksOfSlots();
  for (Slot slot = 0; slot < flocks.size(); ++slot) {
    if (flocks[slot] == kNoFlock) loners_.push_back(slot);
  }
}

std::vector<SavedFlock> FlockRoster::save(const Snapshot& snapshot) const {
  std::vector<SavedFlock> saved;
  for (FlockIndex flock = 0; flock < table_.size(); ++flock) {
    if (table_.size(flock) == 0) continue;
    saved.push_back({table_.id(flock), {}});
    for (const Slot member : table_.joined(flock)) saved.back().members.push_back(snapshot.id(member));
  }
  std::sort(saved.begin(), saved.end(), [](const SavedFlock& a, const SavedFlock& b) { return a.id < b.id; });
  return saved;
}

std::optional<std::vector<std::uint64_t>> FlockRoster::membersOf(std::span<const SavedFlock> flocks,
                                                                 std::uint64_t nextId) {
  std::vector<std::uint64_t> ids;
  std::uint64_t lastId = 0;
  for (const SavedFlock& flock : flocks) {
    if (flock.id <= lastId || flock.id >= nextId || flock.members.size() < kSmallestFlock) return std::nullopt;
    lastId = flock.id;
    ids.insert(ids.end(), flock.members.begin(), flock.members.end());
  }
  std::sort(ids.begin(), ids.end());
  if (nextId == 0 || std::adjacent_find(ids.begin(), ids.end()) != ids.end()) return std::nullopt;
  return ids;
}

void FlockRoster::restore(std::span<const SavedFlock> flocks, std::uint64_t nextId, const Snapshot& adopted) {
  reset();
  table_.renumber({}, adopted.size());
  for (const SavedFlock& flock : flocks) {
    const FlockIndex index = table_.found(flock.id);
    for (const std::uint64_t member : flock.members) table_.append(index, adopted.find(member));
  }
  table_.settle(adopted);
  nextId_ = nextId;
}

}  // namespace better_bats
