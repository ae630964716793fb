// The server's command line. SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace better_bats::stub {

struct Options {
  std::vector<std::string> scripts;
  std::string trace;
  std::string statistics;
  bool live = false;
  bool demo = false;
  bool quiet = false;
  std::string directory = "run-data";
  std::string plugin;  ///< empty: the one that was built with the server
  std::string preset;
  std::int64_t seed = 0;
  bool isSeedGiven = false;  ///< and not the default
  std::size_t threads = 1;
  std::optional<std::uint16_t> port;  ///< of the viewer; nothing: the usual one, or any where that is taken
  std::string bind = "127.0.0.1";
};

struct ParsedOptions {
  Options options;
  std::optional<int> exitStatus;  ///< set where the program is to end at once: help, version, nonsense
};

/// Reads the command line; what it has to say goes to standard output or error.
[[nodiscard]] ParsedOptions parseOptions(int count, const char* const* arguments);

}  // namespace better_bats::stub
