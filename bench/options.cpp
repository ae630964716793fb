// The command line. SPDX-License-Identifier: MIT
#include "bench/options.hpp"

#include <CLI/CLI.hpp>

namespace better_bats::bench {

std::optional<Options> readOptions(int count, char** words, int& status) {
  Options options;
  CLI::App app("Times the plugin and its peers on the same bats, in one run", "bench/run");
  app.option_defaults()->always_capture_default();
  app.add_option("--scene", options.scenes, "sky, hills, clump, dusk, server; several by commas")
      ->delimiter(',')
      ->check(CLI::IsMember({"sky", "hills", "clump", "dusk", "server"}));
  app.add_option("--bats", options.bats, "numbers of bats, by commas")->delimiter(',')->check(CLI::Range(1, 100000000));
  app.add_option("--neighbours", options.neighbours, "others within 12 blocks, by commas")
      ->delimiter(',')
      ->check(CLI::PositiveNumber);
  app.add_option("--threads", options.threads, "by commas")->delimiter(',')->check(CLI::Range(1, 256));
  app.add_option("--warm-up", options.warmUp, "ticks before those that are timed; after the last the hash is taken")
      ->check(CLI::Range(1, 1000000));
  app.add_option("--repeat", options.repeat, "rounds in which the engines take turns")->check(CLI::Range(1, 1000));
  app.add_option("--csv", options.csv, "a file for the table");
  app.add_option("--plugin", options.plugin, "the plugin's file");
  app.add_option("--vector-bits", options.vectorBits, "the widest vectors that the plugin may use; 0: none")
      ->check(CLI::IsMember({0, 256, 512}));
  app.add_option("--swarm-size", options.swarmSize, "the gamerule")->check(CLI::Range(0, 2147483647));
  try {
    app.parse(count, words);
  } catch (const CLI::ParseError& end) {
    status = app.exit(end) == 0 ? 0 : 2;
    return std::nullopt;
  }
  return options;
}

}  // namespace better_bats::bench
