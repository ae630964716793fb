// Gathering a crowd. SPDX-License-Identifier: MIT
#include "plugin/flock/crowd.hpp"

#include <algorithm>

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
  order_.sort(ranks_, snapshot.size());
  members_.reserve(ranks_.size());
  for (const std::uint32_t rank : ranks_) {
    const SnapshotBat& bat = snapshot.bat(snapshot.inIdOrder()[rank]);
    members_.push_back({bat.position, bat.velocity, rank});
  }
}

}  // namespace better_bats
