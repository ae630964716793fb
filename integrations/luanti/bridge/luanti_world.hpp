// The plugin's world, answered from the known part of the map. SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include <better_bats/world.hpp>

#include "integrations/luanti/bridge/block_cache.hpp"

namespace better_bats::luanti {

/// The predators are the entities that the mod sends as such, whatever they are called in their game: to the plugin
/// they are all of the first kind in its default list.
enum Kind : EntityKind { kBatKind = 0, kPredatorKind = 1 };

class LuantiWorld final : public World {
 public:
  LuantiWorld(std::int64_t seed, double limit) noexcept : seed_(seed), limit_(limit) {}

  // What the bridge sets before each tick.
  BlockCache blocksKnown;
  std::int64_t now = 0;
  std::int64_t timeOfDay = 0;
  std::vector<Entity> bats, predators;

  /// Luanti's day runs from 0 to 1 and begins at midnight, the plugin's has 24000 ticks and begins at 6 in the morning.
  [[nodiscard]] static std::int64_t dayTimeOf(double timeOfDay) noexcept;

  /// Whether bats may fly into this node: its block is known, and active or a bat is in it this tick (entities are
  /// stepped in active blocks only, so an older answer of the map is wrong then).
  [[nodiscard]] bool isOpen(BlockPos node) const noexcept;

  [[nodiscard]] std::int64_t gameTime() const override { return now; }
  [[nodiscard]] std::int64_t dayTime() const override { return timeOfDay; }
  [[nodiscard]] std::int64_t seed() const override { return seed_; }
  [[nodiscard]] Bounds bounds() const override;
  [[nodiscard]] std::optional<EntityKind> entityKind(std::string_view id) const override;
  [[nodiscard]] Surface surfaceHeight(std::int32_t x, std::int32_t z) const override;
  [[nodiscard]] Block block(BlockPos position) const override;
  [[nodiscard]] BlockRun blocks(BlockPos low, std::uint32_t count) const override;
  void scanEntities(const Box& box, std::span<const EntityKind> kinds, const EntityVisitor& visit) const override;

  /// Luanti loads blocks, not columns: `loaded` is answered for the block that is asked about.
  Status probe(std::span<const Probe> probes, std::span<ProbeResult> results) const override;

 private:
  [[nodiscard]] bool isOpen(const BlockStack* stack, BlockPos node) const noexcept;
  [[nodiscard]] ProbeResult answer(const BlockStack* stack, const Probe& probe) const noexcept;

  std::int64_t seed_;
  double limit_;
};

}  // namespace better_bats::luanti
