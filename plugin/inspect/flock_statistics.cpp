// Sums run in id order, so that figures are the same bits everywhere. SPDX-License-Identifier: MIT
#include "plugin/inspect/flock_statistics.hpp"

#include <algorithm>
#include <map>
#include <numeric>
#include <vector>

#include "plugin/flight/containment.hpp"
#include "plugin/flight/vector_math.hpp"
#include "plugin/flock/flight_kernels.hpp"

namespace better_bats {
namespace {

/// Mean, least and greatest of what is added.
struct Range {
  double sum = 0, least = std::numeric_limits<double>::infinity(), greatest = -least;
  std::uint64_t count = 0;
  void add(double value) noexcept {
    sum += value;
    least = std::min(least, value);
    greatest = std::max(greatest, value);
    ++count;
  }
  void write(double& mean, double& min, double& max) const noexcept {
    if (count == 0) return;
    mean = sum / static_cast<double>(count);
    min = least;
    max = greatest;
  }
};

/// The figures of one group of bats: a flock, or all of them.
struct GroupShape {
  double polarization = 0, milling = 0, spread = 0;
};

Vec3 unit(Vec3 v) noexcept {
  const double size = length(v);
  return size >= kNoDirection ? v / size : Vec3{};
}

Vec3 cross(Vec3 a, Vec3 b) noexcept {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

/// [Limit: members is not empty]
GroupShape measureGroup(const Snapshot& bats, const Space& space, const std::vector<Slot>& members) {
  const auto count = static_cast<double>(members.size());
  // On a torus a group has a middle only as seen from one of its own.
  const Vec3 anchor = bats.position(members.front());
  const auto fromAnchor = [&](Slot slot) { return space.difference(bats.position(slot), anchor); };
  Vec3 middle{};
  for (const Slot slot : members) middle += fromAnchor(slot);
  middle = middle / count;

  Vec3 heading{};
  Vec3 turning{};
  double squares = 0;
  for (const Slot slot : members) {
    const Vec3 offset = fromAnchor(slot) - middle;
    const Vec3 direction = unit(bats.velocity(slot));
    heading += direction;
    turning += cross(unit(offset), direction);
    squares += lengthSquared(offset);
  }
  return {length(heading) / count, length(turning) / count, std::sqrt(squares / count)};
}

/// Means over flocks; over the one group of all where there is no flock.
void measureGroups(const Snapshot& bats, const Space& space, const std::map<std::uint64_t, std::vector<Slot>>& flocks,
                   FlockStatistics& statistics) {
  if (bats.size() == 0) return;
  GroupShape sum;
  const auto add = [&](const std::vector<Slot>& members) {
    const GroupShape shape = measureGroup(bats, space, members);
    sum.polarization += shape.polarization;
    sum.milling += shape.milling;
    sum.spread += shape.spread;
  };
  if (flocks.empty()) {
    std::vector<Slot> everybody(bats.size());
    std::iota(everybody.begin(), everybody.end(), Slot{0});
    add(everybody);
  }
  for (const auto& [id, members] : flocks) add(members);
  const double groups = std::max(1.0, static_cast<double>(flocks.size()));
  statistics.polarization = sum.polarization / groups;
  statistics.milling = sum.milling / groups;
  statistics.spread = sum.spread / groups;
}

void measureFlockmates(const Snapshot& bats, const Space& space,
                       const std::function<FlockOfBat(std::uint64_t)>& flockOf, FlockStatistics& statistics) {
  std::map<std::uint64_t, std::vector<Slot>> flocks;
  Range speeds;
  Range sizes;
  for (Slot slot = 0; slot < bats.size(); ++slot) {
    const FlockOfBat flock = flockOf(bats.id(slot));
    speeds.add(length(bats.velocity(slot)));
    if (flock.id == 0) {
      ++statistics.unflocked;
    } else {
      flocks[flock.id].push_back(slot);
      sizes.add(flock.size);
    }
  }
  double meanSize = 0;
  sizes.write(meanSize, statistics.smallestFlock, statistics.largestFlock);
  speeds.write(statistics.meanSpeed, statistics.minSpeed, statistics.maxSpeed);
  statistics.flocks = static_cast<double>(flocks.size());
  measureGroups(bats, space, flocks, statistics);
}

double nearestOther(const Snapshot& bats, const NeighbourGrid& grid, Slot self) {
  double radius = 4;
  for (;;) {
    double nearest = std::numeric_limits<double>::infinity();
    grid.visit(bats.position(self), radius, [&](Slot other, Vec3, double squared) {
      if (other != self) nearest = std::min(nearest, squared);
    });
    // One just beyond the radius may hide a nearer one that the query did not reach.
    if (nearest <= radius * radius || radius > 4 * kLargestComponent) return std::sqrt(nearest);
    radius *= 2;
  }
}

void measureSpacing(const Snapshot& bats, const Space& space, FlockStatistics& statistics) {
  if (bats.size() < 2) return;
  NeighbourGrid grid;
  grid.build(bats, flightKernels(0), 2, space);
  std::vector<double> nearest(bats.size());
  for (Slot slot = 0; slot < bats.size(); ++slot) nearest[slot] = nearestOther(bats, grid, slot);
  std::sort(nearest.begin(), nearest.end());
  const std::size_t middle = nearest.size() / 2;
  statistics.minNearest = nearest.front();
  statistics.medianNearest = nearest.size() % 2 == 1 ? nearest[middle] : (nearest[middle - 1] + nearest[middle]) / 2;
}

void measureTerrain(const Snapshot& bats, const HostWorld& world, const Space& space, FlockStatistics& statistics) {
  std::vector<Probe> probes(bats.size());
  std::vector<ProbeResult> answers(bats.size());
  for (Slot slot = 0; slot < bats.size(); ++slot) {
    const BlockPos centre = space.blockOf(bats.position(slot) + Vec3{0, kWallHeight, 0});
    probes[slot] = {centre.x, centre.y, centre.z, 0, 0, BETTER_BATS_WANT_SURFACE | BETTER_BATS_WANT_BLOCKS, 0};
  }
  const bool allAnswered = probes.empty() || world.probe(probes, answers);
  Range heights;
  for (Slot slot = 0; slot < bats.size(); ++slot) {
    const ProbeResult& answer = answers[slot];
    if (!HostWorld::hasAnswer(allAnswered, answer) || answer.loaded == 0) continue;
    statistics.inSolid += static_cast<double>(answer.solid & 1U);
    statistics.inFluid += static_cast<double>(answer.fluid & 1U);
    if (answer.has_surface != 0) heights.add(bats.position(slot).y - answer.surface);
  }
  heights.write(statistics.meanHeight, statistics.minHeight, statistics.maxHeight);
}

}  // namespace

void FlockStatistics::visit(const std::function<void(std::string_view, double)>& figure) const {
  figure("bats", bats);
  figure("flocks", flocks);
  figure("largest_flock", largestFlock);
  figure("smallest_flock", smallestFlock);
  figure("unflocked", unflocked);
  figure("polarization", polarization);
  figure("milling", milling);
  figure("spread", spread);
  figure("mean_speed", meanSpeed);
  figure("min_speed", minSpeed);
  figure("max_speed", maxSpeed);
  figure("median_nearest", medianNearest);
  figure("min_nearest", minNearest);
  figure("mean_height", meanHeight);
  figure("min_height", minHeight);
  figure("max_height", maxHeight);
  figure("in_solid", inSolid);
  figure("in_fluid", inFluid);
}

FlockStatistics measureFlocks(const Snapshot& bats, const HostWorld& world, const Space& space,
                              const std::function<FlockOfBat(std::uint64_t)>& flockOf) {
  FlockStatistics statistics;
  statistics.bats = bats.size();
  measureFlockmates(bats, space, flockOf, statistics);
  measureSpacing(bats, space, statistics);
  measureTerrain(bats, world, space, statistics);
  return statistics;
}

}  // namespace better_bats
