// Choosing cells and the counting sort. SPDX-License-Identifier: MIT
#include "plugin/flock/neighbour_grid.hpp"

#include <algorithm>
#include <numeric>

namespace better_bats {
namespace {

/// About so many buckets a bat: fewer make runs long, more make the table cold.
constexpr double kBucketsPerBat = 1.0;
constexpr double kMostCells = 1e15;  // of one axis, so that their numbers fit 64 bits with room

double cellsAlong(double extent, double size) noexcept {
  return std::clamp(std::floor(extent / size) + 1, 1.0, kMostCells);
}

}  // namespace

void NeighbourGrid::build(const Snapshot& snapshot, double reach, const Space& space) {
  allSlots_.resize(snapshot.size());
  std::iota(allSlots_.begin(), allSlots_.end(), Slot{0});
  build(snapshot, allSlots_, reach, space);
}

void NeighbourGrid::build(const Snapshot& snapshot, std::span<const Slot> slots, double reach, const Space& space) {
  space_ = space;
  items_.clear();
  ends_.clear();
  if (slots.empty()) return;
  low_ = high_ = space_.wrapped(snapshot.position(slots.front()));
  for (const Slot slot : slots) {
    const Vec3 p = space_.wrapped(snapshot.position(slot));
    low_ = {std::min(low_.x, p.x), std::min(low_.y, p.y), std::min(low_.z, p.z)};
    high_ = {std::max(high_.x, p.x), std::max(high_.y, p.y), std::max(high_.z, p.z)};
  }
  chooseAxes(slots.size(), reach);
  sort(snapshot, slots);
}

void NeighbourGrid::chooseAxes(std::size_t count, double reach) {
  // A periodic axis is divided over its whole period, so that the cells meet at the seam.
  const double px = space_.periodX();
  const double pz = space_.periodZ();
  const Vec3 extent{px > 0 ? px : high_.x - low_.x, high_.y - low_.y, pz > 0 ? pz : high_.z - low_.z};
  const double budget = std::max(1.0, static_cast<double>(count) * kBucketsPerBat);
  double size = std::max(reach, 0.5);
  const auto cells = [&] {
    return cellsAlong(extent.x, size) * cellsAlong(extent.y, size) * cellsAlong(extent.z, size);
  };
  // Cells grow until a bat has about one; a flock in an empty world stops the growth and folds the emptiness instead.
  while (cells() > budget && size < 16 * std::max(reach, 0.5)) size *= 1.25;

  std::array<double, 3> wanted{cellsAlong(extent.x, size), cellsAlong(extent.y, size), cellsAlong(extent.z, size)};
  while (wanted[0] * wanted[1] * wanted[2] > 2 * budget) {
    double& most = *std::max_element(wanted.begin(), wanted.end());
    if (most <= 1) break;
    most = std::floor(most / 2 + 0.5);
  }
  const std::array<double, 3> origins{px > 0 ? 0 : low_.x, low_.y, pz > 0 ? 0 : low_.z};
  const std::array<double, 3> periods{px, 0, pz};
  for (std::size_t i = 0; i < 3; ++i) {
    axes_[i].origin = origins[i];
    axes_[i].buckets = static_cast<std::int64_t>(wanted[i]);
    double cellSize = size;
    if (periods[i] > 0) {
      // A whole number of rounds through the buckets, so that folding keeps the seam's two sides apart.
      const double rounds = std::max(1.0, std::floor(periods[i] / (size * wanted[i])));
      cellSize = periods[i] / (rounds * wanted[i]);
    }
    axes_[i].inverseSize = 1 / cellSize;
  }
}

std::uint32_t NeighbourGrid::bucketOf(Vec3 point) const noexcept {
  const std::int64_t x = axes_[0].fold(axes_[0].cell(point.x));
  const std::int64_t y = axes_[1].fold(axes_[1].cell(point.y));
  const std::int64_t z = axes_[2].fold(axes_[2].cell(point.z));
  return static_cast<std::uint32_t>((z * axes_[1].buckets + y) * axes_[0].buckets + x);
}

NeighbourGrid::Window NeighbourGrid::window(const Axis& axis, double low, double high) noexcept {
  const std::int64_t first = axis.cell(low);
  const std::int64_t count = axis.cell(high) - first + 1;
  if (count >= axis.buckets) return {0, axis.buckets};
  return {axis.fold(first), count};
}

void NeighbourGrid::sort(const Snapshot& snapshot, std::span<const Slot> slots) {
  const auto buckets = static_cast<std::size_t>(axes_[0].buckets * axes_[1].buckets * axes_[2].buckets);
  starts_.assign(buckets + 1, 0);
  bucketOfItem_.resize(slots.size());
  for (std::size_t i = 0; i < slots.size(); ++i) {
    const std::uint32_t bucket = bucketOf(space_.wrapped(snapshot.position(slots[i])));
    bucketOfItem_[i] = bucket;
    ++starts_[bucket];
  }
  std::exclusive_scan(starts_.begin(), starts_.end(), starts_.begin(), std::uint32_t{0});
  items_.resize(slots.size());
  for (std::size_t i = 0; i < slots.size(); ++i) {
    items_[starts_[bucketOfItem_[i]]++] = {snapshot.position(slots[i]), slots[i]};
  }
  // Filling moved each start to its run's end, which is the next run's start.
  std::copy_backward(starts_.begin(), starts_.end() - 1, starts_.end());
  starts_.front() = 0;
}

}  // namespace better_bats
