// Running scripts from the command line. SPDX-License-Identifier: MIT
#include "world_stub/server/script_mode.hpp"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <optional>
#include <string_view>

#include "world_stub/script/commands/commands.hpp"
#include "world_stub/script/script.hpp"
#include "world_stub/script/statistics_file.hpp"
#include "world_stub/script/trace.hpp"
#include "world_stub/server/preset_scene.hpp"
#include "world_stub/server/server.hpp"

namespace better_bats::stub {
namespace {

constexpr int failure = 1;
constexpr int unusable = 2;

void printLine(std::FILE* to, std::string_view line) {
  std::fwrite(line.data(), 1, line.size(), to);
  std::fputc('\n', to);
}

[[nodiscard]] ServerSettings settingsOf(const Options& options) {
  ServerSettings settings;
  settings.seed = options.seed;
  settings.threads = options.threads;
  settings.log = [](LogLevel level, std::string_view line) {
    if (level >= LogLevel::Warning) printLine(stderr, line);
  };
  return settings;
}

/// What is written down after each tick.
struct Tables {
  explicit Tables(const Options& options) {
    if (!options.trace.empty()) trace.emplace(options.trace);
    if (!options.statistics.empty()) statistics.emplace(options.statistics);
  }
  void write(Server& server) {
    if (trace) trace->write(server);
    if (statistics) statistics->write(server);
  }
  void close() {
    if (trace) trace->close();
    if (statistics) statistics->close();
  }

  std::optional<Trace> trace;
  std::optional<StatisticsFile> statistics;
};

/// Parameters and world; the bats are the script's to spawn.
void setUp(Server& server, const Options& options) {
  if (options.preset.empty()) return;
  const PresetScene preset(options.preset, options.seed);
  preset.setParameters(server);
  if (preset.world()) preset.createWorld(server);
}

[[nodiscard]] ScriptResult runOne(const Script& script, const CommandTree& commands, const Options& options,
                                  const std::string& pluginPath, Tables& tables) {
  Server server(settingsOf(options));
  server.tryLoadPlugin(pluginPath);
  setUp(server, options);
  server.onTick([&] { tables.write(server); });
  ScriptOutput output;
  output.failure = [](std::string_view line) { printLine(stdout, line); };
  output.reply = [&](std::string_view line) {
    if (!options.quiet) printLine(stdout, line);
  };
  return runScript(script, server, commands, output);
}

[[nodiscard]] ScriptResult runAll(const Options& options, const std::string& pluginPath) {
  const CommandTree commands = makeCommands();
  std::vector<Script> scripts;
  for (const std::string& path : options.scripts) scripts.push_back(Script::load(path, commands));
  Tables tables(options);
  ScriptResult total;
  for (const Script& script : scripts) {
    const ScriptResult result = runOne(script, commands, options, pluginPath, tables);
    total.passed += result.passed;
    total.failed += result.failed;
  }
  tables.close();
  return total;
}

}  // namespace

int runScripts(const Options& options, const std::string& pluginPath) {
  try {
    const ScriptResult result = runAll(options, pluginPath);
    printLine(stdout, std::to_string(result.passed) + " passed, " + std::to_string(result.failed) + " failed");
    if (std::fflush(stdout) != 0 || std::ferror(stdout) != 0) {
      printLine(stderr, std::string("The report could not be written: ") + std::strerror(errno));
      return failure;
    }
    return result.failed == 0 ? 0 : failure;
  } catch (const ScriptError& error) {
    printLine(stderr, error.what());
  } catch (const CsvError& error) {
    printLine(stderr, error.what());
  }
  return unusable;
}

}  // namespace better_bats::stub
