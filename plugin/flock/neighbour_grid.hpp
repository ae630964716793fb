// A uniform grid over some of the snapshot's bats: a counting sort into cells, so that a query reads a few contiguous
// runs. Cells far apart share a bucket where the world is larger than the table; a query tests distances, so it never
// notices. SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "plugin/flight/space.hpp"
#include "plugin/flock/snapshot.hpp"

namespace better_bats {

class NeighbourGrid {
 public:
  /// Sorts the given slots. `reach` is the radius most queries have: no cell is smaller, unless `reach` is 0.
  void build(const Snapshot& snapshot, std::span<const Slot> slots, double reach, const Space& space);
  void build(const Snapshot& snapshot, double reach, const Space& space);

  /// Calls visit(slot, difference from `point` to it, squared distance) for every sorted bat within `radius` of the
  /// point and possibly some beyond. No order; each bat once.
  template <typename Visit>
  void visit(Vec3 point, double radius, Visit&& visit) const {
    const auto inRun = [&](std::uint32_t begin, std::uint32_t end) {
      for (std::uint32_t i = begin; i < end; ++i) {
        const Item& item = items_[i];
        const Vec3 difference = space_.isPeriodic() ? space_.difference(item.position, point) : item.position - point;
        visit(item.slot, difference, lengthSquared(difference));
      }
    };
    visitRuns(point, radius, inRun);
  }

  /// How many bats a query would test.
  [[nodiscard]] std::uint64_t countCandidates(Vec3 point, double radius) const {
    std::uint64_t count = 0;
    visitRuns(point, radius, [&](std::uint32_t begin, std::uint32_t end) { count += end - begin; });
    return count;
  }

  [[nodiscard]] bool empty() const noexcept { return items_.empty(); }

  /// Calls remove(slot, squared distance) as visit() does, and takes those out of the grid for which it answers true.
  /// After the first removal the grid serves removals only.
  template <typename Remove>
  void removeIf(Vec3 point, double radius, Remove&& remove) {
    const auto inBucket = [&](std::size_t bucket) {
      for (std::uint32_t i = starts_[bucket]; i < ends_[bucket];) {
        const Vec3 difference = space_.difference(items_[i].position, point);
        if (remove(items_[i].slot, lengthSquared(difference))) {
          items_[i] = items_[--ends_[bucket]];
        } else {
          ++i;
        }
      }
    };
    if (ends_.empty() && !items_.empty()) ends_.assign(starts_.begin() + 1, starts_.end());
    visitRows(point, radius, [&](std::int64_t row, Window wx) {
      for (std::int64_t i = 0; i < wx.count; ++i) {
        inBucket(static_cast<std::size_t>(row + (wx.first + i) % axes_[0].buckets));
      }
    });
  }

 private:
  struct Item {
    Vec3 position;
    Slot slot;
  };

  /// One axis of the table: cells of `size` from `origin`, folded onto `buckets` of them.
  struct Axis {
    double origin = 0, inverseSize = 1;
    std::int64_t buckets = 1;
    [[nodiscard]] std::int64_t cell(double value) const noexcept {
      return static_cast<std::int64_t>(std::floor((value - origin) * inverseSize));
    }
    [[nodiscard]] std::int64_t fold(std::int64_t cell) const noexcept {
      const std::int64_t rest = cell % buckets;
      return rest < 0 ? rest + buckets : rest;
    }
  };

  /// The buckets of one axis that a query touches: `count` of them from `first`, going round at the end.
  struct Window {
    std::int64_t first, count;
  };

  void chooseAxes(std::size_t count, double reach);
  void sort(const Snapshot& snapshot, std::span<const Slot> slots);
  [[nodiscard]] std::uint32_t bucketOf(Vec3 point) const noexcept;
  [[nodiscard]] static Window window(const Axis& axis, double low, double high) noexcept;

  /// Calls visitRow(first bucket of the row, window along x) for every row that the query touches.
  template <typename VisitRow>
  void visitRows(Vec3 point, double radius, VisitRow&& visitRow) const {
    if (items_.empty()) return;
    // Rounding must not hide a bat at the very rim.
    const double reach = radius * (1 + 1e-9) + 1e-6;
    const Vec3 centre = space_.wrapped(point);
    const Window wx = window(axes_[0], centre.x - reach, centre.x + reach);
    const Window wy = window(axes_[1], centre.y - reach, centre.y + reach);
    const Window wz = window(axes_[2], centre.z - reach, centre.z + reach);
    for (std::int64_t k = 0; k < wz.count; ++k) {
      const std::int64_t z = (wz.first + k) % axes_[2].buckets;
      for (std::int64_t j = 0; j < wy.count; ++j) {
        const std::int64_t y = (wy.first + j) % axes_[1].buckets;
        visitRow((z * axes_[1].buckets + y) * axes_[0].buckets, wx);
      }
    }
  }

  /// The buckets of a row are contiguous, so a window of them is one run of items, or two where it goes round.
  template <typename Run>
  void visitRuns(Vec3 point, double radius, Run&& run) const {
    visitRows(point, radius, [&](std::int64_t row, Window wx) {
      const std::int64_t end = wx.first + wx.count;
      const std::int64_t straightEnd = std::min(end, axes_[0].buckets);
      const auto startOf = [&](std::int64_t bucket) { return starts_[static_cast<std::size_t>(row + bucket)]; };
      run(startOf(wx.first), startOf(straightEnd));
      if (end > straightEnd) run(startOf(0), startOf(end - straightEnd));
    });
  }

  Space space_;
  std::array<Axis, 3> axes_;
  Vec3 low_{}, high_{};
  std::vector<Item> items_;
  std::vector<std::uint32_t> starts_;  ///< of each bucket's run in items_, and one more
  std::vector<std::uint32_t> ends_;    ///< of each bucket's run once items were removed
  std::vector<std::uint32_t> bucketOfItem_;
  std::vector<Slot> allSlots_;
};

}  // namespace better_bats
