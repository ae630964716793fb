// Reading the command line. SPDX-License-Identifier: MIT
#include "world_stub/server/options.hpp"

#include <iostream>

#include <better_bats/version.h>

#include <CLI/CLI.hpp>

#include "rules/nearest_name.hpp"
#include "rules/number_text.hpp"

namespace better_bats::stub {
namespace {

constexpr int usageError = 2;

/// The option parser takes 010 for octal, and what is too large for the largest there is.
[[nodiscard]] std::int64_t readSeed(const std::string& text) {
  if (const auto seed = rules::fromText<std::int64_t>(text)) return *seed;
  throw CLI::ValidationError("--seed", "Value " + text + " is not a whole number of 64 bits");
}

void describe(CLI::App& app, Options& options) {
  app.add_option("--script", options.scripts, "Run world scripts, each in a fresh world, and report")
      ->type_name("FILE...")
      ->expected(1, -1);
  app.add_option("--trace", options.trace, "With one script: a CSV row per active bat and tick")->type_name("OUT");
  app.add_option("--stats", options.statistics, "A CSV row of flock statistics per tick")->type_name("FILE");
  app.add_flag("--live", options.live, "The live server without a terminal, until stop or SIGTERM");
  app.add_flag("--demo", options.demo, "Dusk over the cave, 2400 ticks with flock statistics, and out");
  app.add_option("--dir", options.directory, "The server directory")->type_name("DIR")->capture_default_str();
  app.add_option("--plugin", options.plugin, "The plugin to load instead of the one built with the server")
      ->type_name("PATH");
  app.add_option("--preset", options.preset, "Flight parameters and world of a preset, or of a file of its form")
      ->type_name("NAME");
  app.add_option_function<std::string>(
         "--seed",
         [&options](const std::string& text) {
           options.seed = readSeed(text);
           options.isSeedGiven = true;
         },
         "The world seed")
      ->type_name("N")
      ->default_str("0");
  app.add_option("--threads", options.threads, "Worker threads for the flight")
      ->type_name("N")
      ->check(CLI::Range(1, 256))
      ->capture_default_str();
  app.add_option("--port", options.port, "Port of the viewer, 0 for any; without it 8127, or any where that is taken")
      ->type_name("N")
      ->check(CLI::Range(0, 65535));
  app.add_option("--bind", options.bind, "Address of the viewer")->type_name("ADDR")->capture_default_str();
  app.add_flag("--quiet", options.quiet, "Print failures and the last line only");
  app.set_version_flag("--version", "world_stub " BETTER_BATS_VERSION);
}

/// What the parser cannot know is nonsense.
void check(const CLI::App& app, const Options& options) {
  const bool scripted = !options.scripts.empty();
  if (static_cast<int>(scripted) + static_cast<int>(options.live) + static_cast<int>(options.demo) > 1) {
    throw CLI::ValidationError("--script, --live and --demo exclude each other");
  }
  if (app.count("--trace") > 0 && !scripted) throw CLI::ValidationError("--trace needs --script");
  for (const char* const table : {"--trace", "--stats"}) {
    if (app.count(table) == 0 || options.scripts.size() < 2) continue;
    throw CLI::ValidationError(std::string(table) + " takes one script, not " + std::to_string(options.scripts.size()));
  }
}

/// Which option a mistyped one may have meant.
void suggestOption(const CLI::App& app) {
  for (const std::string& left : app.remaining()) {
    if (!left.starts_with("--")) continue;
    const std::string mistyped = left.substr(2, left.find('=') - 2);
    rules::NearestName nearest(mistyped);
    for (const CLI::Option* option : app.get_options()) {
      for (const std::string& name : option->get_lnames()) nearest.offer(name);
    }
    if (!nearest.name().empty()) std::cerr << "Did you mean --" << nearest.name() << "?\n";
    return;
  }
}

}  // namespace

ParsedOptions parseOptions(int count, const char* const* arguments) {
  ParsedOptions parsed;
  CLI::App app("A stub voxel server that flies bats with the Better Bats plugin", "world_stub");
  describe(app, parsed.options);
  try {
    app.parse(count, arguments);
    check(app, parsed.options);
  } catch (const CLI::ExtrasError& extra) {
    parsed.exitStatus = usageError;
    app.exit(extra);
    suggestOption(app);
  } catch (const CLI::ParseError& end) {
    parsed.exitStatus = app.exit(end) == 0 ? 0 : usageError;
  }
  return parsed;
}

}  // namespace better_bats::stub
