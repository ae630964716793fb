// One map block as flight needs it: a few bits a node, 16 nodes of a column in one word. SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <bitset>
#include <cstddef>
#include <cstdint>
#include <span>

namespace better_bats::luanti {

inline constexpr std::int32_t kBlockSide = 16;
inline constexpr std::size_t kBlockNodes = std::size_t{16} * 16 * 16;

/// The map block that a node coordinate lies in, and its place there, also for negatives.
[[nodiscard]] constexpr std::int32_t blockIndex(std::int32_t node) noexcept {
  return node >> 4;
}
[[nodiscard]] constexpr std::int32_t placeInBlock(std::int32_t node) noexcept {
  return node & 15;
}

/// The columns of a block are numbered x + 16 z; bit y of a word is the node at that height in the block.
class MapBlock {
 public:
  using Column = std::size_t;

  /// Nodes as better_bats_luanti.h has them.
  explicit MapBlock(std::span<const std::uint8_t, kBlockNodes> nodes) noexcept;

  [[nodiscard]] static constexpr Column columnOf(std::int32_t nodeX, std::int32_t nodeZ) noexcept {
    return static_cast<Column>(placeInBlock(nodeX)) + 16 * static_cast<Column>(placeInBlock(nodeZ));
  }

  [[nodiscard]] std::uint16_t solid(Column column) const noexcept { return flown_[column].solid; }
  [[nodiscard]] std::uint16_t fluid(Column column) const noexcept { return flown_[column].fluid; }
  [[nodiscard]] std::uint16_t present(Column column) const noexcept { return present_[column]; }
  [[nodiscard]] bool isUnknown(Column column, std::int32_t placeY) const noexcept {
    return ((unknown_[column] >> placeY) & 1U) != 0;
  }
  [[nodiscard]] bool isPartlyUnknown() const noexcept { return isPartlyUnknown_; }
  /// Nothing in it is solid or fluid.
  [[nodiscard]] bool isFree() const noexcept { return isFree_; }
  /// Whether full daylight falls on the column's highest node here, so that nothing above hides the sky.
  [[nodiscard]] bool isOpenAbove(Column column) const noexcept { return openAbove_[column]; }

  /// Fetches what the two above will look at, without waiting for it.
  void fetch(Column column) const noexcept { __builtin_prefetch(&flown_[column]); }
  [[nodiscard]] bool operator==(const MapBlock&) const = default;

 private:
  struct Masks {
    std::uint16_t solid = 0, fluid = 0;
    [[nodiscard]] bool operator==(const Masks&) const = default;
  };
  std::array<Masks, 256> flown_;  // what bats ask for lies close together
  std::bitset<256> openAbove_;
  std::array<std::uint16_t, 256> present_{}, unknown_{};
  bool isFree_ = true, isPartlyUnknown_ = false;
};

}  // namespace better_bats::luanti
