// A counting sort of entities by cell. SPDX-License-Identifier: MIT
#include "world_stub/world/box_index.hpp"

#include <algorithm>
#include <bit>

namespace better_bats::stub {
namespace {

bool isIndexed(Vec3 p) noexcept {
  return std::fabs(p.x) <= 1e9 && std::fabs(p.z) <= 1e9;
}

}  // namespace

bool BoxIndex::isWorthwhile(const Box& box, std::size_t entityCount) noexcept {
  constexpr std::size_t few = 64;
  constexpr double mostCells = 64;
  const double width = (box.max.x - box.min.x) / cellWidth + 2;
  const double depth = (box.max.z - box.min.z) / cellWidth + 2;
  return entityCount > few && isIndexed(box.min) && isIndexed(box.max) && width > 0 && depth > 0 &&
         width * depth <= mostCells;
}

void BoxIndex::build(std::span<const Entity> entities) {
  begins_.assign(std::bit_ceil(entities.size() / 4 + 1) + 1, 0);
  // Counts first, then the end of each bucket, which the filling moves down to its beginning.
  std::size_t indexed = 0;
  for (const Entity& entity : entities) {
    if (!isIndexed(entity.position)) continue;
    ++begins_[bucketOf(cellOf(entity.position.x), cellOf(entity.position.z))];
    ++indexed;
  }
  std::uint32_t end = 0;
  for (std::uint32_t& begin : begins_) {
    end += begin;
    begin = end;
  }
  sorted_.resize(indexed);
  for (std::size_t i = entities.size(); i > 0; --i) {
    const Vec3 position = entities[i - 1].position;
    if (!isIndexed(position)) continue;
    sorted_[--begins_[bucketOf(cellOf(position.x), cellOf(position.z))]] = static_cast<std::uint32_t>(i - 1);
  }
}

}  // namespace better_bats::stub
