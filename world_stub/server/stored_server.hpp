// A server with a directory of its own: what the demo and the live server have in common. SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "world_stub/script/command_tree.hpp"
#include "world_stub/server/options.hpp"
#include "world_stub/server/preset_world.hpp"
#include "world_stub/server/server.hpp"
#include "world_stub/server/server_directory.hpp"
#include "world_stub/server/server_log.hpp"

namespace better_bats::stub {

class StoredServer {
 public:
  /// Locks the directory and loads the plugin. Throws DirectoryError.
  StoredServer(const Options& options, const std::string& pluginPath, ServerLog::Output logOutput);

  [[nodiscard]] Server& server() noexcept { return server_; }
  [[nodiscard]] const CommandTree& commands() const noexcept { return commands_; }
  /// The preset of the command line, or null; its flight parameters have been taken.
  [[nodiscard]] const PresetWorld* preset() const noexcept { return preset_; }
  [[nodiscard]] const ServerDirectory& directory() const noexcept { return directory_; }
  void log(LogLevel level, std::string_view line) { log_.write(level, line); }

  /// For `save-all`: throws rules::CommandError where the world could not be stored.
  void save();

 private:
  [[nodiscard]] ServerSettings settings(const Options& options);

  ServerDirectory directory_;
  ServerLog log_;
  Server server_;
  CommandTree commands_;
  const PresetWorld* preset_;
};

}  // namespace better_bats::stub
