// Every case that was asked for: scene, bats, neighbours, threads. SPDX-License-Identifier: MIT
#include <array>
#include <cstdio>
#include <exception>

#include "bench/measurement.hpp"
#include "bench/options.hpp"
#include "bench/report.hpp"

namespace better_bats::bench {
namespace {

template <typename PluginCalls = PluginEngine>
Contestant pluginOn(std::unique_ptr<Scene> scene, const Options& options, stub::Workers& workers) {
  Contestant contestant{std::move(scene), nullptr};
  const PluginSetup setup{options.plugin, options.vectorBits, options.swarmSize};
  contestant.engine = std::make_unique<PluginCalls>(setup, *contestant.scene, workers);
  return contestant;
}

std::vector<std::function<Contestant()>> contestantsOf(const Case& measured, const Options& options,
                                                       stub::Workers& workers) {
  const auto scene = [&measured] { return makeScene(measured.scene, measured.bats, measured.neighbours); };
  std::vector<std::function<Contestant()>> makers;
  makers.emplace_back([&, scene] { return pluginOn(scene(), options, workers); });
  if (measured.threads == 1)
    makers.emplace_back([&, scene] { return pluginOn<SingleCalls>(scene(), options, workers); });
  if (!isForPeers(measured.scene)) return makers;
  for (const PeerMaker makePeer : peersFor(measured.bats, measured.threads)) {
    makers.emplace_back([&, scene, makePeer] {
      Contestant contestant{scene(), nullptr};
      contestant.engine = makePeer(*contestant.scene, workers);
      return contestant;
    });
  }
  return makers;
}

/// What terrain costs: the same bats in empty air, in turns with those over the hills.
void compareWithoutTerrain(const Case& measured, const Options& options, stub::Workers& workers) {
  const auto results =
      measure({[&] { return pluginOn(makeScene("hills", measured.bats, measured.neighbours), options, workers); },
               [&] { return pluginOn(makeHillsWithoutTerrain(measured.bats, measured.neighbours), options, workers); }},
              options.warmUp, options.repeat);
  std::array<char, 128> text{};
  const double with = results[0].nanosecondsOfBat;
  const double without = results[1].nanosecondsOfBat;
  std::snprintf(text.data(), text.size(), "in turns once more: %.1f ns over hills, %.1f without: terrain costs %.2f",
                with, without, with / without - 1);
  Report::note(text.data());
}

void runCase(const Case& measured, const Options& options, stub::Workers& workers, Report& report) {
  report.add(measured, measure(contestantsOf(measured, options, workers), options.warmUp, options.repeat), workers);
  if (measured.scene == "hills") compareWithoutTerrain(measured, options, workers);
}

int run(const Options& options) {
  printMachine(options);
  Report report(options.csv);
  for (const std::string& scene : options.scenes) {
    for (const double neighbours : options.neighbours.empty() ? usualNeighbours(scene) : options.neighbours) {
      for (const std::size_t bats : options.bats.empty() ? usualBats(scene) : options.bats) {
        for (const std::size_t threads : options.threads) {
          stub::Workers workers(threads);
          runCase({scene, bats, neighbours, threads}, options, workers, report);
        }
      }
    }
  }
  return 0;
}

}  // namespace
}  // namespace better_bats::bench

int main(int count, char** words) {
#ifndef NDEBUG
  std::fputs("this is a debug build, whose times say nothing: build with the release preset\n", stderr);
  return 2;
#endif
  int status = 0;
  const auto options = better_bats::bench::readOptions(count, words, status);
  if (!options) return status;
  try {
    return better_bats::bench::run(*options);
  } catch (const std::exception& fault) {
    std::fprintf(stderr, "%s\n", fault.what());
    return 1;
  }
}
