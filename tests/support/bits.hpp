// Bats compared to the last bit: -0 is not 0, and NaN is itself. SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include <better_bats/bat.hpp>
#include <better_bats/vec3.hpp>

namespace better_bats::test {

[[nodiscard]] inline std::array<std::uint64_t, 3> bitsOf(Vec3 v) {
  return {std::bit_cast<std::uint64_t>(v.x), std::bit_cast<std::uint64_t>(v.y), std::bit_cast<std::uint64_t>(v.z)};
}

[[nodiscard]] inline bool sameBits(Vec3 a, Vec3 b) {
  return bitsOf(a) == bitsOf(b);
}

[[nodiscard]] inline bool sameBits(const Bat& a, const Bat& b) {
  return a.id == b.id && sameBits(a.position, b.position) && sameBits(a.velocity, b.velocity);
}

}  // namespace better_bats::test
