// How the stub world moves its bats and free phantoms. SPDX-License-Identifier: MIT
//
// P += velocity: a box 0.5 wide and 0.9 high is swept against solid blocks axis by axis, y, then x, then z. A blocked
// axis stops at the block and its velocity component becomes 0. Blocks that the box already overlaps do not stop it;
// one that it only touches does. On a torus positions wrap into [0, period), also where rounding gives the period.
#pragma once

#include <cstddef>
#include <span>

#include <better_bats/bat.hpp>

#include "world_stub/world/entity_store.hpp"
#include "world_stub/world/voxel_map.hpp"

namespace better_bats::stub {

inline constexpr double bodyHalfWidth = 0.25;
inline constexpr double bodyHeight = 0.9;

/// The middle of an entity's box, for in_solid and in_fluid.
[[nodiscard]] constexpr Vec3 bodyCentre(Vec3 position) noexcept {
  return {position.x, position.y + 0.45, position.z};
}

/// A coordinate in [0, period) on a periodic axis; unchanged where the period is 0 or the coordinate not finite.
[[nodiscard]] double wrapCoordinate(double coordinate, double period) noexcept;

/// One tick of one entity. Entities whose state is not finite or beyond 1e9 stay where they are. Time is bounded
/// whatever the velocity: a fast body passes no block, and the empty part of its way costs nothing. [any-thread]
void moveEntity(const VoxelMap& map, Entity& entity) noexcept;

/// Moves those that fly: neither resting nor without AI. Disjoint spans may be moved at once. [any-thread]
void moveBats(const VoxelMap& map, std::span<Entity> bats) noexcept;

/// Moves free phantoms.
void movePhantoms(const VoxelMap& map, EntityStore& entities) noexcept;

}  // namespace better_bats::stub
