// What a host tells about the world's shape, made safe. SPDX-License-Identifier: MIT
#include "plugin/flight/space.hpp"

namespace better_bats {
namespace {

constexpr double kLargestPeriod = 1e9;

double usablePeriod(double period) noexcept {
  return period >= 1 && period <= kLargestPeriod ? period : 0;
}

AxisBounds usableBounds(double min, double max, double period) noexcept {
  AxisBounds bounds;
  if (period > 0) return bounds;
  if (!std::isnan(min)) bounds.min = min;
  if (!std::isnan(max)) bounds.max = max;
  return bounds;
}

}  // namespace

Space::Space(const Bounds& told) noexcept
    : periodX_(usablePeriod(told.period.x)), periodZ_(usablePeriod(told.period.z)) {
  faces_[0] = usableBounds(told.min.x, told.max.x, periodX_);
  faces_[1] = usableBounds(told.min.y, told.max.y, 0);
  faces_[2] = usableBounds(told.min.z, told.max.z, periodZ_);
}

}  // namespace better_bats
