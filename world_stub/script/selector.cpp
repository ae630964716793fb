// Which entities a selector means. SPDX-License-Identifier: MIT
#include "world_stub/script/selector.hpp"

#include <algorithm>
#include <cmath>

#include "world_stub/server/draws.hpp"
#include "world_stub/world/nearest_image.hpp"

namespace better_bats::stub {
namespace {

struct Candidate {
  std::uint64_t id;
  double key;  // of the order
};

[[nodiscard]] bool matches(const EntitySelector::TagFilter& filter, const EntityDetails& details) {
  const bool has = filter.tag.empty()
                       ? details.tags.empty()
                       : std::find(details.tags.begin(), details.tags.end(), filter.tag) != details.tags.end();
  return has != filter.negated;
}

[[nodiscard]] bool matches(const EntitySelector& selector, const Entity& entity, const EntityDetails& details) {
  if (selector.type && entity.kind != *selector.type) return false;
  if (std::find(selector.excludedTypes.begin(), selector.excludedTypes.end(), entity.kind) !=
      selector.excludedTypes.end()) {
    return false;
  }
  return std::all_of(selector.tags.begin(), selector.tags.end(),
                     [&](const EntitySelector::TagFilter& filter) { return matches(filter, details); });
}

[[nodiscard]] bool inRange(const EntitySelector& selector, double squared) {
  if (selector.minDistance && !(squared >= *selector.minDistance * *selector.minDistance)) return false;
  return !selector.maxDistance || squared <= *selector.maxDistance * *selector.maxDistance;
}

/// What a candidate is sorted by; equal keys stand in the order of ids, and those without a place come last.
[[nodiscard]] double orderKey(SelectorOrder order, const StubWorld& world, std::uint64_t id, double squared) {
  const bool nowhere = std::isnan(squared);
  switch (order) {
    case SelectorOrder::Arbitrary: return 0;
    case SelectorOrder::Nearest: return nowhere ? std::numeric_limits<double>::infinity() : squared;
    case SelectorOrder::Furthest: return nowhere ? std::numeric_limits<double>::infinity() : -squared;
    case SelectorOrder::Random: return unitDraw(world.seed(), static_cast<std::uint64_t>(world.gameTime()), id);
  }
  return 0;
}

}  // namespace

std::vector<std::uint64_t> EntitySelector::select(const StubWorld& world) const {
  std::vector<Candidate> found;
  const Vec3 period = world.bounds().period;
  world.entities().forEach([&](const Entity& entity, const EntityDetails& details) {
    if (!matches(*this, entity, details)) return;
    const double squared = lengthSquared(nearestImage(entity.position - origin, period));
    if (inRange(*this, squared)) found.push_back({entity.id, orderKey(order, world, entity.id, squared)});
  });
  std::stable_sort(found.begin(), found.end(), [](const Candidate& a, const Candidate& b) { return a.key < b.key; });
  if (found.size() > limit) found.resize(limit);
  std::vector<std::uint64_t> ids;
  ids.reserve(found.size());
  for (const Candidate& candidate : found) ids.push_back(candidate.id);
  return ids;
}

}  // namespace better_bats::stub
