// The first solid block on a straight way, however long it is. SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>

#include "world_stub/world/voxel_map.hpp"

namespace better_bats::stub {

/// The lowest / highest solid block of a column with low <= y <= high; nothing where there is none.
[[nodiscard]] std::optional<std::int64_t> lowestSolid(const ColumnView& column, std::int64_t low,
                                                      std::int64_t high) noexcept;
[[nodiscard]] std::optional<std::int64_t> highestSolid(const ColumnView& column, std::int64_t low,
                                                       std::int64_t high) noexcept;

enum class LevelAxis : std::uint8_t { X, Z };

/// A level way along one axis: its cross-section is a few blocks wide and high.
struct LevelWay {
  LevelAxis axis;
  std::int64_t first;                  ///< the coordinate of the first block, on a periodic axis of any image of it
  std::int64_t count;                  ///< how many blocks, 0 or less: none
  bool forward;                        ///< towards growing coordinates
  std::int32_t acrossLow, acrossHigh;  ///< on the other level axis
  std::int32_t yLow;
  std::uint32_t height;  ///< [Limit: 1..64]
};

/// The coordinate of the first block of the way, unwrapped, where its cross-section meets anything solid. Empty country
/// is jumped over: the time is that of the chunks which hold something, not of the length.
[[nodiscard]] std::optional<std::int64_t> firstSolid(const VoxelMap& map, const LevelWay& way) noexcept;

}  // namespace better_bats::stub
