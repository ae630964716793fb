// Sums run in id order, so that figures are the same bits everywhere. SPDX-License-Identifier: MIT
#include "plugin/inspect/flock_statistics.hpp"

#include <algorithm>
#include <map>
#include <vector>

#include "plugin/flight/containment.hpp"
#include "plugin/flock/flight_kernels.hpp"
#include "plugin/flight/vector_math.hpp"

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

/// The members' unit velocities, summed.
struct Heading {
  Vec3 sum{};
  std::uint64_t count = 0;
  void add(Vec3 velocity) noexcept {
    const double speed = length(velocity);
    if (speed >= kNoDirection) sum += velocity / speed;
    ++count;
  }
  [[nodiscard]] double polarization() const noexcept { return length(sum) / static_cast<double>(count); }
};

void measureHeadings(const Snapshot& bats, const std::function<FlockOfBat(std::uint64_t)>& flockOf,
                     FlockStatistics& statistics) {
  std::map<std::uint64_t, Heading> flocks;
  Heading everybody;
  Range speeds;
  Range sizes;
  for (Slot slot = 0; slot < bats.size(); ++slot) {
    const FlockOfBat flock = flockOf(bats.id(slot));
    const Vec3 velocity = bats.velocity(slot);
    everybody.add(velocity);
    speeds.add(length(velocity));
    if (flock.id == 0) {
      ++statistics.unflocked;
    } else {
      flocks[flock.id].add(velocity);
      sizes.add(flock.size);
    }
  }
  double meanSize = 0;
  sizes.write(meanSize, statistics.smallestFlock, statistics.largestFlock);
  speeds.write(statistics.meanSpeed, statistics.minSpeed, statistics.maxSpeed);
  statistics.flocks = static_cast<double>(flocks.size());
  if (flocks.empty()) {
    if (everybody.count > 0) statistics.polarization = everybody.polarization();
    return;
  }
  double sum = 0;
  for (const auto& [id, heading] : flocks) sum += heading.polarization();
  statistics.polarization = sum / statistics.flocks;
}

double nearestOther(const Snapshot& bats, const NeighbourGrid& grid, Slot self) {
  for (double radius = 4;; radius *= 2) {
    double nearest = std::numeric_limits<double>::infinity();
    grid.visit(bats.position(self), radius, [&](Slot other, Vec3, double squared) {
      if (other != self) nearest = std::min(nearest, squared);
    });
    // One just beyond the radius may hide a nearer one that the query did not reach.
    if (nearest <= radius * radius || radius > 4 * kLargestComponent) return std::sqrt(nearest);
  }
}

void measureSpacing(const Snapshot& bats, const Space& space, FlockStatistics& statistics) {
  if (bats.size() < 2) return;
  NeighbourGrid grid;
  grid.build(bats, flightKernels(VectorWidth::Plain), 2, space);
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
  if (!probes.empty()) world.probe(probes, answers);
  Range heights;
  for (Slot slot = 0; slot < bats.size(); ++slot) {
    const ProbeResult& answer = answers[slot];
    if (!HostWorld::hasAnswer(answer) || answer.loaded == 0) continue;
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
  measureHeadings(bats, flockOf, statistics);
  measureSpacing(bats, space, statistics);
  measureTerrain(bats, world, space, statistics);
  return statistics;
}

}  // namespace better_bats
