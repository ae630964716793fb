// Predators sorted along x. SPDX-License-Identifier: MIT
#include "plugin/flock/predator_index.hpp"

#include <algorithm>

namespace better_bats {

void PredatorIndex::take(std::span<const Entity> entities, double radius, const Space& space,
                         const UnusableReport& report) {
  predators_.clear();
  radius_ = radius;
  space_ = space;
  for (const Entity& entity : entities) {
    if ((entity.flags & BETTER_BATS_ENTITY_ALIVE) == 0) continue;
    if (!isUsable(entity.position) || !isUsable(entity.velocity)) {
      report(entity.id);
    } else {
      predators_.push_back({space.wrapped(entity.position).x, {entity.id, entity.position}});
    }
  }
  std::sort(predators_.begin(), predators_.end(), [](const Strip& a, const Strip& b) { return a.x < b.x; });
}

std::optional<Predator> PredatorIndex::nearest(std::uint64_t self, Vec3 point) const noexcept {
  const Predator* best = nullptr;
  double bestSquared = 0;
  const auto look = [&](double centre) {
    const double reach = radius_ * (1 + 1e-9) + 1e-6;  // rounding must not hide one at the very rim
    auto strip = std::lower_bound(predators_.begin(), predators_.end(), centre - reach,
                                  [](const Strip& s, double x) { return s.x < x; });
    for (; strip != predators_.end() && strip->x <= centre + reach; ++strip) {
      const Predator& predator = strip->predator;
      const double squared = lengthSquared(space_.difference(point, predator.position));
      if (!(squared <= radius_ * radius_) || predator.id == self) continue;
      const bool nearer =
          best == nullptr || squared < bestSquared || (squared == bestSquared && predator.id < best->id);
      if (nearer) best = &predator, bestSquared = squared;
    }
  };
  if (predators_.empty()) return std::nullopt;
  const double x = space_.wrapped(point).x;
  look(x);
  if (space_.periodX() > 0) {
    look(x - space_.periodX());
    look(x + space_.periodX());
  }
  return best == nullptr ? std::nullopt : std::optional(*best);
}

}  // namespace better_bats
