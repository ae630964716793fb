// Colours of bats. SPDX-License-Identifier: MIT
#include "world_stub/render/bat_colours.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

namespace better_bats::stub {

BatColours::BatColours(const EntityStore& entities, FlockOf flockOf) : flockOf_(std::move(flockOf)) {
  const auto bats = entities.bats();
  anyFlock_ = std::any_of(bats.begin(), bats.end(), [this](const Entity& bat) { return flockOf_(bat.id) != 0; });
}

Rgb BatColours::of(std::uint64_t id, double dx, double dz) const {
  if (!anyFlock_) return ofHeading(dx, dz);
  const std::uint64_t flock = flockOf_(id);
  return flock != 0 ? ofFlock(flock) : alone;
}

Rgb BatColours::ofFlock(std::uint64_t flock) noexcept {
  // Steps of the golden ratio: flocks founded one after another look as different as can be.
  const double turns = static_cast<double>(flock % 1'000'003) * (std::numbers::phi - 1);
  return brightHue(turns - std::floor(turns));
}

Rgb BatColours::ofHeading(double dx, double dz) noexcept {
  if (dx == 0 && dz == 0) return alone;
  return brightHue(std::atan2(dz, dx) / (2 * std::numbers::pi));
}

}  // namespace better_bats::stub
