// Whom each bat of a batch is too near to, side by side for all of them. SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "plugin/flock/flight_kernels.hpp"
#include "plugin/flock/neighbour_grid.hpp"

namespace better_bats {

class SeparationPairs {
 public:
  void clear() noexcept { count_ = 0; }

  /// Adds the pairs of a bat with all others nearer than the radius, in id order. `self` may be kNoSlot.
  /// @returns how many.
  std::uint32_t add(const Snapshot& snapshot, const NeighbourGrid& grid, Slot self, Vec3 position, double radius);

  void findPushes(const FlightKernels& kernels);

  [[nodiscard]] Vec3 push(std::size_t pair) const noexcept { return {push_[0][pair], push_[1][pair], push_[2][pair]}; }
  [[nodiscard]] double distanceSquared(std::size_t pair) const noexcept { return squared_[pair]; }
  [[nodiscard]] Slot other(std::size_t pair) const noexcept { return others_[pair]; }

 private:
  void findNear(const NeighbourGrid& grid, Vec3 position, double radius);
  void putInIdOrder(const Snapshot& snapshot, const NeighbourGrid& grid, Slot self);
  void reserve(std::size_t pairs);

  std::size_t count_ = 0;
  std::vector<double> away_[3], push_[3], squared_;
  std::vector<Slot> others_;
  std::vector<std::uint32_t> near_;        ///< sorted places of the grid
  std::uint32_t nearCount_ = 0;
  std::vector<std::uint64_t> inIdOrder_;   ///< rank << 32 | sorted place
  std::vector<std::uint64_t> ranked_;
};

}  // namespace better_bats
