// Setting up a server with a directory. SPDX-License-Identifier: MIT
#include "world_stub/server/stored_server.hpp"

#include <utility>

#include "rules/command_error.hpp"
#include "rules/file_io.hpp"
#include "world_stub/script/commands/commands.hpp"
#include "world_stub/server/stage.hpp"

namespace better_bats::stub {

StoredServer::StoredServer(const Options& options, const std::string& pluginPath, ServerLog::Output logOutput)
    : directory_(options.directory), log_(std::move(logOutput)), server_(settings(options)), commands_(makeCommands()) {
  if (!log_.alsoTo(directory_.logPath())) log_.write(LogLevel::Warning, directory_.logPath() + " cannot be written");
  server_.tryLoadPlugin(pluginPath);
  if (!options.preset.empty()) preset_.emplace(options.preset, options.seed).setParameters(server_);
  if (options.statistics.empty()) return;
  statistics_.emplace(options.statistics);
  server_.onTick([this] { statistics_->write(server_); });
}

bool StoredServer::restoreWorld() {
  if (!directory_.load(server_)) return false;
  if (preset_ && preset_->world()) {
    log(LogLevel::Info, "The world in " + directory_.path() + " stays as it is: the preset sets the parameters alone");
  }
  return true;
}

std::string StoredServer::stageWorld() {
  if (!preset_ || !preset_->world()) return stageNewWorld(server_);
  preset_->createWorld(server_);
  const std::uint64_t bats = preset_->spawnBats(server_);
  return "Staged: " + std::to_string(bats) + " bats in a world of kind " + std::string(nameOf(preset_->world()->kind));
}

void StoredServer::closeStatistics() {
  if (statistics_) statistics_->close();
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
