// One bat and one predator, for what concerns few bats and is done one by one. SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "plugin/flight/vector_math.hpp"

namespace better_bats {

struct Flyer {
  std::uint64_t id = 0;
  std::uint64_t flock = 0;  ///< flock id, 0 for none
  Vec3 position{};
  Vec3 velocity{};
};

/// A predator near enough to flee from: the nearest, of equals the lower id.
struct Predator {
  std::uint64_t id = 0;
  Vec3 position{};
};

}  // namespace better_bats
