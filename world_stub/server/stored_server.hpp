// A server with a directory of its own: what the demo and the live server have in common. SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>

#include "world_stub/script/command_tree.hpp"
#include "world_stub/script/statistics_file.hpp"
#include "world_stub/server/options.hpp"
#include "world_stub/server/preset_scene.hpp"
#include "world_stub/server/server.hpp"
#include "world_stub/server/server_directory.hpp"
#include "world_stub/server/server_log.hpp"

namespace better_bats::stub {

class StoredServer {
 public:
  /// Locks the directory, loads the plugin and gives it the parameters of the preset that the options name. Throws
  /// DirectoryError, PresetError, CsvError.
  StoredServer(const Options& options, const std::string& pluginPath, ServerLog::Output logOutput);

  [[nodiscard]] Server& server() noexcept { return server_; }
  [[nodiscard]] const CommandTree& commands() const noexcept { return commands_; }
  [[nodiscard]] const ServerDirectory& directory() const noexcept { return directory_; }
  void log(LogLevel level, std::string_view line) { log_.write(level, line); }

  /// Goes on with the world in the directory; false where there is none.
  bool restoreWorld();
  /// The preset's world with its bats, or the server's own first scene. Returns a line for the log.
  std::string stageWorld();

  /// At the end. Throws CsvError where the statistics could not be written.
  void closeStatistics();

  /// For `save-all`: throws rules::CommandError where the world could not be stored.
  void save();

 private:
  [[nodiscard]] ServerSettings settings(const Options& options);

  ServerDirectory directory_;
  ServerLog log_;
  Server server_;
  CommandTree commands_;
  std::optional<PresetScene> preset_;
  std::optional<StatisticsFile> statistics_;
};

}  // namespace better_bats::stub
