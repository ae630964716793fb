// The server: a world, its plugins and its ticks. SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "world_stub/render/trail_history.hpp"
#include "world_stub/server/plugin_rack.hpp"
#include "world_stub/server/tick_times.hpp"
#include "world_stub/server/workers.hpp"
#include "world_stub/world/stub_world.hpp"

namespace better_bats::stub {

struct ServerSettings {
  std::int64_t seed = 0;  ///< of worlds that are created without one
  std::size_t threads = 1;
  std::string configPath;  ///< for the plugins; empty: none
  std::string rulesPath;   ///< for the plugins; empty: the rules live as long as the server
  std::function<void(LogLevel, std::string_view)> log = [](LogLevel, std::string_view) {};
};

/// [tick-thread]
class Server {
 public:
  explicit Server(ServerSettings settings);

  [[nodiscard]] StubWorld& world() noexcept { return world_; }
  [[nodiscard]] const StubWorld& world() const noexcept { return world_; }
  [[nodiscard]] PluginRack& plugins() noexcept { return plugins_; }
  [[nodiscard]] Plugin* pilot() noexcept { return plugins_.pilot(); }
  [[nodiscard]] const TickTimes& tickTimes() const noexcept { return tickTimes_; }
  /// Where bats have been since the world began or since the last picture of it.
  [[nodiscard]] TrailHistory& trails() noexcept { return trails_; }
  [[nodiscard]] const ServerSettings& settings() const noexcept { return settings_; }

  /// Loads a plugin; a refusal is one line of the log, and the server goes on. Returns whether it was loaded.
  bool tryLoadPlugin(const std::string& path);

  /// Where no plugin flies: a line of the log with what is missing and the command that loads this file.
  void tellMissingPlugin(const std::string& path);
  /// That line: what is missing, and the command that brings it back.
  [[nodiscard]] std::string missingPlugin() const;

  /// A new world in the place of the old one: nobody in it, clocks at 0, flocks forgotten; rules and parameters stay.
  void createWorld(const WorldSpec& spec);

  /// One tick: the plugin flies, bats and free phantoms move, the clocks advance.
  void tick();

  /// Called after every tick; an empty function ends it.
  void onTick(std::function<void()> listener) { afterTick_ = std::move(listener); }

  /// Bats spread over the loaded world, deterministically for the request.
  std::uint64_t spawnBats(const SpawnRequest& request);

  /// Everything that a command could change, as text: to prove that a failed one changed nothing.
  [[nodiscard]] std::string fingerprint();

  void log(LogLevel level, std::string_view line) const { settings_.log(level, line); }

 private:
  [[nodiscard]] Host makeHost();
  void fly();

  ServerSettings settings_;
  StubWorld world_;
  Workers workers_;
  PluginRack plugins_;
  TickTimes tickTimes_;
  TrailHistory trails_;
  std::function<void()> afterTick_;
  std::string lastPlugin_;  // the path of one that was refused or unloaded
};

}  // namespace better_bats::stub
