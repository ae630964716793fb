// Nearest bats by a sweep along x. SPDX-License-Identifier: MIT
#include "world_stub/script/nearest_bats.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <tuple>

#include "world_stub/world/nearest_image.hpp"

namespace better_bats::stub {

NearestBats::NearestBats(const StubWorld& world) : period_(world.bounds().period) {
  for (const Entity& bat : world.entities().bats()) {
    if (isActive(bat)) places_.push_back({bat.id, bat.position});
  }
  std::sort(places_.begin(), places_.end(),
            [](const Place& a, const Place& b) { return std::tie(a.position.x, a.id) < std::tie(b.position.x, b.id); });
}

std::optional<double> NearestBats::distanceFrom(const Entity& entity) const {
  if (!hasFiniteState(entity)) return std::nullopt;
  const auto first = std::lower_bound(places_.begin(), places_.end(), entity.position.x,
                                      [](const Place& place, double x) { return place.position.x < x; });
  const auto from = static_cast<std::size_t>(first - places_.begin());
  double best = std::numeric_limits<double>::infinity();
  sweep(entity, from, true, best);
  sweep(entity, from, false, best);
  return std::isinf(best) ? std::nullopt : std::optional<double>(std::sqrt(best));
}

void NearestBats::sweep(const Entity& entity, std::size_t from, bool upwards, double& bestSquared) const {
  const std::size_t count = places_.size();
  for (std::size_t step = 0; step < count; ++step) {
    // Downwards begins at the one before `from`.
    const std::size_t ahead = upwards ? from + step : from + count - 1 - step;
    const bool wraps = upwards ? ahead >= count : ahead < count;
    if (wraps && period_.x == 0) return;
    const Place& place = places_[ahead % count];
    double reach = upwards ? place.position.x - entity.position.x : entity.position.x - place.position.x;
    if (wraps) reach += period_.x;
    if (reach * reach > bestSquared) return;
    if (place.id == entity.id) continue;
    bestSquared = std::min(bestSquared, lengthSquared(nearestImage(place.position - entity.position, period_)));
  }
}

}  // namespace better_bats::stub
