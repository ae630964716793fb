// A square of terrain as one message; the layout stands in docs/viewer-protocol.md. SPDX-License-Identifier: MIT
#pragma once

#include <compare>
#include <cstdint>
#include <string>

#include "world_stub/world/stub_world.hpp"

namespace better_bats::stub {

/// Tile (x, z) begins at block (x * 64, z * 64).
struct TileKey {
  std::int32_t x = 0, z = 0;
  std::int32_t step = 1;  ///< 1: every column with what is below the surface; 4: every fourth column, its surface only

  // clang-tidy takes what a comparison is compared with for a null pointer. NOLINTNEXTLINE(modernize-use-nullptr)
  friend auto operator<=>(const TileKey&, const TileKey&) = default;

  static constexpr std::int32_t width = 64;
  static constexpr std::int32_t furthest = 1 << 20;  ///< of x and z: beyond the largest world
  [[nodiscard]] bool isValid() const noexcept {
    return x >= -furthest && x <= furthest && z >= -furthest && z <= furthest && (step == 1 || step == 4);
  }
};

/// The tile as the world stands, with one column more on each side. Loads nothing and counts as no read of the
/// plugin's. [tick-thread] [Limit: key.isValid()]
[[nodiscard]] std::string encodeTile(const StubWorld& world, const TileKey& key);

}  // namespace better_bats::stub
