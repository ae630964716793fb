// What a run of the benchmark measures. SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace better_bats::bench {

struct Options {
  std::vector<std::string> scenes{"sky", "hills", "clump", "dusk", "server"};
  std::vector<std::size_t> bats;   ///< empty: those of the scene
  std::vector<double> neighbours;  ///< within 12 blocks; empty: those of the scene
  std::vector<std::size_t> threads{1, 2};
  int warmUp = 8;   ///< ticks before those that are timed
  int repeat = 5;   ///< rounds in which engines take turns
  std::string csv;  ///< a file, or none
  std::string plugin = BETTER_BATS_PLUGIN_FILE;
  int vectorBits = 512;        ///< the plugin's vector_bits
  std::int64_t swarmSize = 5;  ///< its gamerule
};

/// Nothing: the program ends with `status`.
[[nodiscard]] std::optional<Options> readOptions(int count, char** words, int& status);

}  // namespace better_bats::bench
