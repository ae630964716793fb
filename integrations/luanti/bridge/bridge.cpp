// The tick: Luanti's bats into the plugin's world and back. SPDX-License-Identifier: MIT
#include "integrations/luanti/bridge/bridge.hpp"

#include <algorithm>
#include <cmath>

namespace better_bats::luanti {
namespace {

constexpr double kTicksPerSecond = 20;
constexpr Vec3 kHalfNode{0.5, 0.5, 0.5};  // node i is centred on i, block i begins there

// Bats are noted with the reading plan in turns, so that a tick's share is small.
constexpr std::size_t kTurns = 10;

// Predators are numbered apart from bats: an entity does not flee from itself.
constexpr std::uint64_t kPredatorIds = std::uint64_t{1} << 63;

constexpr std::size_t kLogLimit = 1000;  // a mod that never fetches lines must not fill the memory

[[nodiscard]] Entity toPlugin(const better_bats_luanti_entity& from, EntityKind kind) noexcept {
  Entity to{};
  to.id = kind == kPredatorKind ? from.id | kPredatorIds : from.id;
  to.kind = kind;
  to.flags = BETTER_BATS_ENTITY_ALIVE | (from.flying != 0 ? std::uint32_t{BETTER_BATS_ENTITY_FLYING} : 0U);
  to.position = Vec3{from.x, from.y, from.z} + kHalfNode;
  to.velocity = Vec3{from.vx, from.vy, from.vz} / kTicksPerSecond;
  return to;
}

[[nodiscard]] double toLuanti(double blocksPerTick) noexcept {
  return static_cast<double>(static_cast<float>(kTicksPerSecond * blocksPerTick));
}

/// Not for guests without a place: the plugin leaves those alone, and so do we.
[[nodiscard]] bool hasPlace(Vec3 p) noexcept {
  const auto usable = [](double value) { return value >= -1e9 && value <= 1e9; };
  return usable(p.x) && usable(p.y) && usable(p.z);
}

[[nodiscard]] Host hostThatLogsTo(std::deque<Bridge::LogLine>& lines, const BridgeOptions& options) {
  Host host;
  host.log = [&lines](LogLevel level, std::string_view line) {
    if (lines.size() < kLogLimit) lines.emplace_back(level, line);
  };
  host.configPath = options.config;
  host.rulesPath = options.rules;
  return host;
}

}  // namespace

Bridge::Bridge(const BridgeOptions& options)
    : world_(options.seed, options.limit),
      plan_(world_.blocksKnown),
      plugin_(Plugin::load(options.plugin, world_, hostThatLogsTo(log_, options))) {}

void Bridge::putBlock(BlockId id, std::span<const std::uint8_t, kBlockNodes> nodes, bool active) {
  world_.blocksKnown.put(id, MapBlock(nodes), active);
  plan_.answered(id, true, world_.now);
}

void Bridge::dropBlock(BlockId id) {
  if (world_.blocksKnown.find(id) != nullptr) {
    world_.blocksKnown.drop(id);
    // The light of the one below matters now.
    if (isHighestKnown(id)) changed({id.x, id.y - 1, id.z});
  }
  plan_.answered(id, false, world_.now);
}

void Bridge::changed(BlockId id) noexcept {
  if (KnownBlock* block = world_.blocksKnown.find(id)) block->changed = true;
}

bool Bridge::isHighestKnown(BlockId id) const noexcept {
  const BlockStack* stack = world_.blocksKnown.stackAt(id.x * kBlockSide, id.z * kBlockSide);
  return stack == nullptr || id.y >= stack->highest();
}

std::size_t Bridge::nextReads(std::span<BlockId> reads, std::size_t refresh) {
  for (std::size_t i = 0; i < world_.bats.size(); ++i) {
    const Vec3 position = world_.bats[i].position;
    if (!hasPlace(position)) continue;
    const bool turn = i % kTurns == static_cast<std::size_t>(world_.now) % kTurns;
    const bool waits = (world_.bats[i].flags & BETTER_BATS_ENTITY_FLYING) == 0;  // perhaps for its block
    if (turn || waits) plan_.noteBat(blockOf(position), world_.now);
  }
  return plan_.next(reads, refresh, world_.now);
}

Status Bridge::tick(double timeOfDay, std::uint32_t ticks, std::span<better_bats_luanti_entity> bats,
                    std::span<const better_bats_luanti_entity> predators) {
  world_.timeOfDay = LuantiWorld::dayTimeOf(timeOfDay);
  world_.predators.clear();
  for (const auto& predator : predators) world_.predators.push_back(toPlugin(predator, kPredatorKind));
  takeBats(bats);
  Status worst = Status::Ok;
  for (std::uint32_t tick = 0; tick < ticks; ++tick) {
    if (tick != 0) {
      for (Bat& bat : world_.bats) bat.position += bat.velocity;
    }
    ++world_.now;
    markOccupied();
    if (const Status status = plugin_.flight().applyFlightForces(world_.bats); status != Status::Ok) worst = status;
    stayInOpenBlocks();
  }
  for (std::size_t i = 0; i < bats.size(); ++i) {
    const Vec3 v = world_.bats[i].velocity;
    bats[i].vx = toLuanti(v.x), bats[i].vy = toLuanti(v.y), bats[i].vz = toLuanti(v.z);
  }
  return worst;
}

void Bridge::takeBats(std::span<const better_bats_luanti_entity> bats) {
  world_.bats.resize(bats.size());
  std::transform(bats.begin(), bats.end(), world_.bats.begin(),
                 [](const better_bats_luanti_entity& bat) { return toPlugin(bat, kBatKind); });
}

/// A bat in an unknown block would see neither ground nor walls: it waits until the block has been read.
void Bridge::markOccupied() {
  StackFinder stacks(world_.blocksKnown);
  around_.assign(world_.bats.size(), 0);
  for (std::size_t i = 0; i < around_.size(); ++i) {
    Bat& bat = world_.bats[i];
    if (!hasPlace(bat.position)) continue;
    const BlockPos node = blockOf(bat.position);
    BlockStack* const stack = stacks.at(node.x, node.z);
    const unsigned state = stack == nullptr ? 0 : stack->stateOf(blockIndex(node.y));
    if (state == 0) bat.flags &= ~std::uint32_t{BETTER_BATS_ENTITY_FLYING};
    if ((state & (kKnown | kActive)) == kKnown) stack->find(blockIndex(node.y))->occupiedAt = world_.now;
    around_[i] = static_cast<std::uint8_t>(state);
    // The plugin asks about it a little later; a step ago it was in no cache.
    if (stack != nullptr) stack->fetch(node);
  }
}

/// The plugin turns bats round before columns that are not loaded. In Luanti a block above or below can be missing too,
/// and a late step can carry a bat too far: the engine takes it out of the world a little later.
void Bridge::stayInOpenBlocks() noexcept {
  for (std::size_t i = 0; i < around_.size(); ++i) {
    Bat& bat = world_.bats[i];
    if (around_[i] == 0 || (bat.flags & BETTER_BATS_ENTITY_FLYING) == 0) continue;
    if ((around_[i] & kActive) == 0) turnBack(bat);
    const BlockPos next = blockOf(bat.position + bat.velocity);
    const BlockPos here = blockOf(bat.position);
    if (blockIndex(next.y) == blockIndex(here.y) || world_.isOpen(next)) continue;
    if (world_.isOpen({next.x, here.y, next.z})) bat.velocity.y = -bat.velocity.y;
  }
}

/// Towards the nearest face behind which the world is active.
void Bridge::turnBack(Bat& bat) const noexcept {
  const BlockId own = blockIdOf(blockOf(bat.position));
  const auto isActive = [&](BlockId id) {
    const KnownBlock* block = world_.blocksKnown.find(id);
    return block != nullptr && block->active;
  };
  double nearest = kBlockSide + 1;
  double* component = nullptr;
  double sign = 0;
  const auto consider = [&](BlockId neighbour, double distance, double& of, double direction) {
    if (distance < nearest && isActive(neighbour)) nearest = distance, component = &of, sign = direction;
  };
  const auto considerAxis = [&](double position, std::int32_t block, double& of, BlockId lower, BlockId upper) {
    const double inside = position - block * kBlockSide;
    consider(lower, inside, of, -1);
    consider(upper, kBlockSide - inside, of, 1);
  };
  Vec3& v = bat.velocity;
  considerAxis(bat.position.x, own.x, v.x, {own.x - 1, own.y, own.z}, {own.x + 1, own.y, own.z});
  considerAxis(bat.position.y, own.y, v.y, {own.x, own.y - 1, own.z}, {own.x, own.y + 1, own.z});
  considerAxis(bat.position.z, own.z, v.z, {own.x, own.y, own.z - 1}, {own.x, own.y, own.z + 1});
  if (component != nullptr) *component = sign * std::abs(*component);
}

std::optional<Bridge::LogLine> Bridge::nextLog() {
  if (log_.empty()) return std::nullopt;
  LogLine line = std::move(log_.front());
  log_.pop_front();
  return line;
}

}  // namespace better_bats::luanti
