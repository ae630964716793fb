// Scenes of hostile worlds and what is looked at in them. SPDX-License-Identifier: MIT
#pragma once

#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include <better_bats/plugin.hpp>

#include "tests/support/bits.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/fake_world.hpp"
#include "tests/support/golden_runner.hpp"

namespace better_bats::test {

inline constexpr double fastest = 0.35;  // the defaults' limit

/// Ten bats of two swarms over flat ground with a cat below.
inline void fillScene(FakeWorld& world) {
  world.ground = 0;
  for (std::uint64_t id = 1; id <= 10; ++id) {
    const auto i = static_cast<double>(id);
    world.bats.push_back(makeBat(id, {1.5 * i, id % 2 == 0 ? 12.0 : 3.0, 0.25}, {0.2, 0, 0.01 * i}));
  }
  world.others.push_back({100, kindOf("cat").value(), BETTER_BATS_ENTITY_ALIVE, {30, 0, 0}, {}});
}

/// All but one bat, by id, are the same to the bit.
inline void checkSameBut(const std::vector<Bat>& bats, const std::vector<Bat>& expected, std::uint64_t but) {
  REQUIRE(bats.size() == expected.size());
  std::string different;
  for (std::size_t i = 0; i < bats.size(); ++i) {
    if (bats[i].id != but && !sameBits(bats[i], expected[i])) different += " " + std::to_string(bats[i].id);
  }
  INFO(different.substr(0, 60));
  CHECK(different.empty());
}

/// No velocity of a sound bat is anything but a number, or more than a border can make of the limit.
inline void checkSound(const std::vector<Bat>& bats) {
  for (const Bat& bat : bats) {
    INFO("bat " << bat.id << " with velocity " << bat.velocity.x << " " << bat.velocity.y << " " << bat.velocity.z);
    CHECK(std::isfinite(lengthSquared(bat.velocity)));
    CHECK(std::sqrt(lengthSquared(bat.velocity)) <= fastest * std::sqrt(3.0) * (1 + 1e-12));
  }
}

[[nodiscard]] inline Host logInto(std::vector<std::string>& lines) {
  Host host;
  host.log = [&lines](LogLevel level, std::string_view line) {
    if (level >= LogLevel::Warning) lines.emplace_back(line);
  };
  return host;
}

}  // namespace better_bats::test
