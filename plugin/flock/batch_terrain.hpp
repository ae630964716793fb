// Terrain for the bats of a batch: what is known already is not asked again. SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>

#include <better_bats/world.hpp>

#include "plugin/flight/bat_lanes.hpp"
#include "plugin/flock/flight_kernels.hpp"
#include "plugin/world/host_world.hpp"

namespace better_bats {

class BatchTerrain {
 public:
  /// What all questions of a tick have in common.
  struct Asking {
    const HostWorld& world;
    const TickConditions& tick;
    const FlightKernels& kernels;
  };

  /// Steps 1, 2, 3, 8 ask about the bat's own column; nothing is asked under Reynolds' law, which knows no terrain.
  void sample(const Asking& asking, BatLanes& bats);

  /// Step 12: walls, borders, columns that are not loaded.
  void stayInTheWorld(const Asking& asking, BatLanes& bats);

  /// The world had no answer: the bat keeps its velocity.
  [[nodiscard]] bool failed(std::size_t lane) const noexcept { return (lanes_ & laneBit(true, lane)) == 0; }

 private:
  /// Of each lane's bat one column: whether the world has answered about it, and whether it is loaded. One bit a lane.
  struct Columns {
    std::uint64_t known = 0, loaded = 0;
  };
  /// Who asks a question: a lane, and for walls the axis.
  struct Asker {
    std::uint8_t lane;
    std::uint8_t axis;  ///< 0 x, 1 z
  };

  void takeSamples(const Asking& asking, BatLanes& bats, bool allAnswered) noexcept;
  void findBlocks(const Asking& asking, const BatLanes& bats) noexcept;
  void findFaces(const Asking& asking, const BatLanes& bats) noexcept;
  void findNext(const Asking& asking, const BatLanes& bats) noexcept;
  void turnAtWalls(const Asking& asking, BatLanes& bats);
  void askAboutWalls(BatLanes& bats) noexcept;
  void turnAtUnloadedColumns(const Asking& asking, BatLanes& bats);
  void addQuestion(std::size_t lane, std::uint8_t axis, const Probe& probe) noexcept;
  [[nodiscard]] Columns nextColumns() const noexcept;
  /// Asks and calls answered(asker, result) for each question; those without an answer fail.
  template <typename Answered>
  void ask(const Asking& asking, Answered&& answered);

  std::uint64_t lanes_ = 0;  ///< a bit for each bat that the world has answered about so far
  bool sampled_ = false;
  bool anySolid_ = false;     ///< in the bats' own columns
  std::uint64_t loaded_ = 0;  ///< those of them that are
  int down_ = 0;
  BlockLanes blocks_{};
  std::array<ProbeResult, kLanes> samples_{};
  std::array<Probe, kLanes> probes_{};
  std::array<Columns, 2> faceColumns_{};  ///< at the leading faces along x and z
  std::uint32_t questions_ = 0;
  std::array<Probe, 2 * kLanes> questionProbes_{};
  std::array<ProbeResult, 2 * kLanes> answers_{};
  std::array<Asker, 2 * kLanes> askers_{};
};

}  // namespace better_bats
