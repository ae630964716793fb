// The stages of a search that are the same for every kind of vectors. SPDX-License-Identifier: MIT
#include "plugin/flock/near_search.hpp"

#include <algorithm>
#include <numeric>

#include "plugin/flock/flight_kernels.hpp"

namespace better_bats {

namespace {

/// Collects runs, so that the kernel is called for many at once.
class RunSearch {
 public:
  RunSearch(const FlightKernels& kernels, const NeighbourGrid& grid, const Snapshot::BoundingBox& box, double radius,
            PlaceList& places) noexcept
      : kernels_(kernels), grid_(grid), box_(box), radius_(radius), places_(places) {}

  void operator()(NeighbourGrid::Run run) {
    runs_[count_] = run;
    count_ += run.begin < run.end ? 1U : 0U;
    bats_ += run.end - run.begin;
    if (count_ == runs_.size()) search();
  }
  void search() {
    places_.reserve(bats_);
    kernels_.findWithin({grid_.x(), grid_.y(), grid_.z()}, std::span(runs_).first(count_), box_, radius_, places_);
    count_ = bats_ = 0;
  }

 private:
  const FlightKernels& kernels_;
  const NeighbourGrid& grid_;
  Snapshot::BoundingBox box_;
  double radius_;
  PlaceList& places_;
  std::array<NeighbourGrid::Run, 64> runs_;
  std::size_t count_ = 0, bats_ = 0;
};

}  // namespace

void findWithin(const FlightKernels& kernels, const NeighbourGrid& grid, const Snapshot::BoundingBox& box,
                double radius, PlaceList& places) {
  RunSearch runs(kernels, grid, box, radius, places);
  grid.visitRunsInBox(box.low, box.high, radius, runs);
  runs.search();
}

void findWithin(const FlightKernels& kernels, const NeighbourGrid& grid, Vec3 point, double radius, PlaceList& places) {
  if (!grid.space().isPeriodic()) {
    RunSearch runs(kernels, grid, {point, point}, radius, places);
    grid.visitRuns(point, radius, runs);
    return runs.search();
  }
  grid.visitRuns(point, radius, [&](NeighbourGrid::Run run) {
    places.reserve(run.end - run.begin);
    for (std::uint32_t place = run.begin; place < run.end; ++place) {
      const double squared = lengthSquared(grid.differenceFrom(point, place));
      places.place[places.count] = place, places.squared[places.count] = squared;
      places.count += squared <= radius * radius ? 1U : 0U;
    }
  });
}

void NearGroup::gather(const FlightKernels& kernels, const NeighbourGrid& grid, const Snapshot::BoundingBox& box,
                       double radius) {
  around_.count = 0;
  findWithin(kernels, grid, box, radius, around_);
  if (const std::size_t room = around_.count + NeighbourGrid::kPadding; ranks_.size() < room) {
    for (auto* axis : {&x_, &y_, &z_}) axis->resize(2 * room);
    slots_.resize(2 * room);
    ranks_.resize(2 * room);  // last: it speaks for all of them, also after one found no memory
  }
  for (std::size_t i = 0; i < around_.count; ++i) {
    const std::uint32_t place = around_.place[i];
    x_[i] = grid.x()[place];
    y_[i] = grid.y()[place];
    z_[i] = grid.z()[place];
    slots_[i] = grid.slots()[place];
    ranks_[i] = grid.ranks()[place];
  }
}

void NearGroup::find(const FlightKernels& kernels, Vec3 point, double radius) {
  near_.count = 0;
  near_.reserve(around_.count);
  const NeighbourGrid::Run all{0, static_cast<std::uint32_t>(around_.count)};
  kernels.findWithin({x_.data(), y_.data(), z_.data()}, {&all, 1}, {point, point}, radius, near_);
}

void NearSearch::Hits::reserve(std::size_t more) {
  const std::size_t wanted = count + more + kSpare;
  if (place.size() >= wanted) return;
  for (auto* list : {&lane, &rank, &place}) list->resize(2 * wanted);  // in this order: the last speaks for all
}

std::size_t NearSearch::look(const FlightKernels& kernels, const NeighbourGrid& grid, const BatLanes& bats,
                             double radius, std::uint64_t lanes) {
  runs_.count = 0;
  // Where nobody is there but strangers, the grid's cells are those of an earlier tick.
  if (grid.slots().empty() || grid.space().isPeriodic()) return 0;
  kernels.findRuns(grid, bats, radius, lanes, runs_);
  std::size_t there = 0;
  for (std::size_t i = 0; i < runs_.count; ++i) there += runs_.end[i] - runs_.begin[i];
  return there;
}

void NearSearch::find(const FlightKernels& kernels, const NeighbourGrid& grid, const BatLanes& bats,
                      const Lanes<std::uint32_t>& ranks, double radius, std::uint64_t lanes) {
  hits_.count = 0;
  if (grid.space().isPeriodic() && !grid.slots().empty()) {
    findOneByOne(grid, bats, ranks, radius, lanes);
  } else {
    kernels.findHits(grid, bats, ranks, radius, runs_, hits_);
  }
  pairsOfLane_.fill(0);
  pairCount_ = hits_.count;
  if (pairCount_ == 0) return;
  gatherByLane();
  putInIdOrder(bats.count);
  measure(grid, bats);
  kernels.findPushes({away_[0].data(), away_[1].data(), away_[2].data(), squared_.data(), push_[0].data(),
                      push_[1].data(), push_[2].data()},
                     pairCount_);
}

void NearSearch::findOneByOne(const NeighbourGrid& grid, const BatLanes& bats, const Lanes<std::uint32_t>& ranks,
                              double radius, std::uint64_t lanes) {
  forEachLane(lanes, [&](std::size_t lane) {
    const Vec3 position = bats.position[lane];
    grid.visitRuns(position, radius, [&](NeighbourGrid::Run run) {
      hits_.reserve(run.end - run.begin);
      for (std::uint32_t place = run.begin; place < run.end; ++place) {
        const bool isNear = lengthSquared(grid.differenceFrom(position, place)) < radius * radius;
        hits_.lane[hits_.count] = static_cast<std::uint32_t>(lane);
        hits_.rank[hits_.count] = grid.ranks()[place];
        hits_.place[hits_.count] = place;
        hits_.count += isNear && grid.ranks()[place] != ranks[lane] ? 1U : 0U;
      }
    });
  });
}

void NearSearch::gatherByLane() {
  if (pairs_.size() < pairCount_) pairs_.resize(2 * pairCount_);
  for (std::size_t i = 0; i < pairCount_; ++i) ++pairsOfLane_[hits_.lane[i]];
  std::array<std::uint32_t, kLanes> next;
  std::exclusive_scan(pairsOfLane_.begin(), pairsOfLane_.end(), next.begin(), 0U);
  for (std::size_t i = 0; i < pairCount_; ++i) {
    const std::uint32_t lane = hits_.lane[i];
    pairs_[next[lane]++] = {std::uint64_t{lane} << 32 | hits_.rank[i], hits_.place[i]};
  }
}

void NearSearch::putInIdOrder(std::size_t lanes) {
  constexpr std::uint32_t few = 24;
  Pair* begin = pairs_.data();
  for (std::size_t lane = 0; lane < lanes; ++lane) {
    const std::uint32_t count = pairsOfLane_[lane];
    if (count > few) {
      std::sort(begin, begin + count, [](const Pair& a, const Pair& b) { return a.key < b.key; });
    } else {
      for (std::uint32_t i = 1; i < count; ++i) {
        const Pair pair = begin[i];
        std::uint32_t place = i;
        for (; place > 0 && pair.key < begin[place - 1].key; --place) begin[place] = begin[place - 1];
        begin[place] = pair;
      }
    }
    begin += count;
  }
}

void NearSearch::measure(const NeighbourGrid& grid, const BatLanes& bats) {
  if (const std::size_t room = pairCount_ + kLaneStep; squared_.size() < room) {
    for (auto& component : away_) component.resize(2 * room);
    for (auto& component : push_) component.resize(2 * room);
    squared_.resize(2 * room);  // last: it speaks for all of them, also after one found no memory
  }
  for (std::size_t pair = 0; pair < pairCount_; ++pair) {
    const Vec3 own = bats.position[pairs_[pair].key >> 32];
    const Vec3 towards = grid.differenceFrom(own, pairs_[pair].place);
    away_[0][pair] = -towards.x;
    away_[1][pair] = -towards.y;
    away_[2][pair] = -towards.z;
    squared_[pair] = lengthSquared(towards);
  }
  for (std::size_t pair = pairCount_; pair % kLaneStep != 0; ++pair) {
    away_[0][pair] = away_[1][pair] = away_[2][pair] = squared_[pair] = 1;  // the lanes beyond the last
  }
}

}  // namespace better_bats
