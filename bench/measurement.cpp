// Only the engine's tick is timed, never the bats' moves. SPDX-License-Identifier: MIT
#include "bench/measurement.hpp"

#include <malloc.h>

#include <algorithm>
#include <bit>
#include <chrono>

#include "plugin/flight/draws.hpp"
#include "plugin/flight/vector_math.hpp"

namespace better_bats::bench {
namespace {

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

  [[nodiscard]] double tick() const {
    const double time = millisecondsOf([&] { contestant.engine->tick(contestant.scene->bats()); });
    contestant.scene->move();
    return time;
  }
};

/// Of bats here and there, since all would take too long.
std::optional<Company> companyOf(const Engine& engine, std::span<const Bat> bats) {
  constexpr std::size_t asked = 500;
  std::vector<std::uint64_t> flocks;
  for (const Bat& bat : bats) {
    const auto flock = engine.flockOf(bat.id);
    if (!flock) return std::nullopt;
    flocks.push_back(*flock);
  }
  const std::size_t step = std::max<std::size_t>(1, bats.size() / asked);
  double mates = 0;
  double tooNear = 0;
  std::size_t count = 0;
  for (std::size_t i = 0; i < bats.size(); i += step, ++count) {
    for (std::size_t j = 0; j < bats.size(); ++j) {
      const double squared = lengthSquared(bats[j].position - bats[i].position);
      if (i == j || squared > 144) continue;
      if (flocks[i] != 0 && flocks[i] == flocks[j]) ++mates;
      if (squared < 4) ++tooNear;
    }
  }
  return Company{mates / static_cast<double>(count), tooNear / static_cast<double>(count)};
}

/// In the first tick every bat seeks a flock; after the last the hash is taken.
Run start(const std::function<Contestant()>& make, int warmUp) {
  Run run{make(), {}, {}};
  const auto bats = static_cast<double>(run.contestant.scene->bats().size());
  const double before = allocatedBytes();
  run.result.engine = run.contestant.engine->name();
  run.result.firstMilliseconds = run.tick();
  for (int i = 1; i < warmUp; ++i) (void)run.tick();
  run.result.bytesOfBat = (allocatedBytes() - before) / bats;
  run.result.hash = hashOf(run.contestant.scene->bats());
  return run;
}

}  // namespace

double medianMilliseconds(int times, const std::function<void()>& work) {
  std::vector<double> all;
  all.reserve(static_cast<std::size_t>(times));
  for (int i = 0; i < times; ++i) all.push_back(millisecondsOf(work));
  return quantile(all, 0.5);
}

std::vector<Result> measure(const std::vector<std::function<Contestant()>>& makers, int warmUp, int rounds) {
  std::vector<Run> runs;
  runs.reserve(makers.size());
  for (const auto& make : makers) runs.push_back(start(make, warmUp));
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
    result.company = companyOf(*run.contestant.engine, run.contestant.scene->bats());
    results.push_back(result);
  }
  return results;
}

}  // namespace better_bats::bench
