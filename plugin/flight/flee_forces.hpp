// Step 4: what a bat flees from. Few bats have such company, so it is done bat by bat. SPDX-License-Identifier: MIT
#pragma once

#include "plugin/flight/flyer.hpp"
#include "plugin/flight/tick_conditions.hpp"

namespace better_bats {

/// Two points nearer than this have no direction between them; one is drawn.
inline constexpr double kCoincident = 1e-6;

/// flee_force away from the predator.
[[nodiscard]] Vec3 predatorForce(const Flyer& bat, const Predator& predator, const TickConditions& tick) noexcept;

struct StartleForce {
  bool startled = false;
  Vec3 force{};
};

/// The sum over all startles within reach, in their order.
[[nodiscard]] StartleForce startleForce(const Flyer& bat, const TickConditions& tick) noexcept;

}  // namespace better_bats
