// The shape of the world: where it ends, and which axes are periodic. SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cmath>
#include <cstdint>
#include <limits>

#include <better_bats/block_pos.hpp>
#include <better_bats/world.hpp>

namespace better_bats {

/// One bounded axis: a component of position between two faces, infinite where there is none.
struct AxisBounds {
  double min = -std::numeric_limits<double>::infinity();
  double max = std::numeric_limits<double>::infinity();
};

class Space {
 public:
  Space() = default;

  /// What makes no sense in a host's answer (NaN, a period that is not positive and finite) counts as absent.
  explicit Space(const Bounds& told) noexcept;

  [[nodiscard]] bool isPeriodic() const noexcept { return periodX_ > 0 || periodZ_ > 0; }
  [[nodiscard]] double periodX() const noexcept { return periodX_; }
  [[nodiscard]] double periodZ() const noexcept { return periodZ_; }

  /// a - b as the nearest image.
  [[nodiscard]] Vec3 difference(Vec3 a, Vec3 b) const noexcept { return nearestImage(a - b); }

  [[nodiscard]] Vec3 nearestImage(Vec3 d) const noexcept {
    if (periodX_ > 0) d.x -= periodX_ * std::round(d.x / periodX_);
    if (periodZ_ > 0) d.z -= periodZ_ * std::round(d.z / periodZ_);
    return d;
  }

  /// A point with its periodic coordinates in [0, period); a wrap that rounds to the period becomes 0.
  [[nodiscard]] Vec3 wrapped(Vec3 point) const noexcept {
    if (periodX_ > 0) point.x = wrap(point.x, periodX_);
    if (periodZ_ > 0) point.z = wrap(point.z, periodZ_);
    return point;
  }

  [[nodiscard]] BlockPos blockOf(Vec3 point) const noexcept { return better_bats::blockOf(wrapped(point)); }

  /// The faces of the axes that are not periodic; index 0 x, 1 y, 2 z.
  [[nodiscard]] const std::array<AxisBounds, 3>& faces() const noexcept { return faces_; }

 private:
  [[nodiscard]] static double wrap(double value, double period) noexcept {
    const double inside = value - period * std::floor(value / period);
    return inside >= period || inside < 0 ? 0 : inside;
  }

  std::array<AxisBounds, 3> faces_;
  double periodX_ = 0, periodZ_ = 0;
};

}  // namespace better_bats
