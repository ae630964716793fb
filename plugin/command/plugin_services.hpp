// What the plugin's commands need of the running session. SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include <better_bats/vec3.hpp>

#include "plugin/settings/settings.hpp"

namespace better_bats {

/// Implemented by the session. What cannot be done throws CommandError with one line that says why. [tick-thread]
class PluginServices {
 public:
  using FigureVisitor = std::function<void(std::string_view name, double value)>;

  struct Identity {
    std::string version;
    std::uint32_t abiVersion = 0;
    std::string file;       ///< of the library; empty where unknown
    std::string lastError;  ///< empty: there was none
  };

  PluginServices() = default;
  PluginServices(const PluginServices&) = delete;
  PluginServices& operator=(const PluginServices&) = delete;
  virtual ~PluginServices() = default;

  [[nodiscard]] virtual Settings& settings() = 0;
  [[nodiscard]] virtual Identity identity() const = 0;

  /// From the next snapshot on, for so many. All within the boundary's limits.
  virtual void startle(Vec3 position, double radius, double force, std::uint64_t ticks) = 0;
  /// Returns the number of bats that the host spawned.
  virtual std::uint64_t spawn(std::uint64_t count, std::int64_t seed) = 0;

  /// False where the world has no entity kind of that id now; true also where it does not answer.
  [[nodiscard]] virtual bool knowsKind(const std::string& id) const = 0;

  /// Flock statistics, in the order to be shown; NaN: nothing to measure.
  virtual void statistics(const FigureVisitor& visit) = 0;
  /// The plugin's own figures, in the order to be shown.
  virtual void health(const FigureVisitor& visit) = 0;
  [[nodiscard]] virtual std::string dumpJson() = 0;
};

}  // namespace better_bats
