// Some bats that are flown together, from the snapshot to their new velocities. SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "plugin/flight/bat_lanes.hpp"
#include "plugin/flight/reynolds_flight.hpp"
#include "plugin/flock/batch_terrain.hpp"
#include "plugin/flock/crowd.hpp"
#include "plugin/flock/flight_kernels.hpp"
#include "plugin/flock/flights_ahead.hpp"
#include "plugin/flock/flock_table.hpp"
#include "plugin/flock/mate_crowd.hpp"
#include "plugin/flock/near_search.hpp"
#include "plugin/flock/neighbour_grid.hpp"
#include "plugin/flock/predator_index.hpp"
#include "plugin/flock/snapshot.hpp"

namespace better_bats {

/// All that a tick's flight is computed from. It does not change while bats fly. [any-thread]
struct FlightScene {
  const HostWorld& world;
  const TickConditions& tick;
  const FlightKernels& kernels;
  const Snapshot& snapshot;
  const NeighbourGrid& grid;
  const FlockTable& flocks;
  const PredatorIndex& predators;
  EntityKind batKind;

  /// Whether the host still has this bat there: a callback may have changed its array since the tick began.
  [[nodiscard]] bool isStill(const Entity& entity, std::uint64_t bat) const noexcept {
    return entity.id == bat && entity.kind == batKind && Snapshot::isActive(entity);
  }
};

class FlightBatch {
 public:
  void clear() noexcept;
  [[nodiscard]] std::size_t size() const noexcept { return bats_.count; }
  [[nodiscard]] std::size_t room() const noexcept { return kLanes - bats_.count; }

  /// Adds bats of one flock, or of none.
  void add(const FlightScene& scene, FlockIndex flock, std::span<const Slot> slots) noexcept;

  /// Adds a bat that is not in the snapshot.
  void addStranger(Entity& bat) noexcept;

  /// The entity whose velocity is written for the bat that was added last.
  void setTarget(Entity& bat) noexcept { targets_[bats_.count - 1] = &bat; }

  // Then the batch is flown, once. With `entities` these are the targets: those that the snapshot was taken of.

  /// A whole flight, up to what is stored.
  void fly(const FlightScene& scene, Entity* entities);

  /// Its stages. The second and the last ask the world.
  void load(const FlightScene& scene, Entity* entities) noexcept;
  void sampleTerrain(const FlightScene& scene);
  void lookAround(const FlightScene& scene);
  void steer(const FlightScene& scene);
  void stayInTheWorld(const FlightScene& scene);
  /// @returns how many the world had no answer for.
  std::uint64_t store(const FlightScene& scene) noexcept;
  /// The same without entities. What the world had no answer for is left out.
  void store(FlightsAhead& flights) const noexcept;

  /// steer() for a batch of one, telling `record(name, change)` what each step did.
  template <typename Record>
  void steerAloud(const FlightScene& scene, const Record& record);

  [[nodiscard]] Vec3 velocity(std::size_t lane) const noexcept { return bats_.v[lane]; }

 private:
  struct Group {
    FlockIndex flock;
    std::uint32_t begin, end;  ///< lanes
  };

  void padLanes() noexcept;
  void fetchTargets(std::size_t part) const noexcept;
  void findFlight(const FlightScene& scene) noexcept;
  void sumFlocks(const FlightScene& scene);
  [[nodiscard]] static bool isWhole(const FlightScene& scene, const Group& group) noexcept;
  void sumTooNear(const FlightScene& scene, std::uint64_t lanes);
  [[nodiscard]] bool isCompact(double size) const noexcept;
  void sumPairs(const FlightScene& scene, std::uint64_t lanes);
  void sumPart(const FlightScene& scene, const Group& group, double radius);
  void sumNearMates(const FlightScene& scene, const Group& group, double radius);
  void sumMates(const FlightScene& scene, std::size_t lane, std::span<const Slot> mates) noexcept;
  void steerReynolds(const FlightScene& scene);

  BatLanes bats_;
  std::array<Slot, kLanes + kLaneStep> slots_{};
  std::array<Entity*, kLanes> targets_{};
  std::array<Group, kLanes> groups_{};
  std::uint32_t groupCount_ = 0;
  std::array<FlockLanes, kLanes> wholeFlocks_{};
  BatchTerrain terrain_;
  NearSearch near_;
  Lanes<std::uint64_t> rankAndInput_;
  Lanes<std::uint32_t> ranks_;
  MateCrowd mateCrowd_;
  Crowd crowd_;
  ReynoldsSums reynoldsSums_;
  PlaceList around_;
  std::vector<Slot> mates_;
  ReynoldsLanes reynolds_;
};

template <typename Record>
void FlightBatch::steerAloud(const FlightScene& scene, const Record& record) {
  lookAround(scene);
  if (scene.tick.parameters->steering == SteeringLaw::Reynolds) {
    flyReynolds(bats_, reynolds_, scene.tick, record);
  } else {
    flyAdditive<Division::Plain>(bats_, scene.tick, record);
  }
}

}  // namespace better_bats
