// What the model knows of one bat: its own state and what is around it, all of the start of the tick.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>

#include <better_bats/world.hpp>

#include "plugin/flight/vector_math.hpp"

namespace better_bats {

struct Flyer {
  std::uint64_t id = 0;
  std::uint64_t flock = 0;  ///< flock id, 0 for none
  Vec3 position{};
  Vec3 velocity{};
};

/// The bat's column as the world answered, and where in the answer's run the bat's own block is.
struct TerrainSample {
  ProbeResult column{};
  int down = 0;  ///< blocks of the run below the bat's own

  /// Distance in blocks to the first floor (solid or fluid) below, within `scan` <= down.
  [[nodiscard]] std::optional<int> floorDistance(int scan) const noexcept;
  /// Distance in blocks to the first ceiling (solid) above, within `scan`.
  [[nodiscard]] std::optional<int> ceilingDistance(int scan) const noexcept;
};

/// A predator near enough to flee from: the nearest, of equals the lower id.
struct Predator {
  std::uint64_t id = 0;
  Vec3 position{};
};

/// Sums over the other active bats nearer than the separation radius, in id order.
struct SeparationSum {
  std::uint32_t count = 0;
  Vec3 push{};  ///< sum of (P - Pk)/d * 1/max(d, 0.01)
};

/// Sums over the flockmates within the flock radius, in id order.
struct FlockmateSum {
  std::uint32_t count = 0;
  Vec3 offset{};    ///< sum of Pk - P
  Vec3 velocity{};  ///< sum of Vk
};

struct Surroundings {
  TerrainSample terrain;
  std::optional<Predator> predator;
  SeparationSum tooNear;
  FlockmateSum flockmates;
};

}  // namespace better_bats
