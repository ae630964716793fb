// The figures of single entities that assertions ask for. SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "world_stub/server/server.hpp"

namespace better_bats::stub {

enum class Field : std::uint8_t {
  X,
  Y,
  Z,
  Vx,
  Vy,
  Vz,
  Speed,
  HorizontalSpeed,
  Height,
  Flock,
  FlockSize,
  Nearest,
  Resting
};

/// "x", "horizontal_speed", in the order of Field.
[[nodiscard]] std::span<const std::string_view> fieldNames() noexcept;

/// The field of each of these entities; nothing where it has none (no surface below, no other bat).
[[nodiscard]] std::vector<std::optional<double>> valuesOf(Field field, Server& server,
                                                          std::span<const std::uint64_t> ids);

}  // namespace better_bats::stub
