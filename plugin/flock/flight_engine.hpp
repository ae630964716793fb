// One world's bats: takes the snapshot of a tick, brings the flocks up to date and flies bats by it, one or all.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "plugin/flight/tick_conditions.hpp"
#include "plugin/flock/flight_pass.hpp"
#include "plugin/flock/flock_roster.hpp"
#include "plugin/flock/neighbour_grid.hpp"
#include "plugin/flock/parallel_loop.hpp"
#include "plugin/flock/predator_index.hpp"
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
  FlightEngine(const HostWorld& world, const ParallelLoop& loop, bool concurrentReads)
      : world_(world), loop_(loop), kernels_(&flightKernels(parameters_.vectorBits)), pass_(loop, concurrentReads) {}

  /// Applies from the next snapshot on.
  void configure(const FlightParameters& parameters) { nextParameters_ = parameters; }

  /// Takes the snapshot of a new tick: of the given bats, or of those that a scan of the world finds.
  /// @returns false where the world does not answer; the old snapshot is gone then, and no bat flies this tick.
  [[nodiscard]] bool beginTick(std::int64_t gameTime, const FlightRules& rules,
                               std::optional<std::span<const Entity>> bats, const DefectReport& report);

  /// The time of the snapshot, nothing before the first and after reset().
  [[nodiscard]] std::optional<std::int64_t> snapshotTime() const noexcept { return snapshotTime_; }

  /// Whether the snapshot is of this time.
  [[nodiscard]] bool isTick(std::int64_t gameTime) const noexcept {
    return snapshotTime_.has_value() && *snapshotTime_ == gameTime;
  }

  /// Writes the velocities of the active among these bats. @returns how many the world had no answer for.
  std::uint64_t fly(std::span<Entity> bats);

  /// The same for one bat, if its velocity was computed along with another's in this tick. @returns false if not.
  [[nodiscard]] bool takeFlightAhead(Entity& bat) noexcept;

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
  [[nodiscard]] FlockOfBat flockOf(std::uint64_t id) const noexcept;
  [[nodiscard]] std::vector<SavedFlock> savedFlocks() const { return roster_.save(snapshot_); }
  [[nodiscard]] const FlockRoster& roster() const noexcept { return roster_; }
  [[nodiscard]] const Snapshot& snapshot() const noexcept { return snapshot_; }
  [[nodiscard]] const TickConditions& conditions() const noexcept { return tick_; }
  static constexpr EntityKind kNoKind = 0xFFFFFFFFU;
  [[nodiscard]] EntityKind batKind() const noexcept { return batKind_.value_or(kNoKind); }

 private:
  [[nodiscard]] bool takeTick(std::int64_t gameTime, const FlightRules& rules,
                              std::optional<std::span<const Entity>> bats, const DefectReport& report);
  void abandonFlocks() noexcept;
  [[nodiscard]] bool readConditions(std::int64_t gameTime);
  [[nodiscard]] bool findPredators(const DefectReport& report);
  [[nodiscard]] bool resolveKinds();
  void takeSnapshot(std::span<const Entity> entities, const DefectReport& report);
  void takeStartles();
  [[nodiscard]] FlightScene scene() const noexcept;

  const HostWorld& world_;
  const ParallelLoop& loop_;
  FlightParameters parameters_;
  std::optional<FlightParameters> nextParameters_;
  FlightRules rules_;
  std::optional<EntityKind> batKind_;
  std::vector<std::optional<EntityKind>> predatorKinds_;  ///< of each of the parameters' predators
  std::vector<EntityKind> knownPredators_;

  std::optional<std::int64_t> snapshotTime_;
  TickConditions tick_;
  const FlightKernels* kernels_;
  Snapshot snapshot_;
  const Entity* snapshotInput_ = nullptr;  ///< what the snapshot was taken of, during the call that took it
  std::size_t snapshotInputs_ = 0;
  NeighbourGrid grid_;
  LargeVector<Slot> order_;  ///< while bats are put in order
  FlockRoster roster_;
  PredatorIndex predators_;
  FlightPass pass_;
  FlightsAhead ahead_;
  std::uint32_t lastRank_ = 0;  ///< of the bat that was asked for last
  std::vector<PendingStartle> startles_;
  std::vector<Startle> activeStartles_;
  std::vector<Entity> scanned_;
};

}  // namespace better_bats
