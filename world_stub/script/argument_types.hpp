// The kinds of arguments that commands take, and what completion offers for each. SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <limits>

#include "world_stub/script/command_tree.hpp"

namespace better_bats::stub {

[[nodiscard]] ArgumentType integerArgument(std::int32_t minimum = std::numeric_limits<std::int32_t>::min(),
                                           std::int32_t maximum = std::numeric_limits<std::int32_t>::max());
/// std::int64_t; any, with the words for integers.
[[nodiscard]] ArgumentType wideIntegerArgument();
/// std::int64_t: a number of ticks, also as `5s` or `1d`.
[[nodiscard]] ArgumentType ticksArgument(std::int64_t minimum);
[[nodiscard]] ArgumentType doubleArgument(double minimum = std::numeric_limits<double>::lowest(),
                                          double maximum = std::numeric_limits<double>::max());
/// double, with the words for floats.
[[nodiscard]] ArgumentType floatArgument(double minimum, double maximum);
/// std::string: up to the next space.
[[nodiscard]] ArgumentType wordArgument();
/// std::string: a word, or anything in quotes.
[[nodiscard]] ArgumentType stringArgument();
/// std::string: the rest of the line, not empty.
[[nodiscard]] ArgumentType restArgument();
[[nodiscard]] ArgumentType positionArgument();       ///< Vec3
[[nodiscard]] ArgumentType blockPositionArgument();  ///< BlockPos
[[nodiscard]] ArgumentType blockArgument();          ///< BlockType
[[nodiscard]] ArgumentType entityKindArgument();     ///< EntityKind
[[nodiscard]] ArgumentType selectorArgument();       ///< EntitySelector
[[nodiscard]] ArgumentType compoundArgument();       ///< NbtCompound
[[nodiscard]] ArgumentType nbtPathArgument();        ///< NbtPath

}  // namespace better_bats::stub
