// NBT values as commands use them: SNBT in, Minecraft's printed form out. SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace better_bats::stub {

struct Nbt;
using NbtList = std::vector<Nbt>;
/// Keys in the order in which they were written, each once.
using NbtCompound = std::vector<std::pair<std::string, Nbt>>;

struct Nbt {
  std::variant<std::int8_t, std::int16_t, std::int32_t, std::int64_t, float, double, std::string, NbtList, NbtCompound>
      value = std::int8_t{0};
};

/// The value of a key, or null.
[[nodiscard]] const Nbt* find(const NbtCompound& compound, std::string_view key) noexcept;

/// A number of any type as a double.
[[nodiscard]] std::optional<double> number(const Nbt& nbt);

/// As `data get` prints it: `{Motion: [0.0d, 0.5d, 0.0d], Tags: ["a"]}`.
[[nodiscard]] std::string printed(const Nbt& nbt);

}  // namespace better_bats::stub
