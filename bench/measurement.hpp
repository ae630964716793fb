// Engines timed in turns on the same bats. SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "bench/engine.hpp"
#include "bench/scene.hpp"

namespace better_bats::bench {

/// An engine with a scene of its own.
struct Contestant {
  std::unique_ptr<Scene> scene;
  std::unique_ptr<Engine> engine;
};

/// What the model makes a bat sum over, on average.
struct Company {
  double mates = 0;    ///< within 12 blocks
  double tooNear = 0;  ///< bats nearer than 2
};

struct Result {
  std::string engine;
  std::optional<Company> company;  ///< at the end; nothing where the engine knows no flocks
  double nanosecondsOfBat = 0;     ///< median over ticks, wall time
  double millisecondsOfTick = 0;
  double slowMilliseconds = 0;   ///< 95 % of ticks are quicker
  double firstMilliseconds = 0;  ///< the first tick, in which every bat seeks a flock
  double bytesOfBat = 0;
  std::uint64_t hash = 0;  ///< of all velocities after the warm-up
};

/// Makes the contestants one after another, warms each up for so many ticks, and then lets them tick in turns for so
/// many rounds.
[[nodiscard]] std::vector<Result> measure(const std::vector<std::function<Contestant()>>& makers, int warmUp,
                                          int rounds);

/// Milliseconds of work(), the median of several.
[[nodiscard]] double medianMilliseconds(int times, const std::function<void()>& work);

}  // namespace better_bats::bench
