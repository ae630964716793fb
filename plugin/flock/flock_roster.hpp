// Who flies with whom: lasting flocks of 2..L bats, brought up to date once a tick by leaving, joining and merging.
// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cmath>
#include <cstdint>
#include <mutex>
#include <optional>
#include <span>
#include <vector>

#include "plugin/flock/flight_kernels.hpp"
#include "plugin/flock/flock_connectivity.hpp"
#include "plugin/flock/flock_founding.hpp"
#include "plugin/flock/flock_table.hpp"
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

/// A bat's flock: 0 and 1 for one without.
struct FlockOfBat {
  std::uint64_t id = 0;
  std::uint32_t size = 1;
};

class FlockRoster {
 public:
  struct Rules {
    double radius = 12;
    std::int64_t limit = 5;  ///< most members; below 2 there are no flocks
    double separation = 2;   ///< whoever is nearer than this is too near; 0: nobody is
    [[nodiscard]] bool operator==(const Rules&) const = default;
  };

  /// Leave, join and merge on a new snapshot, which the grid holds.
  void update(const Snapshot& snapshot, const NeighbourGrid& grid, const FlightKernels& kernels, const Rules& rules,
              const ParallelLoop& loop);

  /// The snapshot renumbered its bats. Those that are gone leave.
  void renumber(Snapshot::Renumbering renumbering, Slot newSize) { table_.renumber(renumbering, newSize); }

  // See FlockTable.
  void listByFlock(std::span<const Slot> slots, LargeVector<Slot>& order) { table_.listByFlock(slots, order); }
  [[nodiscard]] bool wantsNewOrder() const noexcept { return table_.wantsNewOrder(); }

  /// How far bats have travelled, as this roster counts it.
  [[nodiscard]] double travelled(const Snapshot& snapshot) const noexcept {
    return snapshot.travelled() + travelledFurther_;
  }
  /// Nothing is known of distances between bats: all is looked at again in the next update.
  void forgetDistances() noexcept;

  /// Ends all flocks; ids begin at 1 again.
  void reset();

  /// The flock of a slot, 0 for none.
  [[nodiscard]] std::uint64_t flockId(Slot slot) const noexcept;
  [[nodiscard]] std::uint32_t flockSize(Slot slot) const noexcept;
  [[nodiscard]] std::size_t flockCount() const noexcept { return table_.living(); }
  [[nodiscard]] const FlockTable& table() const noexcept { return table_; }
  /// The bats without a flock.
  [[nodiscard]] std::span<const Slot> loners() const noexcept { return loners_; }

  [[nodiscard]] std::vector<SavedFlock> save(const Snapshot& snapshot) const;
  [[nodiscard]] std::uint64_t nextId() const noexcept { return nextId_; }
  /// The ids of all members, ascending. Empty where there are no flocks, nothing where they cannot be: ids must ascend
  /// from at least 1, stay below nextId, and no bat may be in two.
  [[nodiscard]] static std::optional<std::vector<std::uint64_t>> membersOf(std::span<const SavedFlock> flocks,
                                                                           std::uint64_t nextId);
  /// Takes over saved flocks, whose members the snapshot has adopted.
  void restore(std::span<const SavedFlock> flocks, std::uint64_t nextId, const Snapshot& adopted);

 private:
  /// What a tick's steps work on.
  struct Tick {
    const Snapshot& snapshot;
    const NeighbourGrid& grid;
    const FlightKernels& kernels;
    const Rules& rules;
    const ParallelLoop& loop;
    double travelled;  ///< see Snapshot
  };
  /// Distances that are spared are known up to this.
  static constexpr double kRounding = 1e-3;
  /// Flocks that may merge look so much further than they need, and then not again for a while.
  static constexpr double kOutlook = 6;
  /// About so much further than separation asks for they look for outsiders, the further the fewer there are; not all
  /// as far, so that not all look again in the same tick.
  static constexpr double kNearOutskirts = 3, kFarOutskirts = 16;

  /// A pair of bats, and so of their flocks, by the model's order of ties. A seeker's pair has an open bat as `other`.
  struct Contact {
    double distanceSquared = 0;
    std::uint32_t ownRank = 0, otherRank = 0;
    Slot other = kNoSlot;
    [[nodiscard]] bool found() const noexcept { return other != kNoSlot; }
    [[nodiscard]] bool isBetterThan(const Contact& that) const noexcept;
  };

  static constexpr std::uint32_t kSmallestFlock = 2;

  /// So many are remembered, and so few will do.
  static constexpr std::size_t kCandidates = 5, kEnoughCandidates = 3;
  /// A bat without a flock, and the nearest with whom it could fly. Half a cache line.
  struct Seeker {
    Slot slot;
    std::uint32_t candidates;
    float othersSquared;  ///< whoever else it could fly with is no nearer; infinite where there is nobody else
    std::array<Slot, kCandidates> nearest;
    [[nodiscard]] bool isComplete() const noexcept { return std::isinf(othersSquared); }
  };

  /// A flock that may merge, and the nearest with which it could.
  struct Suitor {
    std::uint64_t id;
    Contact contact;
    FlockIndex flock;
    std::uint32_t proposals;  ///< where its own begin in proposals_, if it was not asked itself
  };
  /// A contact seen from the side that was not asked.
  struct Proposal {
    std::uint64_t flockId;
    FlockIndex flock;
    Contact contact;
  };

  /// What a piece of a parallel loop finds.
  struct Findings {
    std::vector<FlockIndex> broken, small;
    std::vector<Proposal> proposals;
    std::vector<std::uint32_t> proposalTo;  ///< by flock index: see propose()
    double seen = 0;                        ///< so far at least all have looked who asked
    std::vector<Slot> members;
    PlaceList near;
    NearGroup group;
    std::vector<std::pair<double, Slot>> outsiders;
    void propose(const Proposal& proposal, std::size_t first);
    /// What is proposed to that flock from `first` on, or null.
    [[nodiscard]] Proposal* proposed(FlockIndex flock, std::size_t first) noexcept;
  };

  void leave(const Tick& tick);
  void findBroken(const Tick& tick);
  [[nodiscard]] bool staysLinked(FlockIndex flock, const Tick& tick) noexcept;
  void findOutsiders(FlockIndex flock, const Tick& tick, Findings& found);
  void wakeAroundNews(const Tick& tick);
  void askSuitors(const Tick& tick);
  void listLoners();
  void join(const Tick& tick);
  void findCandidates(std::span<Seeker> seekers, const Tick& tick, Findings& found) const;
  template <typename VisitNear>
  void chooseCandidates(Seeker& seeker, const Tick& tick, double reach, Findings& found, VisitNear&& visitNear) const;
  void commitJoins(const Tick& tick);
  void foundAll(const Tick& tick);
  template <typename Flocks>
  void commitJoin(const Seeker& seeker, const Tick& tick, Flocks& flocks);
  template <typename Flocks>
  [[nodiscard]] Slot nearestWithRoom(Slot seeker, const Tick& tick, const Flocks& flocks);
  void joinOrFound(Slot seeker, Slot other);
  void merge(const Tick& tick);
  void chooseAsking(const Tick& tick);
  void chooseAll(const Tick& tick);
  void addProposedTo();
  void addLargest(const Tick& tick);
  template <typename Fits, typename Visit>
  void visitFitting(FlockIndex flock, const Tick& tick, double reach, Findings& found, Fits&& fits,
                    Visit&& visit) const;
  [[nodiscard]] bool mayMerge(FlockIndex flock, FlockIndex other, std::int64_t room) const noexcept;
  [[nodiscard]] Contact nearestFlock(FlockIndex flock, const Tick& tick, Findings& found, bool propose);
  [[nodiscard]] std::optional<Contact> nearestFlockFromLists(FlockIndex flock, const Tick& tick) const noexcept;
  [[nodiscard]] Contact nextBest(const Suitor& suitor, const Tick& tick);
  void giveBackExcess();
  [[nodiscard]] bool hasFlock(Slot slot) const noexcept { return table_.flockOf(slot) != kNoFlock; }
  [[nodiscard]] bool isOpen(Slot slot, std::int64_t limit) const noexcept;

  FlockTable table_;
  FlockFounding founding_;
  std::uint64_t nextId_ = 1;
  double travelledFurther_ = 0;  ///< added to the snapshot's where all has to be looked at again
  bool wasPeriodic_ = false;     ///< in the last update
  double outlook_ = kOutlook;    ///< of this tick
  Rules rules_{-1, -1, -1};      ///< of the last tick

  FlockConnectivity connectivity_;
  ScratchPool<Findings> findings_;
  std::mutex mutex_;  ///< for the lists that the pieces' findings are added to
  std::vector<FlockIndex> broken_;
  std::vector<FlockIndex> small_;  ///< those that have at most half of the limit
  std::vector<Slot> loners_;
  std::vector<Slot> news_;  ///< bats with whom a flock may merge in this tick although it could not before
  LargeVector<Seeker> seekers_;
  LargeVector<std::uint64_t> turns_;  ///< seekers by rank: rank << 32 | index
  bool allSought_ = false;            ///< every bat was a seeker this tick: seekers_ has one for each slot
  LargeVector<Suitor> suitors_;
  std::vector<Proposal> proposals_;
  std::vector<bool> asks_, merged_;  ///< by flock index
  bool everybodyAsks_ = false;
  std::vector<std::uint32_t> rooms_;  ///< where everybody asks, by flock index: for how many more there was room
  FlockIndex largest_ = kNoFlock;     ///< the one that need not ask where everybody else does
  double seen_ = 0;                   ///< so far all who asked have looked
};

}  // namespace better_bats
