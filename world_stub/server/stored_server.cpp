// Setting up a server with a directory. SPDX-License-Identifier: MIT
#include "world_stub/server/stored_server.hpp"

#include <utility>

#include "rules/command_error.hpp"
#include "rules/file_io.hpp"
#include "world_stub/script/commands/commands.hpp"

namespace better_bats::stub {

StoredServer::StoredServer(const Options& options, const std::string& pluginPath, ServerLog::Output logOutput)
    : directory_(options.directory),
      log_(std::move(logOutput)),
      server_(settings(options)),
      commands_(makeCommands()),
      preset_(findPresetWorld(options.preset)) {
  if (!log_.alsoTo(directory_.logPath())) log_.write(LogLevel::Warning, directory_.logPath() + " cannot be written");
  server_.tryLoadPlugin(pluginPath);
  if (preset_ != nullptr) takePresetParameters(server_, *preset_);
}

ServerSettings StoredServer::settings(const Options& options) {
  ServerSettings settings;
  settings.seed = options.seed;
  settings.threads = options.threads;
  settings.configPath = directory_.configPath();
  settings.rulesPath = directory_.rulesPath();
  settings.log = [this](LogLevel level, std::string_view line) { log_.write(level, line); };
  return settings;
}

void StoredServer::save() {
  try {
    directory_.save(server_);
  } catch (const rules::FileError& error) {
    throw rules::CommandError(std::string("Unable to save the game (is there enough disk space?)\n") + error.what());
  }
}

}  // namespace better_bats::stub
