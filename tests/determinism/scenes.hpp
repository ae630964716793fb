// Scenes whose flight is hashed: the same bits in every way of calling, on any number of threads, under any compiler.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "tests/support/fake_world.hpp"
#include "tests/support/golden_runner.hpp"

namespace better_bats::test {

struct Scene {
  std::string name;
  int ticks;
  void (*build)(FakeWorld& world);
  std::vector<std::pair<std::string, std::int64_t>> rules{};
  std::vector<std::string> commands{};
  int startleEvery = 0;  ///< in ticks; 0: never
};

[[nodiscard]] const std::vector<Scene>& scenes();

/// The hash (FNV-1a, 64 bits) over id, position and velocity of every bat, in the order of their ids, after every tick.
[[nodiscard]] std::uint64_t hashOf(const Scene& scene, Calls calls, const PluginFactory& make);

/// As it stands in the file of hashes: 16 hexadecimal digits.
[[nodiscard]] std::string hexadecimal(std::uint64_t hash);

}  // namespace better_bats::test
