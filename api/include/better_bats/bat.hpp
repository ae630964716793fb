// Entities as the plugin sees them. SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include <better_bats/vec3.hpp>

namespace better_bats {

/// Any entity. `position` is the bottom centre of its box.
using Entity = better_bats_entity;

/// A bat: an entity whose velocity the plugin writes. Its box is 0.5 wide and 0.9 high.
using Bat = better_bats_entity;

using EntityKind = std::uint32_t;

/// A flying bat. Clear BETTER_BATS_ENTITY_FLYING in `flags` for one that rests, is ridden, leashed or without AI.
[[nodiscard]] constexpr Bat makeBat(std::uint64_t id, Vec3 position, Vec3 velocity, EntityKind kind = 0) noexcept {
  return {id, kind, BETTER_BATS_ENTITY_ALIVE | BETTER_BATS_ENTITY_FLYING, position, velocity};
}

}  // namespace better_bats
