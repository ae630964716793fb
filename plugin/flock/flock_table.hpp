// The flocks and their members, and which flock each bat is in. Bookkeeping only; who flies with whom is decided by the
// roster. SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "plugin/flock/snapshot.hpp"

namespace better_bats {

/// A flock's place in the table. It keeps it as long as it lives and the table is not sorted.
using FlockIndex = std::uint32_t;
inline constexpr FlockIndex kNoFlock = 0xFFFFFFFFU;

/// Two members that are near enough to hang together.
struct FlockLink {
  Slot a, b;
};

class FlockTable {
 public:
  /// Larger flocks keep their members elsewhere.
  static constexpr std::uint32_t kSmall = 10;

  void clear();

  /// Flock indices are below this; some of these flocks may have ended.
  [[nodiscard]] FlockIndex size() const noexcept { return static_cast<FlockIndex>(flocks_.size()); }
  [[nodiscard]] std::size_t living() const noexcept { return living_; }
  [[nodiscard]] std::uint64_t id(FlockIndex index) const noexcept { return flocks_[index].id; }
  /// 0: the flock has ended.
  [[nodiscard]] std::uint32_t size(FlockIndex index) const noexcept { return flocks_[index].size; }
  [[nodiscard]] FlockIndex flockOf(Slot slot) const noexcept { return flockOf_[slot]; }
  [[nodiscard]] std::span<const FlockIndex> flocksOfSlots() const noexcept { return flockOf_; }

  /// The members in the order in which they joined.
  [[nodiscard]] std::span<const Slot> joined(FlockIndex index) const noexcept;
  /// The members by ascending id; right after settle().
  [[nodiscard]] std::span<const Slot> members(FlockIndex index) const noexcept;
  /// Links between members, remembered of a large flock. One fewer than members hold all of them together.
  [[nodiscard]] std::span<const FlockLink> links(FlockIndex index) const noexcept;
  void rememberLinks(FlockIndex index, std::span<const FlockLink> links);

  /// Calls visit(flock) for those with more members than `size` >= kSmall.
  template <typename Visit>
  void visitLarge(std::size_t size, Visit&& visit) const {
    for (const LargeFlock& large : large_) {
      if (large.joined.size() > size) visit(flockOf_[large.joined.front()]);
    }
  }

  /// Until how much the bats have travelled all members hang together for certain, or no other flock can be within
  /// reach with which this one could merge. Less than 0 once the flock has changed.
  [[nodiscard]] double linkedUntil(FlockIndex index) const noexcept { return flocks_[index].linkedUntil; }
  void setLinkedUntil(FlockIndex index, double travelled) noexcept { flocks_[index].linkedUntil = travelled; }
  [[nodiscard]] double aloneUntil(FlockIndex index) const noexcept { return flocks_[index].aloneUntil; }
  void setAloneUntil(FlockIndex index, double travelled) noexcept { flocks_[index].aloneUntil = travelled; }

  /// Outsiders: bats that are no members, of whom somebody keeps apart. Until how much the bats have travelled these
  /// are all that can be too near to a member; less than 0 once the flock has changed.
  [[nodiscard]] double outsidersUntil(FlockIndex index) const noexcept { return flocks_[index].outsidersUntil; }
  void setOutsiders(FlockIndex index, std::span<const Slot> outsiders, double travelled) noexcept;
  /// There are too many, or nobody looks any more.
  void leaveOutsidersOpen(FlockIndex index, double travelled) noexcept;
  [[nodiscard]] bool knowsOutsiders(FlockIndex index) const noexcept {
    return flocks_[index].outsiderCount <= kOutsiders;
  }
  /// Where they are known.
  [[nodiscard]] std::span<const Slot> outsiders(FlockIndex index) const noexcept {
    return std::span(flocks_[index].outsiders).first(flocks_[index].outsiderCount);
  }
  static constexpr std::uint32_t kOutsiders = 12;

  /// The flocks that have changed since settle(); some may have ended.
  [[nodiscard]] std::span<const FlockIndex> changed() const noexcept { return unsettled_; }

  /// Tells the machine that what a tick reads of a flock, if there is one, will be wanted.
  void fetch(FlockIndex index) const noexcept {
    if (index >= flocks_.size()) return;
    const auto* line = reinterpret_cast<const char*>(flocks_.data() + index);
    __builtin_prefetch(line);
    __builtin_prefetch(line + offsetof(Flock, outsiders));
  }

  /// All flocks are gone, none of them had a bat: there are so many new ones, each of which put() then describes once.
  void beginAnew(std::uint32_t flocks);
  /// Flocks of up to kSmall members may be described by several threads at once, the others one after another.
  /// `hasLowerId` compares two members.
  template <typename HasLowerId>
  void put(FlockIndex index, std::uint64_t id, std::span<const Slot> joined, const HasLowerId& hasLowerId);
  FlockIndex found(std::uint64_t id);
  void append(FlockIndex index, Slot slot);
  /// The members become these, some of the former ones in their order; 0 end the flock. The others are in no flock.
  void keep(FlockIndex index, std::span<const Slot> members);
  /// Moves the members of one flock behind the other's and ends it.
  void unite(FlockIndex stays, FlockIndex ends);

  /// Follows bats to their new slots. Members that are gone are dropped, and flocks of which one is left end.
  void renumber(Snapshot::Renumbering renumbering, Slot newSize);
  /// Lists the slots so that small flocks are side by side, members in id order, and otherwise as given.
  void listByFlock(std::span<const Slot> slots, LargeVector<Slot>& order);
  /// Whether so many flocks were founded since the last renumber() that the bats' order should be made anew.
  [[nodiscard]] bool wantsNewOrder() const noexcept { return founded_ > living_ / 8 + 16; }
  /// After changes: members in id order, and flocks in the order of their bats where many are not.
  void settle(const Snapshot& snapshot);

 private:
  static constexpr std::uint32_t kInline = 0xFFFFFFFFU;
  static constexpr std::uint32_t kOpen = 0xFFFFFFFFU;

  /// Three cache lines. Most ticks read the first and the last.
  struct alignas(64) Flock {
    std::uint64_t id;
    std::uint32_t size;
    std::uint32_t large;  ///< in large_, or kInline
    std::array<Slot, kSmall> members;
    double linkedUntil;
    std::array<Slot, kSmall> joined;
    double aloneUntil;
    bool unsettled;
    alignas(64) std::array<Slot, kOutsiders> outsiders;
    std::uint32_t outsiderCount;  ///< or kOpen
    double outsidersUntil;
  };
  struct LargeFlock {
    std::vector<Slot> joined, members;
    std::vector<FlockLink> links;
  };

  void noteChange(FlockIndex index);
  void forgetDistances(FlockIndex index) noexcept;
  void endFlock(FlockIndex index);
  void enlarge(Flock& flock);
  void shrink(Flock& flock, std::span<const Slot> members);
  template <typename HasLowerId>
  void putMembersInOrder(Flock& flock, const HasLowerId& hasLowerId);
  void sortByPlace();

  LargeVector<Flock> flocks_;
  LargeVector<FlockIndex> flockOf_;
  std::vector<LargeFlock> large_;
  std::vector<std::uint32_t> freeLarge_;
  std::vector<FlockIndex> free_;
  std::vector<FlockIndex> unsettled_;
  std::size_t living_ = 0;
  std::size_t misplaced_ = 0;  ///< flocks founded since the table was sorted
  std::size_t founded_ = 0;    ///< flocks since renumber()
  std::vector<FlockIndex> place_;
  std::vector<bool> listed_;
};

template <typename HasLowerId>
void FlockTable::put(FlockIndex index, std::uint64_t id, std::span<const Slot> joined, const HasLowerId& hasLowerId) {
  Flock& flock = flocks_[index];
  flock.id = id;
  flock.size = static_cast<std::uint32_t>(joined.size());
  flock.large = kInline;
  flock.unsettled = false;
  forgetDistances(index);
  if (joined.size() <= kSmall) {
    std::copy(joined.begin(), joined.end(), flock.joined.begin());
  } else {
    enlarge(flock);
    large_[flock.large].joined.assign(joined.begin(), joined.end());
  }
  for (const Slot slot : joined) flockOf_[slot] = index;
  putMembersInOrder(flock, hasLowerId);
}

template <typename HasLowerId>
void FlockTable::putMembersInOrder(Flock& flock, const HasLowerId& hasLowerId) {
  if (flock.large != kInline) {
    LargeFlock& large = large_[flock.large];
    large.members = large.joined;
    std::sort(large.members.begin(), large.members.end(), hasLowerId);
    return;
  }
  for (std::uint32_t i = 0; i < flock.size; ++i) {
    std::uint32_t place = i;
    for (; place > 0 && hasLowerId(flock.joined[i], flock.members[place - 1]); --place) {
      flock.members[place] = flock.members[place - 1];
    }
    flock.members[place] = flock.joined[i];
  }
}

}  // namespace better_bats
