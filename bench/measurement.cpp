// Only the engine's tick is timed, never the bats' moves. SPDX-License-Identifier: MIT
#include "bench/measurement.hpp"

#include <malloc.h>

#include <algorithm>
#include <bit>
#include <chrono>

#include "plugin/flight/draws.hpp"

namespace better_bats::bench {
namespace {

/// The first of them is when every bat seeks a flock; after the last the hash is taken.
constexpr int kWarmUp = 8;

double millisecondsOf(const std::function<void()>& work) {
  const auto begin = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count();
}

double quantile(std::vector<double> values, double part) {
  std::sort(values.begin(), values.end());
  return values[static_cast<std::size_t>(part * static_cast<double>(values.size() - 1))];
}

double allocatedBytes() {
  const struct mallinfo2 now = mallinfo2();
  return static_cast<double>(now.uordblks + now.hblkhd);
}

std::uint64_t hashOf(std::span<const Bat> bats) {
  std::uint64_t hash = 0;
  for (const Bat& bat : bats) {
    for (const double component : {bat.velocity.x, bat.velocity.y, bat.velocity.z}) {
      hash = mix(hash ^ std::bit_cast<std::uint64_t>(component));
    }
  }
  return hash;
}

struct Run {
  Contestant contestant;
  Result result;
  std::vector<double> ticks;

  double tick() {
    const double time = millisecondsOf([&] { contestant.engine->tick(contestant.scene->bats()); });
    contestant.scene->move();
    return time;
  }
};

Run start(const std::function<Contestant()>& make) {
  Run run{make(), {}, {}};
  const auto bats = static_cast<double>(run.contestant.scene->bats().size());
  const double before = allocatedBytes();
  run.result.engine = run.contestant.engine->name();
  run.result.firstMilliseconds = run.tick();
  for (int i = 1; i < kWarmUp; ++i) run.tick();
  run.result.bytesOfBat = (allocatedBytes() - before) / bats;
  run.result.hash = hashOf(run.contestant.scene->bats());
  return run;
}

}  // namespace

double medianMilliseconds(int times, const std::function<void()>& work) {
  std::vector<double> all;
  for (int i = 0; i < times; ++i) all.push_back(millisecondsOf(work));
  return quantile(all, 0.5);
}

std::vector<Result> measure(const std::vector<std::function<Contestant()>>& makers, int rounds) {
  std::vector<Run> runs;
  for (const auto& make : makers) runs.push_back(start(make));
  for (int round = 0; round < rounds; ++round) {
    for (Run& run : runs) {
      // Few ticks of many bats, many of few: some 0.1 s at most.
      const auto bats = run.contestant.scene->bats().size();
      const std::size_t ticks = std::clamp<std::size_t>(400000 / bats, 3, 400);
      for (std::size_t i = 0; i < ticks; ++i) run.ticks.push_back(run.tick());
    }
  }
  std::vector<Result> results;
  for (Run& run : runs) {
    Result& result = run.result;
    result.millisecondsOfTick = quantile(run.ticks, 0.5);
    result.slowMilliseconds = quantile(run.ticks, 0.95);
    result.nanosecondsOfBat =
        result.millisecondsOfTick * 1e6 / static_cast<double>(run.contestant.scene->bats().size());
    results.push_back(result);
  }
  return results;
}

}  // namespace better_bats::bench
