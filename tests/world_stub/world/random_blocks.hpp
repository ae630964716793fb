// Blocks of any kind here and there round the origin. SPDX-License-Identifier: MIT
#pragma once

#include "tests/world_stub/world/random.hpp"
#include "world_stub/world/stub_world.hpp"

namespace better_bats::stub {

/// Three hundred small heaps within 45 blocks, at heights of 30 to 108.
inline void buildAtRandom(StubWorld& world, Random& random) {
  for (int i = 0; i < 300; ++i) {
    const BlockPos from{random.integer(-40, 40), random.integer(30, 100), random.integer(-40, 40)};
    const BlockPos to{from.x + random.integer(0, 4), from.y + random.integer(0, 8), from.z + random.integer(0, 4)};
    world.fill(from, to, static_cast<BlockType>(random.integer(0, 18)));
  }
}

}  // namespace better_bats::stub
