// What a server may offer to the plugin besides its world. Everything is optional. SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include <better_bats/abi.h>

namespace better_bats {

enum class LogLevel : std::int32_t {
  Debug = BETTER_BATS_LOG_DEBUG,
  Info = BETTER_BATS_LOG_INFO,
  Warning = BETTER_BATS_LOG_WARNING,
  Error = BETTER_BATS_LOG_ERROR,
};

/// One piece [begin, end) of a parallel loop.
using LoopBody = std::function<void(std::uint64_t begin, std::uint64_t end)>;

using SpawnRequest = better_bats_spawn;

struct Host {
  /// Receives one line of UTF-8 without its end. [tick-thread]
  std::function<void(LogLevel, std::string_view)> log;

  /// Runs the body over [0, count) in pieces of at least `grain`, on any threads, and returns when all are done.
  /// Without it the plugin works on the tick thread alone; it starts no thread of its own.
  std::function<void(std::uint64_t count, std::uint64_t grain, const LoopBody& body)> parallelFor;

  /// Whether the functions of World marked [any-thread] may be called from several threads at once.
  bool concurrentReads = false;

  /// Puts bats into the loaded world, deterministically for a seed, and returns their number (`better-bats spawn`).
  std::function<std::uint64_t(const SpawnRequest&)> spawnBats;

  std::string configPath;  ///< the plugin's JSON config, UTF-8
  std::string rulesPath;   ///< where the plugin keeps the gamerules; empty: the server keeps them itself
};

}  // namespace better_bats
