// Gathering a crowd. SPDX-License-Identifier: MIT
#include "plugin/flock/crowd.hpp"

#include <algorithm>
#include <bit>

namespace better_bats {

void Crowd::gather(const Snapshot& snapshot, const NeighbourGrid& grid, const BatLanes& bats, double radius) {
  members_.clear();
  if (bats.count == 0) return;
  Vec3 low = grid.space().wrapped(bats.position[0]);
  Vec3 high = low;
  for (std::size_t lane = 1; lane < bats.count; ++lane) {
    const Vec3 place = grid.space().wrapped(bats.position[lane]);
    low = {std::min(low.x, place.x), std::min(low.y, place.y), std::min(low.z, place.z)};
    high = {std::max(high.x, place.x), std::max(high.y, place.y), std::max(high.z, place.z)};
  }
  ranks_.clear();
  grid.visitRunsInBox(low, high, radius, [&](NeighbourGrid::Run run) {
    ranks_.insert(ranks_.end(), grid.ranks() + run.begin, grid.ranks() + run.end);
  });
  putInIdOrder(snapshot.size());
  members_.reserve(ranks_.size());
  for (const std::uint32_t rank : ranks_) {
    const SnapshotBat& bat = snapshot.bat(snapshot.inIdOrder()[rank]);
    members_.push_back({bat.position, bat.velocity, rank});
  }
}

/// Many are ordered by going through the bits of all ranks, few by comparing.
void Crowd::putInIdOrder(std::size_t bats) {
  if (ranks_.size() < bats / 512) {
    std::sort(ranks_.begin(), ranks_.end());
    return;
  }
  marks_.resize((bats + 63) / 64, 0);
  for (const std::uint32_t rank : ranks_) marks_[rank / 64] |= std::uint64_t{1} << (rank % 64);
  std::size_t count = 0;
  for (std::size_t word = 0; word < marks_.size(); ++word) {
    for (std::uint64_t bits = marks_[word]; bits != 0; bits &= bits - 1) {
      ranks_[count++] = static_cast<std::uint32_t>(64 * word) + static_cast<std::uint32_t>(std::countr_zero(bits));
    }
    marks_[word] = 0;
  }
}

}  // namespace better_bats
