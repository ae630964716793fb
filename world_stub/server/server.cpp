// The server's tick and what it offers to plugins. SPDX-License-Identifier: MIT
#include "world_stub/server/server.hpp"

#include <chrono>
#include <exception>
#include <utility>

#include "world_stub/server/fault_text.hpp"
#include "world_stub/server/spawn.hpp"
#include "world_stub/world/world_file.hpp"

namespace better_bats::stub {
namespace {

using Clock = std::chrono::steady_clock;

[[nodiscard]] double milliseconds(Clock::duration time) {
  return std::chrono::duration<double, std::milli>(time).count();
}

/// Rules and flight parameters, as the plugin tells them one by one.
[[nodiscard]] std::string settingsOf(const Plugin& plugin) {
  constexpr std::uint32_t consoleLevel = 4;
  const std::string question = "better-bats get ";
  std::string settings;
  for (const std::string& name : plugin.complete(question, question.size())) {
    settings += plugin.execute(question + name, consoleLevel).reply + "\n";
  }
  return settings;
}

}  // namespace

Server::Server(ServerSettings settings)
    : settings_(std::move(settings)),
      world_(WorldSpec::makeFlat(64, settings_.seed)),
      workers_(settings_.threads),
      plugins_(world_, [this] { return makeHost(); }) {}

Host Server::makeHost() {
  Host host;
  host.log = settings_.log;
  host.spawnBats = [this](const SpawnRequest& request) { return spawnBats(request); };
  host.parallelFor = [this](std::uint64_t count, std::uint64_t grain, const LoopBody& body) {
    workers_.parallelFor(count, grain, body);
  };
  host.concurrentReads = true;
  host.configPath = settings_.configPath;
  host.rulesPath = settings_.rulesPath;
  return host;
}

bool Server::tryLoadPlugin(const std::string& path) {
  try {
    plugins_.load(path);
    return true;
  } catch (const std::exception& error) {
    log(LogLevel::Error, "Plugin refused: " + faultText(error));
    lastPlugin_ = path;
    return false;
  }
}

void Server::tellMissingPlugin(const std::string& path) {
  if (pilot() != nullptr) return;
  lastPlugin_ = path;
  log(LogLevel::Info, missingPlugin());
}

std::string Server::missingPlugin() const {
  const bool quoted = lastPlugin_.find(' ') != std::string::npos;
  const std::string path = lastPlugin_.empty() ? "PATH" : quoted ? '"' + lastPlugin_ + '"' : lastPlugin_;
  return "No plugin: bats keep the velocity that they have, and there are no rules and no better-bats (bb) command "
         "until `plugin load " +
         path + "`";
}

void Server::createWorld(const WorldSpec& spec) {
  world_.create(spec);
  trails_.clear();
  for (const PluginRack::Entry& entry : plugins_.entries()) static_cast<void>(entry.plugin.flight().reset());
}

void Server::fly() {
  world_.beginFlight();
  if (Plugin* plugin = pilot()) {
    // Bats whose surroundings did not answer kept their velocity, and the plugin has said so in the log.
    static_cast<void>(plugin->flight().applyFlightForces(world_.entities().bats()));
  }
  world_.endFlight();
}

void Server::tick() {
  if (trails_.isEmpty()) trails_.record(world_);
  const auto start = Clock::now();
  fly();
  const auto flown = Clock::now();
  world_.moveEntities();
  world_.advanceClocks();
  tickTimes_.add(milliseconds(Clock::now() - start), milliseconds(flown - start));
  trails_.record(world_);
  if (afterTick_) afterTick_();
}

std::uint64_t Server::spawnBats(const SpawnRequest& request) {
  const std::uint64_t spawned = stub::spawnBats(world_, request);
  if (spawned < request.count) {
    const bool noId = world_.entities().highestIdUsed() == EntityStore::highestId;
    log(LogLevel::Warning, noId ? "Entity ids are used up: nobody can be added to this world any more"
                                : "There is no open air for more bats in what is loaded of this world");
  }
  return spawned;
}

std::string Server::fingerprint() {
  AttachedTexts texts;
  for (const PluginRack::Entry& entry : plugins_.entries()) texts[entry.id] = entry.plugin.saveState();
  std::string print = saveWorld(world_, texts);
  if (const Plugin* plugin = pilot()) print += settingsOf(*plugin);
  return print;
}

}  // namespace better_bats::stub
