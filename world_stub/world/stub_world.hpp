// The stub server's world, whole: blocks, entities, clocks, borders, and the answers that the plugin asks for.
// SPDX-License-Identifier: MIT
//
// One tick of the server: beginFlight, the plugin's span call over entities().bats(), endFlight, moveEntities,
// advanceClocks. [tick-thread] for everything that is not const; const functions from any thread meanwhile.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string_view>

#include <better_bats/world.hpp>

#include "world_stub/world/entity_store.hpp"
#include "world_stub/world/motion.hpp"
#include "world_stub/world/read_counters.hpp"
#include "world_stub/world/voxel_map.hpp"

namespace better_bats::stub {

/// All that a world is, for the world file. [Limit: map is not null]
struct WorldState {
  std::unique_ptr<VoxelMap> map;
  EntityStore entities;
  std::optional<Box> border;
  std::int64_t gameTime = 0;
  std::int64_t dayTime = 0;
};

class StubWorld final : public World {
 public:
  /// [Limit: faultOf(spec) is nothing]
  explicit StubWorld(const WorldSpec& spec = WorldSpec{});

  /// A new world in the place of this one: blocks, entities, ids, both clocks, border, loaded area and counters.
  void create(const WorldSpec& spec);

  /// Goes on from a state that was saved; see world_file.hpp.
  void restore(WorldState&& state);

  /// The world as it is now, for whoever takes long to look at it: it stays while this one goes on. The blocks are
  /// shared until the next edit of either, which copies them. Its counters of reads begin anew. [tick-thread] also for
  /// giving the last owner of a snapshot up
  [[nodiscard]] std::shared_ptr<const StubWorld> snapshot() const;

  // ---- what the plugin asks
  [[nodiscard]] std::int64_t gameTime() const override { return gameTime_; }
  [[nodiscard]] std::int64_t dayTime() const override { return dayTime_; }
  [[nodiscard]] std::int64_t seed() const override { return map_->spec().seed; }
  [[nodiscard]] Bounds bounds() const override { return bounds_; }
  [[nodiscard]] std::optional<EntityKind> entityKind(std::string_view id) const override;
  [[nodiscard]] Surface surfaceHeight(std::int32_t x, std::int32_t z) const override;
  [[nodiscard]] Block block(BlockPos position) const override;
  [[nodiscard]] BlockRun blocks(BlockPos low, std::uint32_t count) const override;
  [[nodiscard]] std::optional<bool> seesSky(BlockPos position) const override;
  Status probe(std::span<const Probe> probes, std::span<ProbeResult> results) const override;
  void scanEntities(const Box& box, std::span<const EntityKind> kinds, const EntityVisitor& visit) const override;

  // ---- blocks: edits go through here, so that chunk loads are told from building
  [[nodiscard]] const VoxelMap& map() const noexcept { return *map_; }
  /// Another number after every change of the blocks or of what is loaded.
  [[nodiscard]] std::uint32_t revision() const noexcept { return revision_; }
  /// Outside y -64..320 and 30,000,000 in x and z there is no building, but where the world's bounds reach farther.
  EditResult setBlock(BlockPos position, BlockType type);
  EditResult fill(BlockPos from, BlockPos to, BlockType type, std::optional<BlockType> only = std::nullopt);
  bool loadArea(const ColumnArea& area);

  // ---- borders; nothing restores the default. [Limit: min < max on every axis]
  void setBorder(const std::optional<Box>& border);
  [[nodiscard]] const std::optional<Box>& border() const noexcept { return border_; }

  // ---- entities
  [[nodiscard]] EntityStore& entities() noexcept { return entities_; }
  [[nodiscard]] const EntityStore& entities() const noexcept { return entities_; }
  /// Where an entity put at this position is: on a torus in [0, period). Use it for summon and tp.
  [[nodiscard]] Vec3 wrapped(Vec3 position) const noexcept;

  // ---- clocks. Day time wraps round as 64-bit numbers do.
  void setDayTime(std::int64_t ticks) noexcept { dayTime_ = ticks; }
  void advanceClocks() noexcept;

  // ---- a tick
  void beginFlight() noexcept { reads_.beginFlight(); }
  void endFlight() noexcept { reads_.endFlight(entities_.activeBats()); }
  void moveEntities() noexcept;

  // ---- figures
  [[nodiscard]] const ReadCounters& reads() const noexcept { return reads_; }
  /// Chunks that came into being though nobody built there: caused by a reader. 0, or something is wrong.
  [[nodiscard]] std::int64_t chunkLoads() const noexcept { return map_->chunksMade() - chunksBuilt_; }

  // ---- for assertions; not counted as reads. Positions must be finite and within 1e9, else nothing or false.
  /// P.y - surface of the column; nothing where there is none.
  [[nodiscard]] std::optional<double> height(Vec3 position) const noexcept;
  /// Whether the middle of the box of an entity at this position lies in such a block.
  [[nodiscard]] bool inSolid(Vec3 position) const noexcept;
  [[nodiscard]] bool inFluid(Vec3 position) const noexcept;

 private:
  struct SnapshotOf {
    const StubWorld& world;
  };
  explicit StubWorld(const SnapshotOf& other);
  [[nodiscard]] bool isBuildable(BlockPos position) const noexcept;
  /// For edits.
  [[nodiscard]] VoxelMap& ownMap();

  std::shared_ptr<VoxelMap> map_;  // shared with snapshots
  EntityStore entities_;
  std::optional<Box> border_;
  Bounds bounds_;
  std::int64_t gameTime_ = 0;
  std::int64_t dayTime_ = 0;
  std::int64_t chunksBuilt_ = 0;
  std::uint32_t revision_ = 0;
  ReadCounters reads_;
};

}  // namespace better_bats::stub
