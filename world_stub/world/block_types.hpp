// The blocks that the stub world knows, and what flight, motion and pictures need to know of each.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace better_bats::stub {

/// One byte a block. The numbers are not stored anywhere: files hold names. Air is 0.
enum class BlockType : std::uint8_t {
  Air,
  Stone,
  Dirt,
  GrassBlock,
  Sand,
  Water,
  Lava,
  OakLog,
  OakLeaves,
  Glass,
  Torch,
  Lantern,
  Glowstone,
  ShortGrass,
  Bedrock,
  OakFence,
  Chain,
  OakSlab,
  PointedDripstone,
};

/// As seen from above, for maps: sRGB.
struct Colour {
  std::uint8_t red, green, blue;
};

struct BlockTraits {
  std::string_view name;  ///< without the namespace: "grass_block"
  bool solid;             ///< the collision shape is not empty
  bool fluid;             ///< the fluid state is not empty
  Colour colour;          ///< of air: never drawn
};

/// All types in the order of BlockType; index it with the number of a type.
[[nodiscard]] std::span<const BlockTraits> blockTraits() noexcept;

[[nodiscard]] const BlockTraits& traitsOf(BlockType type) noexcept;

/// Finds a block by name, with or without "minecraft:". Nothing where there is no such block.
[[nodiscard]] std::optional<BlockType> findBlockType(std::string_view name) noexcept;

}  // namespace better_bats::stub
