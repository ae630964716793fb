// Some bats that are flown together: one lane each, from the snapshot to the new velocity. SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <better_bats/world.hpp>

#include "plugin/flight/flyer.hpp"
#include "plugin/flight/reynolds_flight.hpp"
#include "plugin/flight/tick_conditions.hpp"
#include "plugin/flock/snapshot.hpp"
#include "plugin/world/host_world.hpp"

namespace better_bats {

struct FlightLane {
  Flyer flyer;
  Slot slot = kNoSlot;       ///< kNoSlot: not in the snapshot
  Entity* target = nullptr;  ///< whose velocity is written in the end
  BlockPos block{};
  Vec3 velocity{};      ///< the new one, in the making
  bool failed = false;  ///< the world had no answer: the bat keeps its velocity
};

/// The questions to the world that come up along the way, asked in one call each time.
struct TerrainQuestions {
  struct Asker {
    std::uint32_t lane;
    std::uint8_t axis;  ///< 0 x, 2 z, for walls
  };
  void clear() noexcept { probes.clear(), askers.clear(); }
  void ask(std::size_t lane, std::uint8_t axis, Probe probe) {
    probes.push_back(probe);
    askers.push_back({static_cast<std::uint32_t>(lane), axis});
  }

  std::vector<Probe> probes;
  std::vector<ProbeResult> answers;
  std::vector<Asker> askers;
};

class FlightLanes {
 public:
  void clear() noexcept { lanes.clear(); }

  /// Steps 1, 2, 3, 8 ask about the bat's own column; nothing is asked under Reynolds' law, which knows no terrain.
  void sampleTerrain(const HostWorld& world, const TickConditions& tick);

  [[nodiscard]] TerrainSample terrain(std::size_t lane) const noexcept { return {samples_[lane], down_}; }

  /// Step 12: walls, borders, columns that are not loaded.
  void stayInTheWorld(const HostWorld& world, const TickConditions& tick);

  std::vector<FlightLane> lanes;

 private:
  /// What is known of a column besides the bat's own.
  struct KnownColumn {
    std::int32_t x = 0, z = 0;
    bool known = false, loaded = true;
  };

  void turnAtWalls(const HostWorld& world, const TickConditions& tick);
  void turnAtUnloadedColumns(const HostWorld& world, const TickConditions& tick);
  void askAboutColumns(const HostWorld& world, const TickConditions& tick, bool afterTurning);
  [[nodiscard]] bool answeredByOwnRun(std::size_t lane, BlockPos block, bool& solid) const noexcept;
  [[nodiscard]] KnownColumn known(std::size_t lane, std::int32_t x, std::int32_t z) const noexcept;
  void answerQuestions(const HostWorld& world);

  int down_ = 0, up_ = 0;
  bool sampled_ = false;
  std::vector<Probe> probes_;
  std::vector<ProbeResult> samples_;
  std::vector<KnownColumn> wallColumns_;  ///< two a lane
  std::vector<std::uint32_t> turned_;
  TerrainQuestions questions_;
};

}  // namespace better_bats
