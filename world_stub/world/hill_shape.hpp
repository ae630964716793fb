// The height of the hills at any place, and the caves in them. SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <vector>

namespace better_bats::stub {

/// Lakes stand up to this y.
inline constexpr std::int32_t seaLevel = 62;

/// A hollow in the rock: an ellipsoid, cut off below its floor.
struct Room {
  double x, y, z;
  double radius;  ///< level
  double rise;    ///< upright
  double floor;   ///< nothing below this y
};

/// A hill with a hall in it, a wide mouth in its flank and passages that lead on into the rock.
struct CaveHill {
  /// Nothing of it lies further from its middle, in x and in z.
  static constexpr double reach = 72;
  static constexpr double hillRadius = 44;

  double x, z;
  double lift;  ///< what the hill adds to the land at its middle
  std::vector<Room> rooms;
};

/// [any-thread]
class HillShape {
 public:
  explicit HillShape(std::int64_t seed) noexcept : seed_(static_cast<std::uint64_t>(seed)) {}

  /// The cave hills that can reach into a square of the given half width round (x, z).
  [[nodiscard]] std::vector<CaveHill> caveHillsNear(double x, double z, double halfWidth) const;

  /// The y of the highest block of rock or soil. `hills`: those near the place.
  [[nodiscard]] std::int32_t height(std::int32_t x, std::int32_t z, const std::vector<CaveHill>& hills) const noexcept;

  /// How densely trees stand, 0..1.
  [[nodiscard]] double forest(std::int32_t x, std::int32_t z) const noexcept;

  [[nodiscard]] std::uint64_t seed() const noexcept { return seed_; }

 private:
  [[nodiscard]] double land(double x, double z) const noexcept;
  [[nodiscard]] CaveHill caveHillOf(std::int64_t cellX, std::int64_t cellZ) const;

  std::uint64_t seed_;
};

}  // namespace better_bats::stub
