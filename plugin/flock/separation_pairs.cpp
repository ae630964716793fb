// Searching the grid for bats that are too near. SPDX-License-Identifier: MIT
#include "plugin/flock/separation_pairs.hpp"

#include <algorithm>

namespace better_bats {
namespace {

/// Up to here each one's place is counted, which has no branches to guess; beyond, sorting is quicker.
constexpr std::size_t kCounted = 128;
constexpr std::size_t kInserted = 8;

}  // namespace

std::uint32_t SeparationPairs::add(const Snapshot& snapshot, const NeighbourGrid& grid, Slot self, Vec3 position,
                                   double radius) {
  findNear(grid, position, radius);
  putInIdOrder(snapshot, grid, self);
  const std::size_t added = inIdOrder_.size();
  reserve(count_ + added);
  for (const std::uint64_t key : inIdOrder_) {
    const auto place = static_cast<std::uint32_t>(key);
    const Vec3 towards = grid.differenceFrom(position, place);
    away_[0][count_] = -towards.x;
    away_[1][count_] = -towards.y;
    away_[2][count_] = -towards.z;
    squared_[count_] = lengthSquared(towards);
    others_[count_] = grid.slots()[place];
    ++count_;
  }
  return static_cast<std::uint32_t>(added);
}

/// Whether one is near is a matter of chance: each is written, and counts only if it is.
void SeparationPairs::findNear(const NeighbourGrid& grid, Vec3 position, double radius) {
  const double squared = radius * radius;
  nearCount_ = 0;
  grid.visitRuns(position, radius, [&](NeighbourGrid::Run run) {
    if (near_.size() < nearCount_ + (run.end - run.begin)) near_.resize(2 * (nearCount_ + (run.end - run.begin)));
    for (std::uint32_t place = run.begin; place < run.end; ++place) {
      near_[nearCount_] = place;
      nearCount_ += lengthSquared(grid.differenceFrom(position, place)) < squared ? 1U : 0U;
    }
  });
}

void SeparationPairs::putInIdOrder(const Snapshot& snapshot, const NeighbourGrid& grid, Slot self) {
  inIdOrder_.clear();
  for (std::uint32_t i = 0; i < nearCount_; ++i) {
    const Slot slot = grid.slots()[near_[i]];
    if (slot == self) continue;
    inIdOrder_.push_back(std::uint64_t{snapshot.bat(slot).rank} << 32 | near_[i]);
  }
  const std::size_t count = inIdOrder_.size();
  if (count < 2) return;
  if (count <= kInserted || count > kCounted) {
    std::sort(inIdOrder_.begin(), inIdOrder_.end());
    return;
  }
  ranked_.resize(count);
  for (std::size_t i = 0; i < count; ++i) {
    std::size_t place = 0;
    for (std::size_t j = 0; j < count; ++j) place += inIdOrder_[j] < inIdOrder_[i] ? 1U : 0U;
    ranked_[place] = inIdOrder_[i];
  }
  inIdOrder_.swap(ranked_);
}

void SeparationPairs::reserve(std::size_t pairs) {
  const std::size_t room = pairs + kLaneStep;
  if (others_.size() >= room) return;
  others_.resize(2 * room);
  squared_.resize(2 * room);
  for (auto& component : away_) component.resize(2 * room);
  for (auto& component : push_) component.resize(2 * room);
}

void SeparationPairs::findPushes(const FlightKernels& kernels) {
  if (count_ == 0) return;
  kernels.findPushes({away_[0].data(), away_[1].data(), away_[2].data(), squared_.data(), push_[0].data(),
                      push_[1].data(), push_[2].data()},
                     count_);
}

}  // namespace better_bats
