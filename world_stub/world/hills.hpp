// Makes chunks of rolling hills with lakes, beaches, trees and caves. SPDX-License-Identifier: MIT
//
// Made of integer hashes and + - * / floor sqrt on doubles alone, so that a seed is the same world on every machine.
#pragma once

#include <cstdint>

#include "world_stub/world/chunk.hpp"

namespace better_bats::stub {

/// The lowest block of the hills, of bedrock; below is nothing.
inline constexpr std::int32_t bedrockY = -64;

/// Fills a new chunk. It does not depend on which others exist. [any-thread]
void generateHills(std::int64_t seed, std::int32_t chunkX, std::int32_t chunkZ, Chunk& chunk);

}  // namespace better_bats::stub
