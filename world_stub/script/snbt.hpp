// SNBT: NBT as it is written in commands. SPDX-License-Identifier: MIT
#pragma once

#include "rules/command_reader.hpp"
#include "world_stub/script/nbt.hpp"

namespace better_bats::stub {

/// Reads `{Motion:[0.1,0,0],Tags:["a"],NoAI:1b}`. Numbers take the suffixes b s L f d in either case, an exponent, and
/// `true` and `false` are bytes; NaN and Infinity, as the game prints them, are doubles. Throws rules::CommandError.
/// [Limit: 512 values inside each other]
[[nodiscard]] NbtCompound readCompound(rules::CommandReader& reader);

/// Any value.
[[nodiscard]] Nbt readNbt(rules::CommandReader& reader);

}  // namespace better_bats::stub
