// Who flies with whom: lasting flocks of 2..L bats, brought up to date once a tick by leaving, joining and merging.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "plugin/flock/flock_connectivity.hpp"
#include "plugin/flock/neighbour_grid.hpp"
#include "plugin/flock/parallel_loop.hpp"
#include "plugin/flock/scratch_pool.hpp"
#include "plugin/flock/snapshot.hpp"

namespace better_bats {

/// A flock as it is saved: its id and its members in the order in which they joined.
struct SavedFlock {
  std::uint64_t id = 0;
  std::vector<std::uint64_t> members;
};

class FlockRoster {
 public:
  struct Rules {
    double radius = 12;
    std::int64_t limit = 5;  ///< most members; below 2 there are no flocks
  };

  /// Leave, join and merge on a new snapshot.
  void update(const Snapshot& snapshot, const Space& space, const Rules& rules, const ParallelLoop& loop);

  /// Ends all flocks; ids begin at 1 again.
  void reset();
  /// Ends all flocks, for an update that broke off half-way; ids go on.
  void abandon() noexcept;

  /// The flock of a slot of the last snapshot, 0 for none.
  [[nodiscard]] std::uint64_t flockId(Slot slot) const noexcept;
  [[nodiscard]] std::uint32_t flockSize(Slot slot) const noexcept;
  /// The same by a bat's id, which need not be in a flock or known at all.
  [[nodiscard]] Slot slotOf(std::uint64_t id) const noexcept;
  [[nodiscard]] std::size_t flockCount() const noexcept { return living_; }
  [[nodiscard]] bool sameFlock(Slot a, Slot b) const noexcept {
    return flockOf_[a] != kNone && flockOf_[a] == flockOf_[b];
  }

  /// Calls visit(slot) for every member of the slot's flock, itself included, in id order. Flocks up to kSmallFlock
  /// only; a larger flock's members come as `largeFlockMembers`.
  template <typename Visit>
  void visitSmallFlock(Slot slot, Visit&& visit) const {
    std::array<Slot, kSmallFlock> members;
    std::size_t count = 0;
    for (Slot member = flocks_[flockOf_[slot]].first; member != kNoSlot; member = next_[member]) {
      std::size_t place = count++;
      for (; place > 0 && members[place - 1] > member; --place) members[place] = members[place - 1];
      members[place] = member;
    }
    for (std::size_t i = 0; i < count; ++i) visit(members[i]);
  }
  [[nodiscard]] std::span<const Slot> largeFlockMembers(Slot slot) const noexcept;

  static constexpr std::uint32_t kSmallFlock = 64;

  [[nodiscard]] std::vector<SavedFlock> save() const;
  [[nodiscard]] std::uint64_t nextId() const noexcept { return nextId_; }
  /// Takes over saved flocks; ids must ascend from at least 1, stay below nextId and no bat may be in two.
  /// @returns false, and changes nothing, where they do not.
  [[nodiscard]] bool restore(std::span<const SavedFlock> flocks, std::uint64_t nextId);

 private:
  using FlockIndex = std::uint32_t;
  static constexpr FlockIndex kNone = 0xFFFFFFFFU;

  struct Flock {
    std::uint64_t id = 0;
    Slot first = kNoSlot, last = kNoSlot;  ///< members are linked in the order in which they joined
    std::uint32_t size = 0;                ///< 0: has ended
    bool merged = false;                   ///< in this tick
    std::uint32_t largeBegin = 0;          ///< of its members in largeMembers_, where size > kSmallFlock
  };

  /// The nearest pair of bats of two flocks, by the model's order of ties.
  struct Contact {
    double distanceSquared = 0;
    Slot own = kNoSlot, other = kNoSlot;
    [[nodiscard]] bool found() const noexcept { return own != kNoSlot; }
    [[nodiscard]] bool isBetterThan(const Contact& that) const noexcept;
  };

  /// A bat that a seeker may fly with, by nearness.
  struct Candidate {
    double distanceSquared;
    Slot slot;
  };
  static constexpr std::size_t kCandidates = 6;
  struct Seeker {
    Slot slot = kNoSlot;
    std::uint32_t candidates = 0;
    bool complete = true;  ///< no candidate was left out
    std::array<Slot, kCandidates> nearest{};
  };

  void follow(const Snapshot& snapshot);
  void leave(const Snapshot& snapshot, const Space& space, const Rules& rules, const ParallelLoop& loop);
  void relink(FlockIndex flock, std::span<const Slot> members);
  void join(const Snapshot& snapshot, const Space& space, const Rules& rules, const ParallelLoop& loop);
  void findCandidates(Seeker& seeker, const Snapshot& snapshot, double radius) const;
  [[nodiscard]] Slot nearestWithRoom(Slot seeker, const Snapshot& snapshot, const Rules& rules) const;
  void joinOrFound(Slot seeker, Slot other);
  void merge(const Snapshot& snapshot, const Space& space, const Rules& rules, const ParallelLoop& loop);
  [[nodiscard]] Contact nearestFlock(FlockIndex flock, const Snapshot& snapshot, const Rules& rules) const;
  void unite(FlockIndex a, FlockIndex b);
  void append(FlockIndex flock, Slot slot);
  void forgetEnded();
  void listLargeFlocks();
  [[nodiscard]] bool hasRoom(FlockIndex flock, const Rules& rules) const noexcept;

  std::vector<std::uint64_t> ids_;  ///< of the slots, as of the last snapshot
  std::vector<FlockIndex> flockOf_;
  std::vector<Slot> next_;     ///< the member that joined after this one
  std::vector<Flock> flocks_;  ///< ascending flock id
  std::size_t living_ = 0;
  std::uint64_t nextId_ = 1;

  std::vector<Slot> newSlot_, nextBefore_;
  std::vector<Slot> open_;
  std::vector<Seeker> seekers_;
  std::vector<FlockIndex> mergeable_;
  std::vector<Contact> contacts_;
  std::vector<Slot> largeMembers_;
  NeighbourGrid grid_;
  ScratchPool<FlockConnectivity> connectivity_;
};

}  // namespace better_bats
