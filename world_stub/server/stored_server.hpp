// A server with its directory, or with none: what the demo and the live server have in common.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "world_stub/script/command_tree.hpp"
#include "world_stub/script/statistics_file.hpp"
#include "world_stub/server/console_command.hpp"
#include "world_stub/server/options.hpp"
#include "world_stub/server/preset_scene.hpp"
#include "world_stub/server/server.hpp"
#include "world_stub/server/server_directory.hpp"
#include "world_stub/server/server_log.hpp"

namespace better_bats::stub {

class StoredServer {
 public:
  enum class Storage : std::uint8_t { Directory, None };

  /// Locks the directory, loads the plugin and gives it the parameters of the preset that the options name. Without
  /// storage no directory is touched, rules are the defaults and nothing is saved. Throws DirectoryError, PresetError,
  /// CsvError.
  StoredServer(const Options& options, const std::string& pluginPath, ServerLog::Output logOutput,
               Storage storage = Storage::Directory);

  [[nodiscard]] Server& server() noexcept { return server_; }
  /// Whether the plugin that the options name was loaded.
  [[nodiscard]] bool hadPlugin() const noexcept { return hadPlugin_; }
  [[nodiscard]] const CommandTree& commands() const noexcept { return commands_; }
  void log(LogLevel level, std::string_view line) { log_.write(level, line); }
  /// Into the log file, where the command changed something: the line and how its reply begins.
  void logCommand(std::string_view line, const LineOutcome& outcome);

  /// Goes on with the world in the directory, and says so in the log; false where there is none.
  bool restoreWorld();
  /// The preset's world with its bats, or the server's own first scene. Returns a line for the log.
  std::string stageWorld();

  /// At the end. Throws CsvError where the statistics could not be written.
  void closeStatistics();

  /// For `save-all`: throws rules::CommandError where the world could not be stored, or is not to be.
  void save();

 private:
  [[nodiscard]] ServerSettings settings(const Options& options);
  void restorePreset(std::int64_t seed);
  void tellUnusedSeed();

  std::optional<ServerDirectory> directory_;
  ServerLog log_;
  Server server_;
  bool hadPlugin_ = false;
  bool isSeedGiven_;
  CommandTree commands_;
  std::optional<PresetScene> preset_;
  bool staged_ = false;  ///< the world is new: no preset but this run's is the world's
  std::optional<StatisticsFile> statistics_;
};

}  // namespace better_bats::stub
