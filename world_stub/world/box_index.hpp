// Finds the entities of a small box without looking at all of them, as a real server does. SPDX-License-Identifier: MIT
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <better_bats/world.hpp>

namespace better_bats::stub {

/// Entities sorted into square cells of the plane, by hash. Built anew after they have moved; its memory is kept.
class BoxIndex {
 public:
  static constexpr double cellWidth = 16;

  /// Whether the box is small enough that the index is quicker than a look at every entity.
  [[nodiscard]] static bool isWorthwhile(const Box& box, std::size_t entityCount) noexcept;

  /// Entities whose position is not finite or beyond 1e9 are left out.
  void build(std::span<const Entity> entities);

  /// visit(index) for every entity in the cells that the box touches. [Limit: isWorthwhile]
  template <typename Visit>
  void forEachNear(std::span<const Entity> entities, const Box& box, Visit visit) const {
    for (std::int32_t z = cellOf(box.min.z); z <= cellOf(box.max.z); ++z) {
      for (std::int32_t x = cellOf(box.min.x); x <= cellOf(box.max.x); ++x) {
        const std::size_t bucket = bucketOf(x, z);
        for (std::uint32_t i = begins_[bucket]; i < begins_[bucket + 1]; ++i) {
          const Vec3 position = entities[sorted_[i]].position;
          // Other cells share the bucket.
          if (cellOf(position.x) == x && cellOf(position.z) == z) visit(sorted_[i]);
        }
      }
    }
  }

 private:
  [[nodiscard]] static std::int32_t cellOf(double coordinate) noexcept {
    return static_cast<std::int32_t>(std::floor(coordinate / cellWidth));
  }
  [[nodiscard]] std::size_t bucketOf(std::int32_t x, std::int32_t z) const noexcept {
    const std::uint64_t key = std::uint64_t{static_cast<std::uint32_t>(x)} << 32U | static_cast<std::uint32_t>(z);
    return static_cast<std::size_t>(key * 0x9E3779B97F4A7C15U >> 32U) & (begins_.size() - 2);
  }

  std::vector<std::uint32_t> begins_;  // of each bucket in sorted_, and one more; a power of two of buckets
  std::vector<std::uint32_t> sorted_;
};

}  // namespace better_bats::stub
