// Choosing cells and the counting sort. SPDX-License-Identifier: MIT
#include "plugin/flock/neighbour_grid.hpp"

#include <bit>
#include <cmath>
#include <numeric>

#include "plugin/flock/flight_kernels.hpp"

namespace better_bats {
namespace {

/// Bats in the cell of a bat, itself included: fewer make the table cold and queries touch many rows, more make runs
/// long. Even bats spread evenly, one a cell, count 2. Between these two the cells stay as they are.
constexpr double kSparse = 1.6;
constexpr double kCrowded = 7;

/// Cells are never smaller: their numbers fit 32 bits in the largest world.
constexpr double kSmallestCell = 2;
constexpr double kLargestCell = 1e6;

/// A stripe has at least so many buckets.
constexpr std::uint32_t kStripe = 4096;
constexpr std::uint32_t kMostStripes = 64;

}  // namespace

void NeighbourGrid::build(const Snapshot& snapshot, const FlightKernels& kernels, double reach, const Space& space,
                          const ParallelLoop& loop) {
  prepare(snapshot.size(), snapshot.low(), snapshot.high(), reach, space);
  loop.run(chunkKeys_.size(), 4, [&](std::uint64_t begin, std::uint64_t end) {
    forEachSlotChunk(begin, end, count_, [&](Slot first, Slot last) { locate(snapshot, kernels, first, last); });
  });
  sort(snapshot, loop);
}

void NeighbourGrid::prepare(Slot count, Vec3 low, Vec3 high, double reach, const Space& space) {
  space_ = space;
  count_ = count;
  if (count == 0) return chunkKeys_.clear();
  // A periodic axis is divided over its whole period, so that the cells meet at the seam.
  const double px = space.periodX();
  const double pz = space.periodZ();
  const Vec3 extent{px > 0 ? px : high.x - low.x, high.y - low.y, pz > 0 ? pz : high.z - low.z};
  const auto atLeast = [&](double length) { return std::max(length, reach + kSmallestCell); };
  const double volume = atLeast(extent.x) * atLeast(extent.y) * atLeast(extent.z);
  adaptCellSize(std::max(reach, kSmallestCell), volume / count);
  chooseAxes(reach, extent, {px > 0 ? 0 : low.x, low.y, pz > 0 ? 0 : low.z});
  x_.resize(count + kPadding);
  y_.resize(count + kPadding);
  z_.resize(count + kPadding);
  slots_.resize(count + kPadding);
  ranks_.resize(count + kPadding);
  keys_.resize(count);
  chunkKeys_.assign(slotChunks(count), {0xFFFFFFFFU, 0});
  ends_.resize((std::size_t{1} << (axes_[0].bits + axes_[1].bits + axes_[2].bits)) + 1);
}

/// Where bats are spread evenly a cell holds one; where they flock or leave most of the world empty, the last tick
/// tells how crowded the cells were.
void NeighbourGrid::adaptCellSize(double least, double volumeOfBat) {
  double wanted = cellSize_;
  if (wanted == 0) {
    wanted = least;
    while (wanted * wanted * wanted < volumeOfBat && wanted < kLargestCell) wanted *= 1.0625;
  } else if (crowding_ > kCrowded) {
    wanted *= 0.75;
  } else if (crowding_ < kSparse) {
    wanted *= 1.25;
  }
  cellSize_ = std::clamp(wanted, least, kLargestCell);
}

void NeighbourGrid::chooseAxes(double reach, Vec3 extent, Vec3 low) {
  const std::array<double, 3> extents{extent.x, extent.y, extent.z};
  const std::array<double, 3> origins{low.x, low.y, low.z};
  const std::array<bool, 3> periodic{space_.periodX() > 0, false, space_.periodZ() > 0};
  // About 1 to 2 buckets a bat.
  const auto most = static_cast<std::uint32_t>(std::bit_width(2 * std::uint64_t{count_} - 1));
  std::array<double, 3> cells{};
  std::uint32_t bits = 0;
  for (std::size_t i = 0; i < 3; ++i) {
    // The power of two nearest to the number of cells, of which none is smaller than asked for.
    cells[i] = std::max(1.0, extents[i] / cellSize_);
    axes_[i].bits = 0;
    while (axes_[i].bits < 30 && cells[i] > 1.41 * static_cast<double>(axes_[i].buckets())) ++axes_[i].bits;
    while (axes_[i].bits > 0 && extents[i] / static_cast<double>(axes_[i].buckets()) < reach) --axes_[i].bits;
    bits += axes_[i].bits;
  }
  for (; bits > most; --bits) {
    auto& longest = *std::max_element(axes_.begin(), axes_.end(),
                                      [](const GridAxis& a, const GridAxis& b) { return a.bits < b.bits; });
    --longest.bits;  // what does not fit the table is folded
  }
  for (std::size_t i = 0; i < 3; ++i) {
    const auto buckets = static_cast<double>(axes_[i].buckets());
    // On a periodic axis a whole number of rounds through the buckets, so that folding keeps the seam's sides apart.
    double rounds = cells[i] / buckets;
    if (rounds < 1.5 || periodic[i]) rounds = std::max(1.0, std::floor(rounds));
    const double size = std::max(extents[i] / (rounds * buckets), periodic[i] ? 0.0 : std::max(reach, kSmallestCell));
    axes_[i].origin = origins[i];
    axes_[i].inverseSize = 1 / size;
  }
}

void NeighbourGrid::locate(const Snapshot& snapshot, const FlightKernels& kernels, Slot begin, Slot end) noexcept {
  const std::span<std::uint32_t> keys = std::span(keys_).subspan(begin, end - begin);
  if (space_.isPeriodic()) {
    for (Slot slot = begin; slot < end; ++slot) keys_[slot] = bucketOf(axes_, space_.wrapped(snapshot.position(slot)));
  } else {
    kernels.locate(&snapshot.bat(begin), axes_, keys);
  }
  KeyRange range{0xFFFFFFFFU, 0};
  for (const std::uint32_t key : keys) range = {std::min(range.least, key), std::max(range.greatest, key)};
  chunkKeys_[begin / kSlotChunk] = range;
}

void NeighbourGrid::sort(const Snapshot& snapshot, const ParallelLoop& loop) {
  if (count_ == 0) return;
  const auto buckets = static_cast<std::uint32_t>(ends_.size() - 1);
  const std::uint32_t stripes = loop.isParallel() ? chooseStripes(buckets) : 1;
  stripes_.resize(stripes);
  for (std::uint32_t i = 0; i < stripes; ++i) {
    const auto edge = [&](std::uint64_t n) { return static_cast<std::uint32_t>(n * buckets / stripes); };
    stripes_[i] = {edge(i), edge(i + 1), 0, 0};
  }
  loop.run(stripes, 1, [&](std::uint64_t begin, std::uint64_t end) {
    for (std::uint64_t i = begin; i < end; ++i) {
      std::uint32_t bats = stripes == 1 ? count_ : 0;
      if (stripes > 1) visitStripe(stripes_[i], [&](Slot, std::uint32_t) { ++bats; });
      stripes_[i].bats = bats;
    }
  });
  loop.run(stripes, 1, [&](std::uint64_t begin, std::uint64_t end) {
    for (std::uint64_t i = begin; i < end; ++i) {
      const auto sum = [](std::uint32_t bats, const Stripe& stripe) { return bats + stripe.bats; };
      sortStripe(snapshot, stripes_[i], std::accumulate(stripes_.data(), stripes_.data() + i, 0U, sum));
    }
  });
  ends_[0] = 0;
  const auto sum = [](std::uint64_t crowding, const Stripe& stripe) { return crowding + stripe.crowding; };
  crowding_ = static_cast<double>(std::accumulate(stripes_.begin(), stripes_.end(), std::uint64_t{0}, sum)) / count_;
}

/// Every stripe looks at each chunk of slots that may have bats in it. Bats that were just numbered by id are
/// scattered, so that these are all chunks: then there are only as many stripes as threads can use.
std::uint32_t NeighbourGrid::chooseStripes(std::uint32_t buckets) const noexcept {
  constexpr std::uint64_t mostLooks = 8;  // at a chunk
  const auto width = [](std::uint64_t sum, const KeyRange& keys) { return sum + (keys.greatest - keys.least) + 1; };
  const std::uint64_t widths = std::accumulate(chunkKeys_.begin(), chunkKeys_.end(), std::uint64_t{1}, width);
  const std::uint64_t most = std::min<std::uint64_t>(kMostStripes, mostLooks * chunkKeys_.size() * buckets / widths);
  return static_cast<std::uint32_t>(std::clamp<std::uint64_t>(buckets / kStripe, 1, std::max<std::uint64_t>(most, 1)));
}

/// A stripe's bats are those whose key lies in it. Neighbouring slots have neighbouring keys, so most chunks of them
/// are passed over as a whole.
template <typename Visit>
void NeighbourGrid::visitStripe(const Stripe& stripe, Visit&& visit) const noexcept {
  for (std::size_t chunk = 0; chunk < chunkKeys_.size(); ++chunk) {
    if (chunkKeys_[chunk].greatest < stripe.begin || chunkKeys_[chunk].least >= stripe.end) continue;
    forEachSlotChunk(chunk, chunk + 1, count_, [&](Slot first, Slot end) {
      for (Slot slot = first; slot < end; ++slot) {
        if (keys_[slot] - stripe.begin < stripe.end - stripe.begin) visit(slot, keys_[slot]);
      }
    });
  }
}

void NeighbourGrid::sortStripe(const Snapshot& snapshot, Stripe& stripe, std::uint32_t firstBat) noexcept {
  std::fill(ends_.begin() + stripe.begin + 1, ends_.begin() + stripe.end + 1, 0U);
  visitStripe(stripe, [&](Slot, std::uint32_t key) { ++ends_[key + 1]; });
  std::uint64_t crowding = 0;
  for (std::uint32_t bucket = stripe.begin; bucket < stripe.end; ++bucket) {
    const std::uint32_t bats = ends_[bucket + 1];
    ends_[bucket + 1] = firstBat;
    firstBat += bats;
    crowding += std::uint64_t{bats} * bats;
  }
  stripe.crowding = crowding;
  // Filling moves each start to its run's end.
  visitStripe(stripe, [&](Slot slot, std::uint32_t key) {
    const std::uint32_t place = ends_[key + 1]++;
    const SnapshotBat& bat = snapshot.bat(slot);
    x_[place] = bat.position.x;
    y_[place] = bat.position.y;
    z_[place] = bat.position.z;
    slots_[place] = slot;
    ranks_[place] = bat.rank;
  });
}

void NeighbourGrid::renumber(Snapshot::Renumbering renumbering) noexcept {
  for (std::uint32_t place = 0; place < count_; ++place) slots_[place] = renumbering[slots_[place]];
}

}  // namespace better_bats
