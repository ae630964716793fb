// The golden cases: scenes and what independent implementations of the model computed for them.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "tests/support/fake_world.hpp"

namespace better_bats::test {

struct ExpectedBat {
  std::uint64_t id = 0;
  Vec3 position;
  Vec3 velocity;
  std::uint64_t flock = 0;
};

using RuleValues = std::vector<std::pair<std::string, std::int64_t>>;

struct RuleEvent {
  int tick = 0;  ///< the rules are set before this tick; the first is 0
  RuleValues rules;
};

struct GoldenCase {
  std::string name;
  int ticks = 0;

  std::optional<std::int32_t> ground;
  std::vector<std::pair<BlockPos, Block>> blocks;
  Bounds bounds{};
  std::optional<LoadedArea> loaded;
  std::int64_t dayTime = 0;
  std::int64_t seed = 0;
  std::vector<Bat> bats;
  std::vector<Entity> others;

  RuleValues rules;                                             ///< by id
  std::vector<std::pair<std::string, std::string>> parameters;  ///< as `better-bats set` takes them
  std::vector<better_bats_startle> startles;                    ///< held in every tick
  std::vector<RuleEvent> events;

  std::vector<ExpectedBat> expected;
  std::map<std::uint64_t, std::vector<std::uint64_t>> flocks;
};

/// Throws std::runtime_error naming the file when it cannot be read or is no golden file.
[[nodiscard]] std::vector<GoldenCase> loadFlightCases(const std::string& file);
[[nodiscard]] std::vector<GoldenCase> loadReynoldsCases(const std::string& file);

}  // namespace better_bats::test
