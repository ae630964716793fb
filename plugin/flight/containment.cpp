// Borders as the last limit. SPDX-License-Identifier: MIT
#include "plugin/flight/containment.hpp"

#include <algorithm>

namespace better_bats {
namespace {

double withinFaces(double position, double v, const AxisBounds& faces, double maxSpeed) noexcept {
  const auto towards = [&](double face) { return std::clamp(face - position, -maxSpeed, maxSpeed); };
  if (position < faces.min || position + v < faces.min) return towards(faces.min);
  if (position > faces.max || position + v > faces.max) return towards(faces.max);
  return v;
}

}  // namespace

Vec3 withinBorders(Vec3 position, Vec3 v, const TickConditions& tick) noexcept {
  const auto& faces = tick.space.faces();
  const double maxSpeed = tick.parameters->maxSpeed;
  return {withinFaces(position.x, v.x, faces[0], maxSpeed), withinFaces(position.y, v.y, faces[1], maxSpeed),
          withinFaces(position.z, v.z, faces[2], maxSpeed)};
}

}  // namespace better_bats
