// Gathering a crowd. SPDX-License-Identifier: MIT
#include "plugin/flock/crowd.hpp"

namespace better_bats {

void Crowd::gather(const Snapshot& snapshot, const NeighbourGrid& grid, const BatLanes& bats, double radius) {
  members_.clear();
  if (bats.count == 0) return;
  Snapshot::BoundingBox box;
  for (std::size_t lane = 0; lane < bats.count; ++lane) {
    const Vec3 place = grid.space().wrapped(bats.position[lane]);
    box.include({place, place});
  }
  ranks_.clear();
  grid.visitRunsInBox(box.low, box.high, radius, [&](NeighbourGrid::Run run) {
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
