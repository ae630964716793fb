// Positions as commands write them: numbers as they are, or `~1` relative to an origin. SPDX-License-Identifier: MIT
#pragma once

#include <better_bats/block_pos.hpp>
#include <better_bats/vec3.hpp>

#include "rules/command_reader.hpp"

namespace better_bats::stub {

/// One coordinate, read from the reader: a number with or without an exponent, `~`, `~-1.5`. Relative ones count from
/// the origin, which is where scripts and the console stand, so they are resolved at once.
[[nodiscard]] double readCoordinate(rules::CommandReader& reader);

/// Three coordinates, taken as they are written: no centring.
[[nodiscard]] Vec3 readPosition(rules::CommandReader& reader);

/// Three whole numbers. [Limit: within the numbers of blocks, else "out of this world"]
[[nodiscard]] BlockPos readBlockPosition(rules::CommandReader& reader);

}  // namespace better_bats::stub
