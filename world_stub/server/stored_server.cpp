// Setting up a server with a directory. SPDX-License-Identifier: MIT
#include "world_stub/server/stored_server.hpp"

#include <utility>

#include "rules/command_error.hpp"
#include "rules/file_io.hpp"
#include "world_stub/script/commands/commands.hpp"
#include "world_stub/server/stage.hpp"

namespace better_bats::stub {

StoredServer::StoredServer(const Options& options, const std::string& pluginPath, ServerLog::Output logOutput,
                           Storage storage)
    : directory_(storage == Storage::Directory ? std::make_optional<ServerDirectory>(options.directory) : std::nullopt),
      log_(std::move(logOutput)),
      server_(settings(options)),
      isSeedGiven_(options.isSeedGiven),
      commands_(makeCommands()) {
  if (directory_ && !log_.alsoTo(directory_->logPath())) {
    log_.write(LogLevel::Warning, directory_->logPath() + " cannot be written");
  }
  hadPlugin_ = server_.tryLoadPlugin(pluginPath);
  if (!hadPlugin_) server_.tellMissingPlugin(pluginPath);
  if (!options.preset.empty()) preset_.emplace(options.preset, options.seed).setParameters(server_);
  if (options.statistics.empty()) return;
  statistics_.emplace(options.statistics);
  server_.onTick([this] { statistics_->write(server_); });
}

void StoredServer::logCommand(std::string_view line, const LineOutcome& outcome) {
  if (!outcome.done || asksOnly(line)) return;
  const std::string_view reply = outcome.reply;
  log_.writeToFile(LogLevel::Info,
                   "[Console] " + std::string(line) + ": " + std::string(reply.substr(0, reply.find('\n'))));
}

bool StoredServer::restoreWorld() {
  if (!directory_ || !directory_->load(server_)) return false;
  log(LogLevel::Info, "Opened the world in " + directory_->path());
  tellUnusedSeed();
  if (!preset_) {
    restorePreset(server_.settings().seed);
  } else if (preset_->world()) {
    log(LogLevel::Info, "The world in " + directory_->path() + " stays as it is: the preset sets the parameters alone");
  }
  return true;
}

void StoredServer::tellUnusedSeed() {
  const std::int64_t given = server_.settings().seed;
  const std::int64_t seed = server_.world().seed();
  if (!isSeedGiven_ || given == seed) return;
  log(LogLevel::Info, "The world in " + directory_->path() + " keeps its seed " + std::to_string(seed) + ": --seed " +
                          std::to_string(given) + " is that of worlds that are created from now on");
}

// The world's parameters are half of what was set up with it. A preset that is gone must not keep the world closed.
void StoredServer::restorePreset(std::int64_t seed) {
  try {
    const std::string name = directory_->loadPreset();
    if (name.empty()) return;
    const PresetScene preset(name, seed);
    preset.setParameters(server_);
    preset_ = preset;
    if (server_.pilot() == nullptr) return;  // and setParameters has said so
    log(LogLevel::Info, "Its bats fly by preset " + name + ", as before; --preset NAME would choose another");
  } catch (const PresetError& error) {
    log(LogLevel::Warning, directory_->presetPath() + ": " + error.what() + "; bats fly without that preset");
  } catch (const rules::FileError& error) {
    log(LogLevel::Warning, std::string(error.what()) + "; bats fly without the world's preset");
  }
}

std::string StoredServer::stageWorld() {
  staged_ = true;
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
  if (directory_) {
    settings.configPath = directory_->configPath();
    settings.rulesPath = directory_->rulesPath();
  }
  settings.log = [this](LogLevel level, std::string_view line) { log_.write(level, line); };
  return settings;
}

void StoredServer::save() {
  if (!directory_) throw rules::CommandError("This world is the demo's own and is not saved");
  try {
    directory_->save(server_);
    if (preset_ || staged_) directory_->savePreset(preset_ ? preset_->lastingName() : "");
  } catch (const rules::FileError& error) {
    throw rules::CommandError(std::string("Unable to save the game (is there enough disk space?)\n") + error.what());
  }
}

}  // namespace better_bats::stub
