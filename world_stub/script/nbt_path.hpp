// Paths into NBT: `Motion[0]`, `Tags`, `a.b[-1]`. SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include "rules/command_reader.hpp"
#include "world_stub/script/nbt.hpp"

namespace better_bats::stub {

struct NbtPath {
  struct Step {
    /// A key of a compound, or an index of a list; negative ones count from its end.
    std::variant<std::string, std::int32_t> to;
    std::string text;  ///< the path up to here, as written
  };
  std::vector<Step> steps;
};

[[nodiscard]] NbtPath readNbtPath(rules::CommandReader& reader);

/// What the path leads to. Throws rules::CommandError where it leads to nothing.
[[nodiscard]] const Nbt& follow(const NbtPath& path, const Nbt& root);

}  // namespace better_bats::stub
