// Steps 6 and 7: separation, cohesion, alignment. SPDX-License-Identifier: MIT
#pragma once

#include "plugin/flight/flyer.hpp"
#include "plugin/flight/tick_conditions.hpp"

namespace better_bats {

/// The gamerules' weights for one bat: in twilight those under the open sky stream.
[[nodiscard]] FlightWeights weightsFor(const TerrainSample& terrain, const TickConditions& tick) noexcept;

[[nodiscard]] Vec3 separationForce(const SeparationSum& tooNear, double weight) noexcept;
[[nodiscard]] Vec3 cohesionForce(const FlockmateSum& flockmates, double weight) noexcept;
[[nodiscard]] Vec3 alignmentForce(const FlockmateSum& flockmates, double weight) noexcept;

}  // namespace better_bats
