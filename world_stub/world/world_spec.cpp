// Kinds of worlds and what follows from them. SPDX-License-Identifier: MIT
#include "world_stub/world/world_spec.hpp"

#include <array>
#include <cmath>
#include <cstddef>

#include "world_stub/world/chunk.hpp"

namespace better_bats::stub {
namespace {

constexpr std::array<std::string_view, 5> names{"void", "flat", "hills", "box", "torus"};

constexpr double worldEdge = 29'999'984;

// Written so that NaN fails.
bool isSize(double size) noexcept {
  return size >= 1 && size <= 1e9;
}

}  // namespace

std::string_view nameOf(WorldKind kind) noexcept {
  return names[static_cast<std::size_t>(kind)];
}

std::optional<WorldKind> findWorldKind(std::string_view name) noexcept {
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (names[i] == name) return static_cast<WorldKind>(i);
  }
  return std::nullopt;
}

std::optional<std::string_view> faultOf(const WorldSpec& spec) noexcept {
  const Vec3 size = spec.size;
  switch (spec.kind) {
    case WorldKind::Flat:
      if (spec.surfaceY <= lowestY || spec.surfaceY >= highestY) return "The surface must lie within -2047..2047";
      return std::nullopt;
    case WorldKind::Box:
      if (!isSize(size.x) || !isSize(size.y) || !isSize(size.z)) return "Sizes must lie within 1..1000000000";
      return std::nullopt;
    case WorldKind::Torus:
      if (!isSize(size.x) || !isSize(size.z)) return "Sizes must lie within 1..1000000000";
      if (size.x != std::floor(size.x) || size.z != std::floor(size.z)) return "A torus is made of whole blocks";
      return std::nullopt;
    case WorldKind::Void:
    case WorldKind::Hills: return std::nullopt;
  }
  return "No such world";
}

Bounds defaultBounds(const WorldSpec& spec) noexcept {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  const Vec3 size = spec.size;
  switch (spec.kind) {
    case WorldKind::Box: return {size * -0.5, size * 0.5, {0, 0, 0}};
    case WorldKind::Torus:
      return {{-infinity, -infinity, -infinity}, {infinity, infinity, infinity}, {size.x, 0, size.z}};
    default: return {{-worldEdge, -64, -worldEdge}, {worldEdge, 320, worldEdge}, {0, 0, 0}};
  }
}

ColumnArea defaultLoadedArea(const WorldSpec& spec) noexcept {
  constexpr std::int32_t radius = 16;
  if (spec.kind != WorldKind::Hills) return everyColumn;
  constexpr std::int32_t low = -radius * chunkWidth;
  constexpr std::int32_t high = (radius + 1) * chunkWidth - 1;
  return {low, low, high, high};
}

}  // namespace better_bats::stub
