// One world's bats: takes the snapshot of a tick, brings the flocks up to date and flies bats by it, one or all.
// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "plugin/flight/tick_conditions.hpp"
#include "plugin/flock/flight_lanes.hpp"
#include "plugin/flock/flock_roster.hpp"
#include "plugin/flock/neighbour_grid.hpp"
#include "plugin/flock/parallel_loop.hpp"
#include "plugin/flock/predator_index.hpp"
#include "plugin/flock/scratch_pool.hpp"
#include "plugin/flock/snapshot.hpp"
#include "plugin/world/host_world.hpp"

namespace better_bats {

/// The gamerules, as the engine takes them at the start of a tick.
struct FlightRules {
  FlightWeights weights;
  std::int64_t swarmSize = 5;
  bool enabled = true;  ///< false: no velocity is written, and no bat is ours to flock
};

class FlightEngine {
 public:
  using DefectReport = Snapshot::DefectReport;

  /// Borrows both. `concurrentReads`: terrain may be asked about from several threads at once.
  FlightEngine(const HostWorld& world, const ParallelLoop& loop, bool concurrentReads) noexcept
      : world_(world), loop_(loop), concurrentReads_(concurrentReads) {}

  /// Applies from the next snapshot on.
  void configure(const FlightParameters& parameters) { nextParameters_ = parameters; }

  /// Takes the snapshot of a new tick: of the given bats, or of those that a scan of the world finds.
  /// @returns false where the world does not answer; the old snapshot is gone then, and no bat flies this tick.
  [[nodiscard]] bool beginTick(std::int64_t gameTime, const FlightRules& rules,
                               std::optional<std::span<const Entity>> bats, const DefectReport& report);

  /// The time of the snapshot, nothing before the first and after reset().
  [[nodiscard]] std::optional<std::int64_t> snapshotTime() const noexcept { return snapshotTime_; }

  /// Writes the velocities of the active among these bats. @returns how many the world had no answer for.
  std::uint64_t fly(std::span<Entity> bats);

  /// Calls record(name, change) for every step of this bat's last tick. @returns false for a bat not in the snapshot.
  bool explain(std::uint64_t id, const std::function<void(const char*, Vec3)>& record);

  void startle(const Startle& startle, std::uint64_t ticks) { startles_.push_back({startle, ticks}); }
  void reset();

  struct PendingStartle {
    Startle startle;
    std::uint64_t ticks;
  };
  [[nodiscard]] const std::vector<PendingStartle>& startles() const noexcept { return startles_; }
  /// Takes over saved flocks and startles in place of its own. @returns false, and changes nothing, for flocks that
  /// cannot be.
  [[nodiscard]] bool restore(std::span<const SavedFlock> flocks, std::uint64_t nextFlockId,
                             std::span<const PendingStartle> startles);
  [[nodiscard]] const FlockRoster& roster() const noexcept { return roster_; }
  [[nodiscard]] const Snapshot& snapshot() const noexcept { return snapshot_; }
  [[nodiscard]] const TickConditions& conditions() const noexcept { return tick_; }
  [[nodiscard]] EntityKind batKind() const noexcept { return batKind_; }

 private:
  [[nodiscard]] bool readConditions(std::int64_t gameTime);
  [[nodiscard]] bool findPredators(const DefectReport& report);
  [[nodiscard]] bool resolveKinds();
  void takeStartles();
  void sortIntoFlocks();

  void load(std::span<Entity> bats, std::size_t firstInput, FlightLanes& lanes) const;
  [[nodiscard]] Slot slotFor(const Entity& bat, std::size_t input) const noexcept;
  void steer(FlightLanes& lanes, std::size_t begin, std::size_t end, std::vector<Neighbour>& neighbours) const;
  template <typename Record>
  [[nodiscard]] Vec3 steerOne(const FlightLanes& lanes, std::size_t lane, std::vector<Neighbour>& neighbours,
                              const Record& record) const;
  void gather(const FlightLane& lane, double radius, std::vector<Neighbour>& neighbours) const;
  [[nodiscard]] SeparationSum sumTooNear(const FlightLane& lane, std::vector<Neighbour>& neighbours) const;
  [[nodiscard]] FlockmateSum sumFlockmates(Slot self, std::vector<Neighbour>& neighbours) const;
  [[nodiscard]] std::uint64_t store(FlightLanes& lanes) const noexcept;
  [[nodiscard]] bool isStill(const Entity& entity, const Flyer& bat) const noexcept;

  const HostWorld& world_;
  const ParallelLoop& loop_;
  bool concurrentReads_;
  FlightParameters parameters_;
  std::optional<FlightParameters> nextParameters_;
  FlightRules rules_;
  EntityKind batKind_ = 0;
  std::vector<EntityKind> predatorKinds_;

  std::optional<std::int64_t> snapshotTime_;
  TickConditions tick_;
  Snapshot snapshot_;
  const Entity* snapshotInput_ = nullptr;  ///< what slotsOfInput() refers to, during the call that took the snapshot
  NeighbourGrid grid_;
  FlockRoster roster_;
  PredatorIndex predators_;
  std::vector<PendingStartle> startles_;
  std::vector<Startle> activeStartles_;
  std::vector<Entity> scanned_;

  struct Scratch {
    FlightLanes lanes;
    std::vector<Neighbour> neighbours;
  };
  ScratchPool<Scratch> scratch_;
};

}  // namespace better_bats
