// Terrain. SPDX-License-Identifier: MIT
#include "world_stub/world/hills.hpp"

namespace better_bats::stub {

void Hills::generate(std::int32_t chunkX, std::int32_t chunkZ, Chunk& chunk) const {
  static_cast<void>(seed_ + static_cast<std::uint64_t>(chunkX + chunkZ));
  chunk.fill({0, 0, 15, 15, 0, seaLevel}, BlockType::Stone, nullptr);
}

}  // namespace better_bats::stub
