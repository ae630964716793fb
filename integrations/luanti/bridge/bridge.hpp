// One Luanti world's bats: known map, plugin and log behind better_bats_luanti.h. SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <better_bats/plugin.hpp>

#include "integrations/luanti/bridge/better_bats_luanti.h"
#include "integrations/luanti/bridge/luanti_world.hpp"
#include "integrations/luanti/bridge/reading_plan.hpp"

namespace better_bats::luanti {

struct BridgeOptions {
  std::string plugin, config, rules;
  std::int64_t seed = 0;
  double limit = 0;  ///< nodes
};

class Bridge {
 public:
  using LogLine = std::pair<LogLevel, std::string>;

  /// @throws PluginError where the plugin is refused.
  explicit Bridge(const BridgeOptions& options);

  void putBlock(BlockId id, std::span<const std::uint8_t, kBlockNodes> nodes, bool active);
  void dropBlock(BlockId id);
  void changed(BlockId id) noexcept;
  [[nodiscard]] std::size_t nextReads(std::span<BlockId> reads, std::size_t refresh);
  /// Whether no block above it is known, so that its light says whether the sky is open.
  [[nodiscard]] bool isHighestKnown(BlockId id) const noexcept;
  [[nodiscard]] std::size_t knownBlocks() const noexcept { return world_.blocksKnown.size(); }

  Status tick(double timeOfDay, std::uint32_t ticks, std::span<better_bats_luanti_entity> bats,
              std::span<const better_bats_luanti_entity> predators);

  [[nodiscard]] FlockMembership flockOf(std::uint64_t bat) const noexcept { return plugin_.flockOf(bat); }
  [[nodiscard]] bool flies() noexcept { return plugin_.gameRules().get("better-bats:bat_flight").value_or(0) != 0; }
  [[nodiscard]] CommandResult execute(const std::string& line, std::uint32_t level) const {
    return plugin_.execute(line, level);
  }
  [[nodiscard]] std::optional<LogLine> nextLog();

 private:
  void takeBats(std::span<const better_bats_luanti_entity> bats);
  void markOccupied();
  void stayInOpenBlocks() noexcept;
  void turnBack(Bat& bat) const noexcept;

  std::deque<LogLine> log_;
  LuantiWorld world_;
  std::vector<std::uint8_t> around_;  ///< BlockState of the block that each bat is in this tick
  ReadingPlan plan_;
  Plugin plugin_;  // last: it asks the others
};

}  // namespace better_bats::luanti
