// The flockmates near some bats of one large flock, in id order: each of these bats sums over them in that order, so
// nothing has to be sought or sorted for each. SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include <better_bats/large_vector.hpp>

#include "plugin/flight/bat_lanes.hpp"
#include "plugin/flock/flock_table.hpp"
#include "plugin/flock/neighbour_grid.hpp"
#include "plugin/flock/rank_order.hpp"
#include "plugin/flock/snapshot.hpp"

namespace better_bats {

/// Lanes of bats that have a flock in common, and how far they look for mates.
struct MateLanes {
  std::uint32_t begin, end;
  double radius;
};

class MateCrowd {
 public:
  /// Takes all members within the radius of any of the lanes' bats, these included, and few others. Not for periodic
  /// spaces.
  void gather(const Snapshot& snapshot, const NeighbourGrid& grid, const FlockTable& flocks, FlockIndex flock,
              const BatLanes& bats, const MateLanes& lanes);

  [[nodiscard]] std::size_t size() const noexcept { return count_; }
  /// Their figures side by side; kPadding more may be read.
  [[nodiscard]] const double* x() const noexcept { return figures_[0].data(); }
  [[nodiscard]] const double* y() const noexcept { return figures_[1].data(); }
  [[nodiscard]] const double* z() const noexcept { return figures_[2].data(); }
  [[nodiscard]] const double* velocityX() const noexcept { return figures_[3].data(); }
  [[nodiscard]] const double* velocityY() const noexcept { return figures_[4].data(); }
  [[nodiscard]] const double* velocityZ() const noexcept { return figures_[5].data(); }
  [[nodiscard]] const std::uint32_t* ranks() const noexcept { return ranks_.data(); }
  /// Working memory: room for a number for each, and kPadding more.
  [[nodiscard]] std::uint32_t* chosen() noexcept { return chosen_.data(); }
  static constexpr std::size_t kPadding = 8;

 private:
  void reserve(std::size_t mates);
  void add(const SnapshotBat& bat) noexcept;

  std::size_t count_ = 0;
  std::array<LargeVector<double>, 6> figures_;
  LargeVector<std::uint32_t> ranks_, chosen_;
  std::vector<std::uint32_t> found_;
  RankOrder order_;
};

}  // namespace better_bats
