// Answers of the stub world. SPDX-License-Identifier: MIT
#include "world_stub/world/stub_world.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace better_bats::stub {
namespace {

// The block of a point, for points that fit into block coordinates.
std::optional<BlockPos> blockAt(Vec3 p) noexcept {
  if (!(std::fabs(p.x) <= 1e9 && std::fabs(p.y) <= 1e9 && std::fabs(p.z) <= 1e9)) return std::nullopt;
  return blockOf(p);
}

const BlockTraits& traitsAt(const VoxelMap& map, Vec3 point) noexcept {
  const auto at = blockAt(point);
  return traitsOf(at ? map.type(*at) : BlockType::Air);
}

bool seesSkyFrom(const Surface& surface, std::int32_t y) noexcept {
  return surface.loaded == 0 || surface.has_surface == 0 || y >= surface.height;
}

std::uint32_t runLength(const Probe& probe) noexcept {
  return std::uint32_t{probe.down} + probe.up + 1U;
}

ProbeResult answer(const Probe& probe, const ColumnView& column) noexcept {
  ProbeResult result{};
  if ((probe.wants & BETTER_BATS_WANT_BLOCKS) != 0) {
    const BlockRun run = column.run(probe.y - probe.down, runLength(probe));
    result.solid = run.solid;
    result.fluid = run.fluid;
  }
  if ((probe.wants & (BETTER_BATS_WANT_SURFACE | BETTER_BATS_WANT_SKY)) != 0) {
    const Surface surface = column.surface();
    result.surface = surface.height;
    result.loaded = surface.loaded;
    result.has_surface = surface.has_surface;
    result.sees_sky = seesSkyFrom(surface, probe.y) ? 1 : 0;
  }
  return result;
}

}  // namespace

StubWorld::StubWorld(const WorldSpec& spec) {
  create(spec);
}

StubWorld::StubWorld(const SnapshotOf& other)
    : map_(other.world.map_),
      entities_(other.world.entities_),
      border_(other.world.border_),
      bounds_(other.world.bounds_),
      gameTime_(other.world.gameTime_),
      dayTime_(other.world.dayTime_),
      chunksBuilt_(other.world.chunksBuilt_),
      revision_(other.world.revision_) {}

std::shared_ptr<const StubWorld> StubWorld::snapshot() const {
  return std::shared_ptr<const StubWorld>(new StubWorld(SnapshotOf{*this}));
}

VoxelMap& StubWorld::ownMap() {
  if (map_.use_count() > 1) map_ = std::make_shared<VoxelMap>(*map_);
  return *map_;
}

void StubWorld::create(const WorldSpec& spec) {
  WorldState state;
  state.map = std::make_unique<VoxelMap>(spec);
  restore(std::move(state));
}

void StubWorld::restore(WorldState&& state) {
  map_ = std::move(state.map);
  chunksBuilt_ = map_->chunksMade();
  entities_ = std::move(state.entities);
  setBorder(state.border);
  gameTime_ = state.gameTime;
  dayTime_ = state.dayTime;
  ++revision_;
  reads_.reset();
}

// ---- what the plugin asks

std::optional<EntityKind> StubWorld::entityKind(std::string_view id) const {
  return findEntityKind(id);
}

Surface StubWorld::surfaceHeight(std::int32_t x, std::int32_t z) const {
  reads_.count(0, 1);
  return map_->column(x, z).surface();
}

Block StubWorld::block(BlockPos position) const {
  const BlockRun run = blocks(position, 1);
  return {run.solid != 0, run.fluid != 0};
}

BlockRun StubWorld::blocks(BlockPos low, std::uint32_t count) const {
  reads_.count(count, 0);
  return map_->column(low.x, low.z).run(low.y, count);
}

std::optional<bool> StubWorld::seesSky(BlockPos position) const {
  reads_.count(0, 1);
  return seesSkyFrom(map_->column(position.x, position.z).surface(), position.y);
}

// In blocks of probes: first every column is found and its memory asked for, then every question is answered.
Status StubWorld::probe(std::span<const Probe> probes, std::span<ProbeResult> results) const {
  if (probes.size() != results.size()) return Status::InvalidArgument;
  constexpr std::size_t atOnce = 32;
  std::array<ColumnView, atOnce> columns;
  std::uint64_t blocksRead = 0;
  std::uint64_t columnsRead = 0;
  for (std::size_t begin = 0; begin < probes.size(); begin += atOnce) {
    const std::size_t count = std::min(atOnce, probes.size() - begin);
    for (std::size_t i = 0; i < count; ++i) {
      const Probe& probe = probes[begin + i];
      columns[i] = map_->column(probe.x, probe.z);
      columns[i].prefetch(probe.y - probe.down, runLength(probe));
    }
    for (std::size_t i = 0; i < count; ++i) {
      const Probe& probe = probes[begin + i];
      results[begin + i] = answer(probe, columns[i]);
      if ((probe.wants & BETTER_BATS_WANT_BLOCKS) != 0) blocksRead += runLength(probe);
      if ((probe.wants & (BETTER_BATS_WANT_SURFACE | BETTER_BATS_WANT_SKY)) != 0) ++columnsRead;
    }
  }
  reads_.count(blocksRead, columnsRead);
  return Status::Ok;
}

void StubWorld::scanEntities(const Box& box, std::span<const EntityKind> kinds, const EntityVisitor& visit) const {
  entities_.scan(box, kinds, visit);
}

// ---- blocks

bool StubWorld::isBuildable(BlockPos position) const noexcept {
  constexpr double edge = 30'000'000;
  constexpr double lowest = -64;
  constexpr double highest = 320;
  const auto within = [](std::int32_t block, double low, double high) { return block >= low && block < high; };
  const Vec3& min = bounds_.min;
  const Vec3& max = bounds_.max;
  return within(position.x, std::min(-edge, min.x), std::max(edge, max.x)) &&
         within(position.y, std::min(lowest, min.y), std::max(highest, max.y)) &&
         within(position.z, std::min(-edge, min.z), std::max(edge, max.z));
}

EditResult StubWorld::setBlock(BlockPos position, BlockType type) {
  return fill(position, position, type);
}

EditResult StubWorld::fill(BlockPos from, BlockPos to, BlockType type, std::optional<BlockType> only) {
  if (!isBuildable(from) || !isBuildable(to)) return {EditStatus::OutOfWorld, 0};
  const std::int64_t before = map_->chunksMade();
  const EditResult result = ownMap().fill(from, to, type, only);
  chunksBuilt_ += map_->chunksMade() - before;
  ++revision_;
  return result;
}

bool StubWorld::loadArea(const ColumnArea& area) {
  const std::int64_t before = map_->chunksMade();
  const bool done = ownMap().loadArea(area);
  chunksBuilt_ += map_->chunksMade() - before;
  ++revision_;
  return done;
}

// ---- borders, entities, clocks

void StubWorld::setBorder(const std::optional<Box>& border) {
  border_ = border;
  bounds_ = defaultBounds(map_->spec());
  if (border) {
    bounds_.min = border->min;
    bounds_.max = border->max;
  }
}

Vec3 StubWorld::wrapped(Vec3 position) const noexcept {
  return {wrapCoordinate(position.x, bounds_.period.x), position.y, wrapCoordinate(position.z, bounds_.period.z)};
}

void StubWorld::advanceClocks() noexcept {
  const auto next = [](std::int64_t ticks) { return static_cast<std::int64_t>(static_cast<std::uint64_t>(ticks) + 1); };
  gameTime_ = next(gameTime_);
  dayTime_ = next(dayTime_);
}

void StubWorld::moveEntities() noexcept {
  moveBats(*map_, entities_.bats());
  movePhantoms(*map_, entities_);
}

// ---- for assertions

std::optional<double> StubWorld::height(Vec3 position) const noexcept {
  const auto at = blockAt(position);
  if (!at) return std::nullopt;
  const Surface surface = map_->column(at->x, at->z).surface();
  if (surface.loaded == 0 || surface.has_surface == 0) return std::nullopt;
  return position.y - surface.height;
}

bool StubWorld::inSolid(Vec3 position) const noexcept {
  return traitsAt(*map_, bodyCentre(position)).solid;
}

bool StubWorld::inFluid(Vec3 position) const noexcept {
  return traitsAt(*map_, bodyCentre(position)).fluid;
}

}  // namespace better_bats::stub
