// One scene for several hosts: flat ground, some solid boxes, bats. SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include <better_bats/bat.hpp>
#include <better_bats/block_pos.hpp>

#include "integrations/luanti/bridge/better_bats_luanti.h"

namespace better_bats::test {

struct SolidBox {
  BlockPos low, high;  ///< inclusive
};

struct Scene {
  std::int32_t ground = 64;  ///< solid below
  std::vector<SolidBox> boxes;
  std::vector<Bat> bats;
  std::int64_t dayTime = 0;

  [[nodiscard]] bool isSolid(BlockPos at) const noexcept;
};

/// Bats in four groups among two walls and a roof, which none of them touches in 150 ticks from sunset on.
[[nodiscard]] Scene groupsAmongWalls(std::int64_t dayTime);

struct DestroyBridge {
  void operator()(better_bats_luanti* bridge) const noexcept { better_bats_luanti_destroy(bridge); }
};
using BridgeHandle = std::unique_ptr<better_bats_luanti, DestroyBridge>;

/// A bridge with the tests' plugin and without files.
[[nodiscard]] BridgeHandle makeBridge();

/// Tells the bridge all that is in the scene within 112 nodes of the origin, from y 32 to 127.
void putScene(better_bats_luanti& bridge, const Scene& scene);

/// Flies bats of the model's units through the bridge: in as Luanti would have them, out in blocks/tick.
[[nodiscard]] std::vector<Bat> flyThroughBridge(better_bats_luanti& bridge, const std::vector<Bat>& bats,
                                                std::int64_t dayTime);

/// The largest difference of a component of two velocities, over all bats; the bats are the same by place.
[[nodiscard]] double largestDifference(const std::vector<Bat>& a, const std::vector<Bat>& b);

}  // namespace better_bats::test
