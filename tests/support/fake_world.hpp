// A small, honest world for tests: flat ground or void, single blocks, bounds, a torus, unloaded columns, entities and
// motion without collisions. SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <better_bats/world.hpp>

namespace better_bats::test {

/// Columns x1..x2, z1..z2, inclusive.
struct LoadedArea {
  std::int32_t x1, z1, x2, z2;
};

/// An entity kind of every FakeWorld, by id with or without "minecraft:"; nothing for an unknown one.
[[nodiscard]] std::optional<EntityKind> kindOf(std::string_view id);

/// The position p on a periodic axis, in [0, period).
[[nodiscard]] double wrapped(double p, double period) noexcept;

/// Looking up a block or column outside [0, period) of a periodic axis throws: the plugin wraps before it asks.
class FakeWorld : public World {
 public:
  FakeWorld() = default;

  void setBlock(BlockPos at, Block block);

  /// One tick after the plugin's: active bats move by their velocity, nothing stops them, and both clocks advance.
  void advance();

  /// Moves one active bat, as advance() would.
  void move(Bat& bat) const noexcept;

  std::optional<std::int32_t> ground;  ///< solid below this y; nothing: a void
  Bounds limits = World::bounds();
  std::optional<LoadedArea> loaded;  ///< nothing: every column
  std::int64_t gameClock = 0;
  std::int64_t dayClock = 0;
  std::int64_t worldSeed = 0;
  bool answersProbes = false;  ///< whether the bulk query has an answer of its own
  std::vector<Bat> bats;
  std::vector<Entity> others;

  [[nodiscard]] std::int64_t gameTime() const override { return gameClock; }
  [[nodiscard]] std::int64_t dayTime() const override { return dayClock; }
  [[nodiscard]] std::int64_t seed() const override { return worldSeed; }
  [[nodiscard]] Bounds bounds() const override { return limits; }
  [[nodiscard]] std::optional<EntityKind> entityKind(std::string_view id) const override { return kindOf(id); }
  [[nodiscard]] Surface surfaceHeight(std::int32_t x, std::int32_t z) const override;
  [[nodiscard]] Block block(BlockPos position) const override;
  void scanEntities(const Box& box, std::span<const EntityKind> kinds, const EntityVisitor& visit) const override;
  Status probe(std::span<const Probe> probes, std::span<ProbeResult> results) const override;

 private:
  using Column = std::pair<std::int32_t, std::int32_t>;  // x, z

  [[nodiscard]] bool isLoaded(std::int32_t x, std::int32_t z) const noexcept;
  void requireWrapped(std::int32_t x, std::int32_t z) const;

  std::map<Column, std::map<std::int32_t, Block>> columns_;
};

}  // namespace better_bats::test
