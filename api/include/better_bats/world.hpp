// The world that a server implements: heightmap, block solidity, entity scan. SPDX-License-Identifier: MIT
//
// Five functions must be implemented, the others have defaults. All answer about this moment, load nothing and may
// throw: an exception is caught on the server's side of the boundary and costs the bat it concerns one tick.
// [tick-thread] for all; with Host::concurrentReads also the server's worker threads for those marked [any-thread].
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string_view>

#include <better_bats/bat.hpp>
#include <better_bats/block_pos.hpp>
#include <better_bats/status.hpp>

namespace better_bats {

/// A closed box; a component may be infinite.
using Box = better_bats_box;

/// The heightmap of one column: `loaded`, `has_surface`, and `height` = y + 1 of the highest block that is not air.
using Surface = better_bats_surface;

/// Bit i tells about the block at y_low + i. An unloaded column reads as air.
using BlockRun = better_bats_block_run;

using Probe = better_bats_probe;
using ProbeResult = better_bats_probe_result;

/// Where the world ends; infinite where it does not. `period` is 0 on axes that are not periodic.
using Bounds = better_bats_bounds;

/// One block: solid when its collision shape is not empty, fluid when its fluid state is not; both, or neither.
struct Block {
  bool solid = false;
  bool fluid = false;
};

/// Receives entities in batches during World::scanEntities.
class EntityVisitor {
 public:
  EntityVisitor(better_bats_entity_visitor visit, void* visitor) noexcept : visit_(visit), visitor_(visitor) {}
  void operator()(const Entity& entity) const { visit_(visitor_, &entity, 1); }
  void operator()(std::span<const Entity> entities) const { visit_(visitor_, entities.data(), entities.size()); }

 private:
  better_bats_entity_visitor visit_;
  void* visitor_;
};

class World {
 public:
  World() = default;
  World(const World&) = delete;
  World& operator=(const World&) = delete;
  virtual ~World() = default;

  /// A counter of ticks that never jumps and never goes back. A new value means a new snapshot.
  [[nodiscard]] virtual std::int64_t gameTime() const = 0;

  /// The clock that commands set; any value, read modulo 24000.
  [[nodiscard]] virtual std::int64_t dayTime() const = 0;

  /// The heightmap (WORLD_SURFACE: fluids, leaves and glass count). [any-thread]
  [[nodiscard]] virtual Surface surfaceHeight(std::int32_t x, std::int32_t z) const = 0;

  /// One block; air in a column that is not loaded. [any-thread]
  [[nodiscard]] virtual Block block(BlockPos position) const = 0;

  /// Every loaded entity of these kinds whose position lies in the box, each once, in any order. On a periodic axis the
  /// box is infinite, never one across the seam: compare positions as they are.
  virtual void scanEntities(const Box& box, std::span<const EntityKind> kinds, const EntityVisitor& visit) const = 0;

  /// The number of an entity kind; nothing where the world has no such kind. The default knows bats only, as kind 0.
  [[nodiscard]] virtual std::optional<EntityKind> entityKind(std::string_view id) const {
    return id == "minecraft:bat" ? std::optional<EntityKind>(0) : std::nullopt;
  }

  /// A run of a column, y_low upwards. [Limit: count 1..64] [any-thread]
  [[nodiscard]] virtual BlockRun blocks(BlockPos low, std::uint32_t count) const {
    BlockRun run{};
    for (std::uint32_t i = 0; i < count; ++i) {
      const Block one = block({low.x, low.y + static_cast<std::int32_t>(i), low.z});
      run.solid |= static_cast<std::uint64_t>(one.solid) << i;
      run.fluid |= static_cast<std::uint64_t>(one.fluid) << i;
    }
    return run;
  }

  /// Unanswered, a block sees the sky from the surface upwards. [any-thread]
  [[nodiscard]] virtual std::optional<bool> seesSky(BlockPos) const { return std::nullopt; }

  /// Unanswered, it is night from 12542 to 23459.
  [[nodiscard]] virtual std::optional<bool> isNight() const { return std::nullopt; }

  [[nodiscard]] virtual std::int64_t seed() const { return 0; }

  /// The default has no borders.
  [[nodiscard]] virtual Bounds bounds() const {
    constexpr double infinity = std::numeric_limits<double>::infinity();
    return {{-infinity, -infinity, -infinity}, {infinity, infinity, infinity}, {0, 0, 0}};
  }

  /// Many questions in one call. Unsupported: the plugin asks the functions above instead. [any-thread]
  virtual Status probe(std::span<const Probe>, std::span<ProbeResult>) const { return Status::Unsupported; }
};

}  // namespace better_bats
