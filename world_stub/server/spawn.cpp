// Where spawned bats go. SPDX-License-Identifier: MIT
#include "world_stub/server/spawn.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

#include <better_bats/block_pos.hpp>

#include "world_stub/server/draws.hpp"

namespace better_bats::stub {
namespace {

constexpr double bottomOfOpenAir = 5;  // above ground: the comfort zone of bats
constexpr double topOfOpenAir = 20;
constexpr double emptyWorldHeight = 64;  // what counts as ground where there is none
constexpr double smallestHalfSide = 32;
constexpr double blocksPerBatRoot = 16;  // 256 square blocks a bat
constexpr int attemptsPerBat = 64;

/// A range of one axis.
struct Range {
  double low, high;
  [[nodiscard]] double middle() const noexcept { return (low + high) / 2; }
  [[nodiscard]] Range within(Range other) const noexcept {
    return {std::max(low, other.low), std::min(high, other.high)};
  }
};

/// The horizontal range of one axis: the whole period, or the square round the middle of what is loaded and bounded.
[[nodiscard]] Range horizontal(double period, Range bounds, Range loaded, double halfSide) {
  if (period > 0) return {0, period};
  const Range possible = bounds.within(loaded);
  const double middle = std::clamp(0.0, possible.low, std::max(possible.low, possible.high));
  return Range{middle - halfSide, middle + halfSide}.within(possible);
}

class Spawner {
 public:
  Spawner(StubWorld& world, const SpawnRequest& request)
      : world_(world), request_(request), draws_(request.seed), bounds_(world.bounds()) {
    const bool wholeBox = world.map().spec().kind == WorldKind::Box;
    const double halfSide =
        wholeBox ? 1e9 : std::max(smallestHalfSide, blocksPerBatRoot / 2 * std::sqrt(double(request.count)));
    const ColumnArea& loaded = world.map().loadedArea();
    x_ = horizontal(bounds_.period.x, {bounds_.min.x, bounds_.max.x}, {double(loaded.x1), loaded.x2 + 1.0}, halfSide);
    z_ = horizontal(bounds_.period.z, {bounds_.min.z, bounds_.max.z}, {double(loaded.z1), loaded.z2 + 1.0}, halfSide);
  }

  std::uint64_t run() {
    world_.entities().reserveBats(world_.entities().bats().size() + request_.count);
    std::uint64_t spawned = 0;
    while (spawned < request_.count) {
      const auto place = findPlace();
      if (!place) break;
      const Vec3 velocity = draws_.direction(request_.planar != 0) * request_.speed;
      if (!world_.entities().add(batKind, world_.wrapped(*place), velocity)) break;
      ++spawned;
    }
    return spawned;
  }

 private:
  [[nodiscard]] double drawHeight(Vec3 column) {
    const WorldSpec& spec = world_.map().spec();
    if (request_.planar != 0) return 0;
    if (spec.kind == WorldKind::Box) return draws_.between(bounds_.min.y, bounds_.max.y);
    const auto above = world_.height(column);
    const double ground = above ? column.y - *above : emptyWorldHeight;
    return ground + draws_.between(bottomOfOpenAir, topOfOpenAir);
  }

  [[nodiscard]] std::optional<Vec3> findPlace() {
    for (int attempt = 0; attempt < attemptsPerBat && x_.low < x_.high && z_.low < z_.high; ++attempt) {
      Vec3 place{draws_.between(x_.low, x_.high), 0, draws_.between(z_.low, z_.high)};
      place.y = drawHeight(place);
      const bool inside = place.y >= bounds_.min.y && place.y <= bounds_.max.y;
      if (inside && !world_.inSolid(place) && !world_.inFluid(place)) return place;
    }
    return std::nullopt;
  }

  StubWorld& world_;
  const SpawnRequest& request_;
  DrawSequence draws_;
  Bounds bounds_;
  Range x_{0, 0}, z_{0, 0};
};

}  // namespace

std::uint64_t spawnBats(StubWorld& world, const SpawnRequest& request) {
  return Spawner(world, request).run();
}

}  // namespace better_bats::stub
