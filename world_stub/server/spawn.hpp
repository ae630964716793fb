// Puts many bats into a world. SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include <better_bats/host.hpp>

#include "world_stub/world/stub_world.hpp"

namespace better_bats::stub {

/// Spreads bats over the loaded world in open air, the same for the same request and world: over a torus or a box
/// evenly; elsewhere 5 to 20 blocks above the ground of a square round the middle, which grows with their number
/// (256 square blocks a bat). Returns how many found a place.
std::uint64_t spawnBats(StubWorld& world, const SpawnRequest& request);

}  // namespace better_bats::stub
