// What a bat does near ground and ceiling. SPDX-License-Identifier: MIT
#include "plugin/flight/terrain_forces.hpp"

#include <algorithm>
#include <bit>

namespace better_bats {

std::optional<int> TerrainSample::floorDistance(int scan) const noexcept {
  const std::uint64_t below = (column.solid | column.fluid) & ((std::uint64_t{1} << down) - 1);
  if (below == 0) return std::nullopt;
  const int distance = down - (63 - std::countl_zero(below));
  return distance <= scan ? std::optional(distance) : std::nullopt;
}

std::optional<int> TerrainSample::ceilingDistance(int scan) const noexcept {
  const std::uint64_t above = column.solid >> (down + 1);
  if (above == 0) return std::nullopt;
  const int distance = std::countr_zero(above) + 1;
  return distance <= scan ? std::optional(distance) : std::nullopt;
}

AvoidancePushes avoidancePushes(const TerrainSample& terrain, const FlightParameters& p) noexcept {
  const std::optional<int> floor = terrain.floorDistance(p.groundScan);
  const std::optional<int> ceiling = terrain.ceilingDistance(p.ceilingScan);
  AvoidancePushes pushes;
  if (floor) pushes.ground = (p.groundScan + 1 - *floor) * p.avoidSlope;
  if (ceiling) pushes.ceiling = (p.ceilingScan + 1 - *ceiling) * p.avoidSlope;
  // In a tight space the two would sum upward nearly everywhere and press bats to the roof: the ground takes the
  // ceiling's own slope, so that they balance in the middle.
  const bool tight = floor && ceiling && *floor + *ceiling <= p.groundScan + 1;
  if (tight) pushes.ground = std::max(0, p.ceilingScan + 1 - *floor) * p.avoidSlope;
  return pushes;
}

}  // namespace better_bats
