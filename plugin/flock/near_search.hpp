// Which bats are too near to each bat of a batch. One by one such a search is all guesses about branches; here each
// stage is done for the whole batch, with hardly any. SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>

#include <better_bats/large_vector.hpp>

#include "plugin/flight/bat_lanes.hpp"
#include "plugin/flock/neighbour_grid.hpp"

namespace better_bats {

struct FlightKernels;

/// Arrays side by side; NeighbourGrid::kPadding more than there are may be read.
struct Positions {
  const double *x, *y, *z;
};

/// Sorted places of the grid and their squared distances. Room for kSpare more than are needed.
struct PlaceList {
  static constexpr std::size_t kSpare = 8;
  std::size_t count = 0;
  LargeVector<std::uint32_t> place;
  LargeVector<double> squared;
  void reserve(std::size_t more) {
    if (place.size() >= count + more + kSpare) return;
    squared.resize(2 * (count + more + kSpare));
    place.resize(squared.size());  // last: it speaks for both, also after one found no memory
  }
};

/// Appends all bats at distance <= radius of a point.
void findWithin(const FlightKernels& kernels, const NeighbourGrid& grid, Vec3 point, double radius, PlaceList& places);

/// The same of a box, in a world without periods.
void findWithin(const FlightKernels& kernels, const NeighbourGrid& grid, const Snapshot::BoundingBox& box,
                double radius, PlaceList& places);

/// Calls visit(slot, rank, squared distance) for each of these bats. `places` is working memory.
template <typename Visit>
void visitWithin(const FlightKernels& kernels, const NeighbourGrid& grid, Vec3 point, double radius, PlaceList& places,
                 Visit&& visit) {
  places.count = 0;
  findWithin(kernels, grid, point, radius, places);
  for (std::size_t i = 0; i < places.count; ++i) {
    const std::uint32_t place = places.place[i];
    visit(grid.slots()[place], grid.ranks()[place], places.squared[i]);
  }
}

/// Whoever is near a few bats that are near each other: looked up once for all of them.
class NearGroup {
 public:
  /// Takes all bats within `radius` of the box, in a world without periods.
  void gather(const FlightKernels& kernels, const NeighbourGrid& grid, const Snapshot::BoundingBox& box, double radius);

  /// Calls visit(slot, rank, squared distance) for each of these at distance <= radius of a point in the box.
  template <typename Visit>
  void visitWithin(const FlightKernels& kernels, Vec3 point, double radius, Visit&& visit) {
    find(kernels, point, radius);
    for (std::size_t i = 0; i < near_.count; ++i) {
      visit(slots_[near_.place[i]], ranks_[near_.place[i]], near_.squared[i]);
    }
  }

 private:
  void find(const FlightKernels& kernels, Vec3 point, double radius);

  PlaceList around_, near_;
  LargeVector<double> x_, y_, z_;
  LargeVector<Slot> slots_;
  LargeVector<std::uint32_t> ranks_;
};

class NearSearch {
 public:
  /// Looks where those of `lanes`, one bit each, have to look, in a world without periods.
  /// @returns how many bats are there: all that may be nearer than the radius to some lane, once for each such lane.
  std::size_t look(const FlightKernels& kernels, const NeighbourGrid& grid, const BatLanes& bats, double radius,
                   std::uint64_t lanes);

  /// Then finds all pairs of a lane's bat and another nearer than the radius, by lane, then by id. `ranks` are those of
  /// the lanes' bats in the snapshot, kNoRank for a bat that is not in it.
  void find(const FlightKernels& kernels, const NeighbourGrid& grid, const BatLanes& bats,
            const Lanes<std::uint32_t>& ranks, double radius, std::uint64_t lanes);
  static constexpr std::uint32_t kNoRank = 0xFFFFFFFFU;

  [[nodiscard]] std::uint32_t pairsOf(std::size_t lane) const noexcept { return pairsOfLane_[lane]; }
  [[nodiscard]] std::uint32_t otherRank(std::size_t pair) const noexcept {
    return static_cast<std::uint32_t>(pairs_[pair].key);
  }
  [[nodiscard]] double distanceSquared(std::size_t pair) const noexcept { return squared_[pair]; }
  /// (P - Pk)/d * 1/max(d, 0.01); meaningless at d = 0.
  [[nodiscard]] Vec3 push(std::size_t pair) const noexcept { return {push_[0][pair], push_[1][pair], push_[2][pair]}; }

  /// Contiguous parts of the grid at which lanes have to look.
  struct Runs {
    /// Windows are at most 4 x 4 rows, each in two parts where it goes round.
    static constexpr std::size_t kMost = 32 * kLanes;
    std::size_t count = 0;
    std::array<std::uint32_t, kMost + 16> begin, end, lane;  ///< more: runs are written before they count
  };
  /// Pairs of a lane and another bat near it: the other's rank and its sorted place in the grid. Room for kSpare more
  /// than are needed.
  struct Hits {
    static constexpr std::size_t kSpare = 8;
    std::size_t count = 0;
    LargeVector<std::uint32_t> lane, rank, place;
    void reserve(std::size_t more);
  };

 private:
  /// Another bat near a lane's: lane << 32 | its rank, and its place in the grid.
  struct Pair {
    std::uint64_t key;
    std::uint32_t place;
  };

  void findOneByOne(const NeighbourGrid& grid, const BatLanes& bats, const Lanes<std::uint32_t>& ranks, double radius,
                    std::uint64_t lanes);
  void gatherByLane();
  void putInIdOrder(std::size_t lanes);
  void measure(const NeighbourGrid& grid, const BatLanes& bats);

  Runs runs_;
  Hits hits_;
  std::size_t pairCount_ = 0;
  LargeVector<Pair> pairs_;
  std::array<std::uint32_t, kLanes> pairsOfLane_{};
  std::array<LargeVector<double>, 3> away_, push_;
  LargeVector<double> squared_;
};

}  // namespace better_bats
