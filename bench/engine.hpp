// What is timed: something that flies the bats of a scene. SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <better_bats/plugin.hpp>

#include "bench/scene.hpp"
#include "world_stub/server/workers.hpp"

namespace better_bats::bench {

class Engine {
 public:
  Engine() = default;
  Engine(const Engine&) = delete;
  Engine& operator=(const Engine&) = delete;
  virtual ~Engine() = default;
  [[nodiscard]] virtual std::string name() const = 0;
  /// Writes the bats' velocities.
  virtual void tick(std::span<Bat> bats) = 0;
  /// 0 for a bat without a flock; nothing where the engine knows no flocks.
  [[nodiscard]] virtual std::optional<std::uint64_t> flockOf(std::uint64_t /*bat*/) const { return std::nullopt; }
};

struct PluginSetup {
  std::string file;
  int vectorBits;
  std::int64_t swarmSize;
};

/// The plugin, loaded from its file, by the span call.
class PluginEngine : public Engine {
 public:
  PluginEngine(const PluginSetup& setup, const Scene& scene, stub::Workers& workers);
  [[nodiscard]] std::string name() const override { return "better_bats"; }
  void tick(std::span<Bat> bats) override;
  [[nodiscard]] std::optional<std::uint64_t> flockOf(std::uint64_t bat) const override;

 protected:
  Plugin plugin_;
};

/// The plugin by one call for each bat.
class SingleCalls final : public PluginEngine {
 public:
  using PluginEngine::PluginEngine;
  [[nodiscard]] std::string name() const override { return "single_calls"; }
  void tick(std::span<Bat> bats) override;
};

using PeerMaker = std::unique_ptr<Engine> (*)(const Scene& scene, stub::Workers& workers);

/// The peers that can be asked to fly so many: other ways to find the nearest four, with the plugin's own forces; and
/// the nearest four alone.
[[nodiscard]] std::vector<PeerMaker> peersFor(std::size_t bats, std::size_t threads);

}  // namespace better_bats::bench
