// A uniform grid over the snapshot's bats: a counting sort into cells, so that a query reads a few contiguous runs.
// Cells far apart share a bucket where the world is larger than the table; a query tests distances, so it never
// notices. SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "plugin/flight/space.hpp"
#include "plugin/flock/grid_axis.hpp"
#include "plugin/flock/snapshot.hpp"

namespace better_bats {

class NeighbourGrid {
 public:
  /// A contiguous part of the sorted bats.
  struct Run {
    std::uint32_t begin, end;
  };

  /// Chooses cells for so many bats in this box, which is an estimate: any bat is found wherever it is. `reach` is the
  /// radius most queries have: no cell is smaller.
  void prepare(Slot count, Vec3 low, Vec3 high, double reach, const Space& space);
  /// Finds the cells of one chunk of slots. Chunks may be given in any order and on any thread, all before sort().
  void locate(const Snapshot& snapshot, const FlightKernels& kernels, Slot begin, Slot end) noexcept;
  void sort(const Snapshot& snapshot, const ParallelLoop& loop);

  /// All of the above at once.
  void build(const Snapshot& snapshot, const FlightKernels& kernels, double reach, const Space& space,
             const ParallelLoop& loop = {});

  /// The slots in the order of their cells.
  [[nodiscard]] std::span<const Slot> slots() const noexcept { return {slots_.data(), count_}; }
  /// The snapshot was renumbered.
  void renumber(Snapshot::Renumbering renumbering) noexcept;

  /// The sorted bats' positions, side by side; kPadding more may be read.
  [[nodiscard]] const double* x() const noexcept { return x_.data(); }
  [[nodiscard]] const double* y() const noexcept { return y_.data(); }
  [[nodiscard]] const double* z() const noexcept { return z_.data(); }
  static constexpr std::size_t kPadding = 8;
  /// Their ranks, likewise.
  [[nodiscard]] const std::uint32_t* ranks() const noexcept { return ranks_.data(); }
  [[nodiscard]] const GridAxis& axis(std::size_t i) const noexcept { return axes_[i]; }
  /// [b, b + 1): the run of bucket b = (z << y bits | y) << x bits | x.
  [[nodiscard]] const std::uint32_t* ends() const noexcept { return ends_.data(); }
  /// Rounding must not hide a bat at the very rim.
  [[nodiscard]] static constexpr double safeReach(double radius) noexcept { return radius * (1 + 1e-9) + 1e-6; }
  [[nodiscard]] const Space& space() const noexcept { return space_; }
  /// About as far as one has to look for some ten bats where they are spread evenly.
  [[nodiscard]] double usualReach() const noexcept { return 1.3 * cellSize_; }

  /// Calls run(Run) for parts of the sorted bats which together hold each bat within `radius` of the point once.
  template <typename VisitRun>
  void visitRuns(Vec3 point, double radius, VisitRun&& run) const {
    if (count_ == 0) return;
    const double reach = safeReach(radius);
    const Vec3 centre = space_.isPeriodic() ? space_.wrapped(point) : point;
    const GridAxis::Window wx = axes_[0].window(centre.x - reach, centre.x + reach);
    const GridAxis::Window wy = axes_[1].window(centre.y - reach, centre.y + reach);
    const GridAxis::Window wz = axes_[2].window(centre.z - reach, centre.z + reach);
    for (std::uint32_t k = 0; k < wz.count; ++k) {
      const double gapZ = axes_[2].gap(wz, k, centre.z);
      for (std::uint32_t j = 0; j < wy.count; ++j) {
        const double gapY = axes_[1].gap(wy, j, centre.y);
        if (gapY * gapY + gapZ * gapZ > reach * reach) continue;  // a corner of the box
        visitRow(wx, axes_[1].bucket(wy, j), axes_[2].bucket(wz, k), run);
      }
    }
  }

  /// The same for all within `radius` of the box, whose corners are wrapped.
  template <typename VisitRun>
  void visitRunsInBox(Vec3 low, Vec3 high, double radius, VisitRun&& run) const {
    if (count_ == 0) return;
    const double reach = safeReach(radius);
    const GridAxis::Window wx = axes_[0].window(low.x - reach, high.x + reach);
    const GridAxis::Window wy = axes_[1].window(low.y - reach, high.y + reach);
    const GridAxis::Window wz = axes_[2].window(low.z - reach, high.z + reach);
    for (std::uint32_t k = 0; k < wz.count; ++k) {
      for (std::uint32_t j = 0; j < wy.count; ++j) visitRow(wx, axes_[1].bucket(wy, j), axes_[2].bucket(wz, k), run);
    }
  }

  /// Calls visit(slot, difference from `point` to it, squared distance) for every bat within `radius` of the point and
  /// possibly some beyond. No order; each bat once.
  template <typename Visit>
  void visit(Vec3 point, double radius, Visit&& visit) const {
    visitRuns(point, radius, [&](Run run) {
      for (std::uint32_t i = run.begin; i < run.end; ++i) {
        const Vec3 difference = differenceFrom(point, i);
        visit(slots_[i], difference, lengthSquared(difference));
      }
    });
  }

  /// The way from the point to the i-th sorted bat.
  [[nodiscard]] Vec3 differenceFrom(Vec3 point, std::uint32_t i) const noexcept {
    const Vec3 straight = Vec3{x_[i], y_[i], z_[i]} - point;
    return space_.isPeriodic() ? space_.nearestImage(straight) : straight;
  }

  /// How many bats a query would test.
  [[nodiscard]] std::uint64_t countCandidates(Vec3 point, double radius) const {
    std::uint64_t count = 0;
    visitRuns(point, radius, [&](Run run) { count += run.end - run.begin; });
    return count;
  }

 private:
  struct KeyRange {
    std::uint32_t least, greatest;
  };
  /// A part of the buckets that is sorted by itself.
  struct Stripe {
    std::uint32_t begin, end;  ///< buckets
    std::uint32_t bats;        ///< in them
    std::uint64_t crowding;    ///< sum of squares of the buckets' bats
  };

  /// The buckets of a row are contiguous: a window of them is one run, or two where it goes round.
  template <typename VisitRun>
  void visitRow(GridAxis::Window wx, std::uint32_t bucketY, std::uint32_t bucketZ, VisitRun&& run) const {
    const std::uint32_t* row = &ends_[((bucketZ << axes_[1].bits) | bucketY) << axes_[0].bits];
    const std::uint32_t straightEnd = std::min(wx.first + wx.count, axes_[0].buckets());
    run(Run{row[wx.first], row[straightEnd]});
    const std::uint32_t rest = wx.first + wx.count - straightEnd;
    if (rest > 0) run(Run{row[0], row[rest]});
  }

  void chooseAxes(double reach, Vec3 extent, Vec3 low);
  void adaptCellSize(double least, double volumeOfBat);
  [[nodiscard]] std::uint32_t chooseStripes(std::uint32_t buckets) const noexcept;
  void sortStripe(const Snapshot& snapshot, Stripe& stripe, std::uint32_t firstBat) noexcept;
  template <typename Visit>
  void visitStripe(const Stripe& stripe, Visit&& visit) const noexcept;

  Space space_;
  GridAxes axes_;
  double cellSize_ = 0;  ///< as adapted to the crowding of the last tick; 0: not yet
  double crowding_ = 0;  ///< bats in the cell of a bat, on average, itself included
  std::uint32_t count_ = 0;
  LargeVector<double> x_, y_, z_;
  LargeVector<Slot> slots_;
  LargeVector<std::uint32_t> ranks_;
  LargeVector<std::uint32_t> ends_;  ///< [b, b + 1): bucket b's run
  LargeVector<std::uint32_t> keys_;  ///< the bucket of each slot
  std::vector<KeyRange> chunkKeys_;
  std::vector<Stripe> stripes_;
};

}  // namespace better_bats
