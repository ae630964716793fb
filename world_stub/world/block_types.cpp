// The table of blocks. SPDX-License-Identifier: MIT
#include "world_stub/world/block_types.hpp"

#include <array>
#include <cstddef>

namespace better_bats::stub {
namespace {

constexpr std::array<BlockTraits, 19> table{{
    {"air", false, false, {135, 176, 235}},
    {"stone", true, false, {125, 125, 125}},
    {"dirt", true, false, {134, 96, 67}},
    {"grass_block", true, false, {104, 148, 64}},
    {"sand", true, false, {219, 207, 163}},
    {"water", false, true, {56, 102, 190}},
    {"lava", false, true, {214, 92, 22}},
    {"oak_log", true, false, {109, 85, 51}},
    {"oak_leaves", true, false, {58, 104, 38}},
    {"glass", true, false, {200, 220, 224}},
    {"torch", false, false, {255, 208, 96}},
    {"lantern", true, false, {240, 178, 92}},
    {"glowstone", true, false, {248, 214, 130}},
    {"short_grass", false, false, {116, 160, 72}},
    {"bedrock", true, false, {72, 72, 72}},
    {"oak_fence", true, false, {156, 127, 78}},
    {"chain", true, false, {62, 68, 86}},
    {"oak_slab", true, false, {162, 130, 78}},
    {"pointed_dripstone", true, false, {132, 106, 90}},
}};
static_assert(table.size() == static_cast<std::size_t>(BlockType::PointedDripstone) + 1);

}  // namespace

std::span<const BlockTraits> blockTraits() noexcept {
  return table;
}

const BlockTraits& traitsOf(BlockType type) noexcept {
  return table[static_cast<std::size_t>(type)];
}

std::optional<BlockType> findBlockType(std::string_view name) noexcept {
  constexpr std::string_view prefix = "minecraft:";
  if (name.substr(0, prefix.size()) == prefix) name.remove_prefix(prefix.size());
  for (std::size_t i = 0; i < table.size(); ++i) {
    if (table[i].name == name) return static_cast<BlockType>(i);
  }
  return std::nullopt;
}

}  // namespace better_bats::stub
