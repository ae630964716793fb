// The loops over lanes in which a tick spends its time, compiled for each width of vectors that a machine may have.
// All compute the same bits. SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>

#include "plugin/flight/bat_lanes.hpp"
#include "plugin/flight/reynolds_flight.hpp"
#include "plugin/flight/tick_conditions.hpp"
#include "plugin/flock/crowd.hpp"
#include "plugin/flock/flock_kernels.hpp"
#include "plugin/flock/mate_crowd.hpp"
#include "plugin/flock/near_search.hpp"

namespace better_bats {

/// Blocks of interest of each lane's bat, in a world without periods.
struct BlockLanes {
  Lanes<std::int32_t> x, y, z;       ///< of the position
  Lanes<std::int32_t> wallY;         ///< at the height of the box's middle
  Lanes<std::int32_t> faceX, faceZ;  ///< at the leading faces after the move
  Lanes<std::int32_t> nextX, nextZ;  ///< of the position after the move

  // One bit a lane.
  std::uint64_t movesX, movesZ;            ///< along the axis
  std::uint64_t newFaceX, newFaceZ;        ///< the leading face is in another column
  std::uint64_t nextNewX, nextNewZ;        ///< the position after the move is, along the axis
  std::uint64_t nextAtFaceX, nextAtFaceZ;  ///< and is as far along it as the leading face
};

/// The bits of the leading faces, of lanes whose blocks are known.
BETTER_BATS_LANE_FUNCTION void compareFaces(const BatLanes& bats, BlockLanes& blocks) noexcept {
  std::uint64_t movesX = 0;
  std::uint64_t movesZ = 0;
  std::uint64_t newX = 0;
  std::uint64_t newZ = 0;
  for (std::size_t i = 0; i < bats.end(); ++i) {
    movesX |= laneBit(bats.v.x[i] != 0, i);
    movesZ |= laneBit(bats.v.z[i] != 0, i);
    newX |= laneBit(blocks.faceX[i] != blocks.x[i], i);
    newZ |= laneBit(blocks.faceZ[i] != blocks.z[i], i);
  }
  blocks.movesX = movesX, blocks.movesZ = movesZ;
  blocks.newFaceX = newX, blocks.newFaceZ = newZ;
}

/// The same for the positions after the move; the faces are known.
BETTER_BATS_LANE_FUNCTION void compareNext(std::size_t end, BlockLanes& blocks) noexcept {
  std::uint64_t newX = 0;
  std::uint64_t newZ = 0;
  std::uint64_t atFaceX = 0;
  std::uint64_t atFaceZ = 0;
  for (std::size_t i = 0; i < end; ++i) {
    newX |= laneBit(blocks.nextX[i] != blocks.x[i], i);
    newZ |= laneBit(blocks.nextZ[i] != blocks.z[i], i);
    atFaceX |= laneBit(blocks.nextX[i] == blocks.faceX[i], i);
    atFaceZ |= laneBit(blocks.nextZ[i] == blocks.faceZ[i], i);
  }
  blocks.nextNewX = newX, blocks.nextNewZ = newZ;
  blocks.nextAtFaceX = atFaceX, blocks.nextAtFaceZ = atFaceZ;
}

/// Pairs of a bat and another near it, side by side; the arrays have room for whole steps of kLaneStep.
struct PairLanes {
  const double* awayX;  ///< P - Pk
  const double* awayY;
  const double* awayZ;
  const double* distanceSquared;
  double* pushX;  ///< (P - Pk)/d * 1/max(d, 0.01); meaningless at d = 0
  double* pushY;
  double* pushZ;
};

struct FlightKernels {
  const char* name;
  /// Takes the bats' states from their entities.
  void (*refresh)(std::span<SnapshotBat> bats, const Entity* entities, EntityKind kind,
                  Snapshot::ChunkSummary& summary);
  /// The buckets of bats, in a world without periods.
  void (*locate)(const SnapshotBat* bats, const GridAxes& axes, std::span<std::uint32_t> buckets);
  /// The states of bats.count bats, and their ranks and inputs.
  void (*load)(const Snapshot& snapshot, const Slot* slots, BatLanes& bats, Lanes<std::uint64_t>& rankAndInput);
  /// The sums over flockmates of these flocks, and the pushes of those that are too near; not for periodic spaces.
  /// @returns the lanes whose pushes are not right: somebody else is too near as well, or at the very same point.
  std::uint64_t (*sumFlocks)(BatLanes& bats, std::span<const FlockLanes> flocks, const Snapshot& snapshot,
                             FlockRadii radii);
  /// The sums over mates for lanes whose mates are gathered in a crowd.
  void (*sumMates)(MateCrowd& crowd, BatLanes& bats, const Lanes<std::uint32_t>& ranks, const MateLanes& lanes);
  /// The pushes of those of a crowd that are too near; see sumPushesPlain().
  std::uint64_t (*sumPushes)(const Crowd& crowd, BatLanes& bats, const Lanes<std::uint32_t>& ranks, std::uint64_t lanes,
                             double radius);
  /// Steps 1 to 11: from bats.velocity to bats.v.
  void (*fly)(BatLanes& bats, const TickConditions& tick);
  void (*findBlocks)(const BatLanes& bats, BlockLanes& blocks);
  void (*findFaces)(const BatLanes& bats, BlockLanes& blocks);
  void (*findNext)(const BatLanes& bats, BlockLanes& blocks);
  void (*keepWithinBorders)(BatLanes& bats, const TickConditions& tick);
  void (*findRuns)(const NeighbourGrid& grid, const BatLanes& bats, double radius, std::uint64_t lanes,
                   NearSearch::Runs& runs);
  void (*findHits)(const NeighbourGrid& grid, const BatLanes& bats, const Lanes<std::uint32_t>& ranks, double radius,
                   const NearSearch::Runs& runs, NearSearch::Hits& hits);
  /// Appends the places of those at distance <= radius of a box.
  void (*findWithin)(Positions all, std::span<const NeighbourGrid::Run> runs, const Snapshot::BoundingBox& box,
                     double radius, PlaceList& places);
  void (*sumReynolds)(const Crowd& crowd, const Space& space, const BatLanes& bats, const Lanes<std::uint32_t>& ranks,
                      const ReynoldsRadii& radii, ReynoldsSums& sums);
  void (*findPushes)(const PairLanes& pairs, std::size_t count);
};

/// Those for the widest vectors that this machine has, of at most so many bits.
[[nodiscard]] const FlightKernels& flightKernels(int mostBits) noexcept;

}  // namespace better_bats
