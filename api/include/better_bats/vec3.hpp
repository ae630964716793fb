// Vectors of doubles: positions in blocks, velocities in blocks/tick. x east, y up, z south.
// SPDX-License-Identifier: MIT
#pragma once

#include <better_bats/abi.h>

namespace better_bats {

using Vec3 = better_bats_vec3;

[[nodiscard]] constexpr double dot(Vec3 a, Vec3 b) noexcept {
  return a.x * b.x + a.y * b.y + a.z * b.z;
}
[[nodiscard]] constexpr double lengthSquared(Vec3 a) noexcept {
  return dot(a, a);
}

}  // namespace better_bats

// Operators stand where their operand type stands, so that they are found from any namespace.
[[nodiscard]] constexpr better_bats_vec3 operator+(better_bats_vec3 a, better_bats_vec3 b) noexcept {
  return {a.x + b.x, a.y + b.y, a.z + b.z};
}
[[nodiscard]] constexpr better_bats_vec3 operator-(better_bats_vec3 a, better_bats_vec3 b) noexcept {
  return {a.x - b.x, a.y - b.y, a.z - b.z};
}
[[nodiscard]] constexpr better_bats_vec3 operator*(better_bats_vec3 a, double s) noexcept {
  return {a.x * s, a.y * s, a.z * s};
}
[[nodiscard]] constexpr better_bats_vec3 operator/(better_bats_vec3 a, double s) noexcept {
  return {a.x / s, a.y / s, a.z / s};
}
constexpr better_bats_vec3& operator+=(better_bats_vec3& a, better_bats_vec3 b) noexcept {
  return a = a + b;
}
constexpr better_bats_vec3& operator-=(better_bats_vec3& a, better_bats_vec3 b) noexcept {
  return a = a - b;
}
[[nodiscard]] constexpr bool operator==(better_bats_vec3 a, better_bats_vec3 b) noexcept {
  return a.x == b.x && a.y == b.y && a.z == b.z;
}
