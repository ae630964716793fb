// Finds where a cave opens to the sky: there the demo lets its bats go. SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>

#include <better_bats/block_pos.hpp>

#include "world_stub/world/voxel_map.hpp"

namespace better_bats::stub {

struct CaveMouth {
  BlockPos mouth;          ///< where the cave meets the open air, in the middle of the opening
  BlockPos inside;         ///< 8 to 28 steps further in, the place with the most room round it
  std::int64_t airBlocks;  ///< of the cave, as far as it was followed
};

/// The best cave mouth whose column lies within `radius` of the origin: a roofed pocket of at least `atLeast` air
/// blocks that is joined to a block which sees the sky. Deterministic. Nothing where there is none.
[[nodiscard]] std::optional<CaveMouth> findCaveMouth(const VoxelMap& map, std::int32_t radius = 64,
                                                     std::int64_t atLeast = 500);

}  // namespace better_bats::stub
