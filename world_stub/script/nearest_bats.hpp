// Distances to the nearest bat, for many entities. SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "world_stub/world/stub_world.hpp"

namespace better_bats::stub {

/// The active bats of a moment, sorted along x: a query looks only at those within reach of the best so far.
class NearestBats {
 public:
  explicit NearestBats(const StubWorld& world);

  /// To the nearest active bat other than the entity itself; nothing where there is none, or the entity has no place.
  [[nodiscard]] std::optional<double> distanceFrom(const Entity& entity) const;

 private:
  struct Place {
    std::uint64_t id;
    Vec3 position;
  };
  /// Looks at bats in one direction along x, round a periodic axis, as long as one could be nearer.
  void sweep(const Entity& entity, std::size_t from, bool upwards, double& bestSquared) const;

  std::vector<Place> places_;
  Vec3 period_;
};

}  // namespace better_bats::stub
