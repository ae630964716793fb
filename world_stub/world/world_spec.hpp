// What a world is made of before anybody changes it: its kind, its size, its seed. SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <string_view>

#include <better_bats/world.hpp>

namespace better_bats::stub {

enum class WorldKind : std::uint8_t { Void, Flat, Hills, Box, Torus };

/// [Limit: sizes 1..1e9; surfaceY within VoxelMap's heights]
struct WorldSpec {
  WorldKind kind = WorldKind::Flat;
  std::int64_t seed = 0;       ///< of the draws and of the hills
  std::int32_t surfaceY = 64;  ///< flat: stone fills everything below
  Vec3 size{0, 0, 0};          ///< box: x, y, z, centred on the origin; torus: x and z are the periods

  [[nodiscard]] static WorldSpec makeVoid(std::int64_t seed = 0) { return {WorldKind::Void, seed, 64, {0, 0, 0}}; }
  [[nodiscard]] static WorldSpec makeFlat(std::int32_t y, std::int64_t seed = 0) {
    return {WorldKind::Flat, seed, y, {0, 0, 0}};
  }
  [[nodiscard]] static WorldSpec makeHills(std::int64_t seed) { return {WorldKind::Hills, seed, 64, {0, 0, 0}}; }
  [[nodiscard]] static WorldSpec makeBox(Vec3 size, std::int64_t seed = 0) { return {WorldKind::Box, seed, 64, size}; }
  [[nodiscard]] static WorldSpec makeTorus(double dx, double dz, std::int64_t seed = 0) {
    return {WorldKind::Torus, seed, 64, {dx, 0, dz}};
  }
};

/// "void", "flat", "hills", "box", "torus".
[[nodiscard]] std::string_view nameOf(WorldKind kind) noexcept;
[[nodiscard]] std::optional<WorldKind> findWorldKind(std::string_view name) noexcept;

/// Why a world cannot be made so, or nothing: a size that is not within 1..1e9, a surface outside the heights.
[[nodiscard]] std::optional<std::string_view> faultOf(const WorldSpec& spec) noexcept;

/// The bounds without a `world border`: y -64..320 and x, z within 29,999,984; a box its faces; a torus its periods and
/// no bound.
[[nodiscard]] Bounds defaultBounds(const WorldSpec& spec) noexcept;

/// Columns, both ends inclusive.
struct ColumnArea {
  std::int32_t x1, z1, x2, z2;
  [[nodiscard]] constexpr bool contains(std::int32_t x, std::int32_t z) const noexcept {
    return x >= x1 && x <= x2 && z >= z1 && z <= z2;
  }
  friend constexpr bool operator==(const ColumnArea&, const ColumnArea&) = default;
};

/// Every column there is.
inline constexpr ColumnArea everyColumn{
    std::numeric_limits<std::int32_t>::min(), std::numeric_limits<std::int32_t>::min(),
    std::numeric_limits<std::int32_t>::max(), std::numeric_limits<std::int32_t>::max()};

/// What is loaded without a `world load-area`: everything; in hills a square of 16 chunks' radius round the origin.
[[nodiscard]] ColumnArea defaultLoadedArea(const WorldSpec& spec) noexcept;

}  // namespace better_bats::stub
