// Gathering flockmates. SPDX-License-Identifier: MIT
#include "plugin/flock/mate_crowd.hpp"

#include <span>

namespace better_bats {

/// The flock's members are in order already; what the grid finds is not, and pays where it is a small part of them.
void MateCrowd::gather(const Snapshot& snapshot, const NeighbourGrid& grid, const FlockTable& flocks, FlockIndex flock,
                       const BatLanes& bats, const MateLanes& lanes) {
  const auto box = Snapshot::BoundingBox::of(bats, lanes.begin, lanes.end);
  const std::span<const Slot> members = flocks.members(flock);
  std::size_t around = 0;
  grid.visitRunsInBox(box.low, box.high, lanes.radius, [&](NeighbourGrid::Run run) { around += run.end - run.begin; });
  count_ = 0;
  if (around >= members.size()) {
    reserve(members.size());
    for (const Slot member : members) {
      const SnapshotBat& bat = snapshot.bat(member);
      if (box.distanceSquared(bat.position) <= lanes.radius * lanes.radius) add(bat);
    }
    return;
  }
  found_.clear();
  grid.visitRunsInBox(box.low, box.high, lanes.radius, [&](NeighbourGrid::Run run) {
    for (std::uint32_t i = run.begin; i < run.end; ++i) {
      const Vec3 place{grid.x()[i], grid.y()[i], grid.z()[i]};
      if (!(box.distanceSquared(place) <= lanes.radius * lanes.radius)) continue;
      if (flocks.flockOf(grid.slots()[i]) == flock) found_.push_back(grid.ranks()[i]);
    }
  });
  order_.sort(found_, snapshot.size());
  reserve(found_.size());
  for (const std::uint32_t rank : found_) add(snapshot.bat(snapshot.inIdOrder()[rank]));
}

void MateCrowd::reserve(std::size_t mates) {
  if (chosen_.size() >= mates + kPadding) return;
  for (auto& figure : figures_) figure.resize(2 * mates + kPadding);
  ranks_.resize(2 * mates + kPadding);
  chosen_.resize(2 * mates + kPadding);  // last: it speaks for all of them, also after one found no memory
}

void MateCrowd::add(const SnapshotBat& bat) noexcept {
  figures_[0][count_] = bat.position.x, figures_[1][count_] = bat.position.y, figures_[2][count_] = bat.position.z;
  figures_[3][count_] = bat.velocity.x, figures_[4][count_] = bat.velocity.y, figures_[5][count_] = bat.velocity.z;
  ranks_[count_++] = bat.rank;
}

}  // namespace better_bats
