// Comparing colours. SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cmath>

#include "world_stub/render/picture.hpp"

namespace better_bats::test {

/// The greatest difference of a channel, in 255ths.
[[nodiscard]] inline double apart(stub::Rgb a, stub::Rgb b) noexcept {
  return 255.0 * std::max({std::abs(a.red - b.red), std::abs(a.green - b.green), std::abs(a.blue - b.blue)});
}

[[nodiscard]] inline float brightness(stub::Rgb colour) noexcept {
  return colour.red + colour.green + colour.blue;
}

}  // namespace better_bats::test
