// The scene and the way of its bats through the bridge. SPDX-License-Identifier: MIT
#include "tests/integrations/luanti/scene.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <stdexcept>

#include "tests/support/plugin_under_test.hpp"

namespace better_bats::test {

bool Scene::isSolid(BlockPos at) const noexcept {
  const auto within = [](std::int32_t value, std::int32_t low, std::int32_t high) {
    return value >= low && value <= high;
  };
  return at.y < ground || std::any_of(boxes.begin(), boxes.end(), [&](const SolidBox& box) {
           return within(at.x, box.low.x, box.high.x) && within(at.y, box.low.y, box.high.y) &&
                  within(at.z, box.low.z, box.high.z);
         });
}

Scene groupsAmongWalls(std::int64_t dayTime) {
  Scene scene;
  scene.dayTime = dayTime;
  scene.boxes = {{{20, 64, -30}, {24, 100, 30}}, {{-40, 64, 18}, {10, 95, 20}}, {{-30, 84, -40}, {0, 86, -10}}};
  std::uint64_t state = 1;
  const auto random = [&] {
    state = state * 6364136223846793005U + 1442695040888963407U;
    return static_cast<double>(state >> 40) / static_cast<double>(1U << 24) - 0.5;
  };
  const std::array<Vec3, 4> centres{{{0, 75, 0}, {-15, 70, -22}, {-20, 92, 5}, {10, 68, 8}}};
  for (std::uint64_t id = 1; id <= 28; ++id) {
    const Vec3 centre = centres.at(id % centres.size());
    const Vec3 position = centre + Vec3{6 * random(), 3 * random(), 6 * random()};
    scene.bats.push_back(makeBat(id, position, {0.5 * random(), 0.1 * random(), 0.5 * random()}));
  }
  return scene;
}

BridgeHandle makeBridge() {
  std::array<char, 1024> error{};
  BridgeHandle bridge(better_bats_luanti_create(pluginPath().c_str(), "", "", "0", 31000, error.data(), error.size()));
  if (bridge == nullptr) throw std::runtime_error(error.data());
  return bridge;
}

void putScene(better_bats_luanti& bridge, const Scene& scene) {
  std::array<std::uint8_t, 4096> nodes{};
  for (std::int32_t bx = -7; bx < 7; ++bx) {
    for (std::int32_t by = 2; by < 8; ++by) {
      for (std::int32_t bz = -7; bz < 7; ++bz) {
        for (std::int32_t i = 0; i < 4096; ++i) {
          const BlockPos at{16 * bx + i % 16, 16 * by + i / 16 % 16, 16 * bz + i / 256};
          nodes.at(static_cast<std::size_t>(i)) =
              scene.isSolid(at) ? BETTER_BATS_LUANTI_SOLID | BETTER_BATS_LUANTI_PRESENT : BETTER_BATS_LUANTI_SUNLIT;
        }
        better_bats_luanti_put_block(&bridge, bx, by, bz, nodes.data(), 1);
      }
    }
  }
}

std::vector<Bat> flyThroughBridge(better_bats_luanti& bridge, const std::vector<Bat>& bats, std::int64_t dayTime) {
  // As Luanti has them: half a node lower on every axis, velocities in nodes/s and rounded to float32.
  const auto rounded = [](double blocksPerTick) { return static_cast<double>(static_cast<float>(20 * blocksPerTick)); };
  std::vector<better_bats_luanti_entity> entities;
  for (const Bat& bat : bats) {
    const Vec3 p = bat.position;
    const Vec3 v = bat.velocity;
    entities.push_back({bat.id, p.x - 0.5, p.y - 0.5, p.z - 0.5, rounded(v.x), rounded(v.y), rounded(v.z), 1, 0});
  }
  const double timeOfDay = static_cast<double>((dayTime + 6000) % 24000) / 24000;
  const auto status = better_bats_luanti_tick(&bridge, timeOfDay, 1, entities.data(),
                                              static_cast<std::uint32_t>(entities.size()), nullptr, 0);
  if (status != BETTER_BATS_LUANTI_OK) throw std::runtime_error("the bridge could not fly");
  std::vector<Bat> flown = bats;
  for (std::size_t i = 0; i < bats.size(); ++i) {
    flown[i].velocity = Vec3{entities[i].vx, entities[i].vy, entities[i].vz} / 20;
  }
  return flown;
}

double largestDifference(const std::vector<Bat>& a, const std::vector<Bat>& b) {
  double largest = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    const Vec3 difference = a.at(i).velocity - b.at(i).velocity;
    largest = std::max({largest, std::abs(difference.x), std::abs(difference.y), std::abs(difference.z)});
  }
  return largest;
}

}  // namespace better_bats::test
