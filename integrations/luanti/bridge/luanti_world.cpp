// Answers from the known part of the map. SPDX-License-Identifier: MIT
#include "integrations/luanti/bridge/luanti_world.hpp"

#include <algorithm>
#include <cmath>

namespace better_bats::luanti {
namespace {

[[nodiscard]] bool inside(const Box& box, Vec3 p) noexcept {
  return p.x >= box.min.x && p.x <= box.max.x && p.y >= box.min.y && p.y <= box.max.y && p.z >= box.min.z &&
         p.z <= box.max.z;
}

}  // namespace

std::int64_t LuantiWorld::dayTimeOf(double timeOfDay) noexcept {
  if (!(timeOfDay >= 0 && timeOfDay <= 1)) return 0;
  const auto sinceMidnight = static_cast<std::int64_t>(std::floor(timeOfDay * 24000 + 0.5));
  return (sinceMidnight - 6000 + 24000) % 24000;
}

bool LuantiWorld::isOpen(BlockPos node) const noexcept {
  return isOpen(blocksKnown.stackAt(node.x, node.z), node);
}

bool LuantiWorld::isOpen(const BlockStack* stack, BlockPos node) const noexcept {
  const std::int32_t blockY = blockIndex(node.y);
  const unsigned state = stack == nullptr ? 0 : stack->stateOf(blockY);
  if ((state & (kKnown | kActive | kPartlyUnknown)) == (kKnown | kActive)) return true;
  if (state == 0) return false;
  const KnownBlock& block = *stack->find(blockY);
  return (block.active || block.occupiedAt == now) &&
         !block.nodes->isUnknown(MapBlock::columnOf(node.x, node.z), placeInBlock(node.y));
}

Bounds LuantiWorld::bounds() const {
  return {{-limit_, -limit_, -limit_}, {limit_, limit_, limit_}, {0, 0, 0}};
}

std::optional<EntityKind> LuantiWorld::entityKind(std::string_view id) const {
  if (id == "minecraft:bat") return kBatKind;
  if (id == "minecraft:cat") return kPredatorKind;
  return std::nullopt;
}

Surface LuantiWorld::surfaceHeight(std::int32_t x, std::int32_t z) const {
  const BlockStack* stack = blocksKnown.stackAt(x, z);
  return stack == nullptr ? Surface{} : stack->surface(MapBlock::columnOf(x, z));
}

Block LuantiWorld::block(BlockPos position) const {
  const BlockRun run = blocks(position, 1);
  return {run.solid != 0, run.fluid != 0};
}

BlockRun LuantiWorld::blocks(BlockPos low, std::uint32_t count) const {
  const BlockStack* stack = blocksKnown.stackAt(low.x, low.z);
  return stack == nullptr ? BlockRun{} : stack->run(MapBlock::columnOf(low.x, low.z), low.y, count);
}

void LuantiWorld::scanEntities(const Box& box, std::span<const EntityKind> kinds, const EntityVisitor& visit) const {
  const auto scan = [&](EntityKind kind, const std::vector<Entity>& entities) {
    if (std::find(kinds.begin(), kinds.end(), kind) == kinds.end()) return;
    for (const Entity& entity : entities) {
      if (inside(box, entity.position)) visit(entity);
    }
  };
  scan(kBatKind, bats);
  scan(kPredatorKind, predators);
}

Status LuantiWorld::probe(std::span<const Probe> probes, std::span<ProbeResult> results) const {
  StackFinder stacks(blocksKnown);
  std::transform(probes.begin(), probes.end(), results.begin(),
                 [&](const Probe& one) { return answer(stacks.at(one.x, one.z), one); });
  return Status::Ok;
}

ProbeResult LuantiWorld::answer(const BlockStack* stack, const Probe& probe) const noexcept {
  ProbeResult result{};
  if (stack == nullptr) return result;
  const auto column = MapBlock::columnOf(probe.x, probe.z);
  result.loaded = isOpen(stack, {probe.x, probe.y, probe.z}) ? 1 : 0;
  if ((probe.wants & (BETTER_BATS_WANT_SURFACE | BETTER_BATS_WANT_SKY)) != 0) {
    const Surface surface = stack->surface(column);
    result.has_surface = surface.has_surface;
    result.surface = surface.height;
    result.sees_sky = surface.has_surface == 0 || probe.y >= surface.height ? 1 : 0;
  }
  if ((probe.wants & BETTER_BATS_WANT_BLOCKS) != 0) {
    const BlockRun run = stack->run(column, probe.y - probe.down, std::uint32_t{probe.down} + probe.up + 1);
    result.solid = run.solid;
    result.fluid = run.fluid;
  }
  return result;
}

}  // namespace better_bats::luanti
