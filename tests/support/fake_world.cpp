// A small, honest world for tests. SPDX-License-Identifier: MIT
#include "tests/support/fake_world.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <stdexcept>

namespace better_bats::test {

namespace {

constexpr std::array<std::string_view, 8> kindIds{"bat", "cat",    "ocelot", "phantom",
                                                  "cow", "zombie", "player", "silverfish"};

[[nodiscard]] bool inside(const Box& box, Vec3 p) noexcept {
  return p.x >= box.min.x && p.x <= box.max.x && p.y >= box.min.y && p.y <= box.max.y && p.z >= box.min.z &&
         p.z <= box.max.z;
}

[[nodiscard]] bool isActive(const Bat& bat) noexcept {
  constexpr std::uint32_t active = BETTER_BATS_ENTITY_ALIVE | BETTER_BATS_ENTITY_FLYING;
  return (bat.flags & active) == active;
}

}  // namespace

std::optional<EntityKind> kindOf(std::string_view id) {
  constexpr std::string_view prefix = "minecraft:";
  if (id.substr(0, prefix.size()) == prefix) id.remove_prefix(prefix.size());
  const auto* const found = std::find(kindIds.begin(), kindIds.end(), id);
  if (found == kindIds.end()) return std::nullopt;
  return static_cast<EntityKind>(found - kindIds.begin());
}

double wrapped(double p, double period) noexcept {
  const double rest = p - period * std::floor(p / period);
  return rest >= period ? 0 : rest;
}

void FakeWorld::setBlock(BlockPos at, Block block) {
  columns_[{at.x, at.z}][at.y] = block;
}

void FakeWorld::move(Bat& bat) const noexcept {
  if (!isActive(bat)) return;
  bat.position += bat.velocity;
  if (limits.period.x > 0) bat.position.x = wrapped(bat.position.x, limits.period.x);
  if (limits.period.z > 0) bat.position.z = wrapped(bat.position.z, limits.period.z);
}

void FakeWorld::advance() {
  for (Bat& bat : bats) move(bat);
  ++gameClock;
  ++dayClock;
}

bool FakeWorld::isLoaded(std::int32_t x, std::int32_t z) const noexcept {
  return !loaded || (x >= loaded->x1 && x <= loaded->x2 && z >= loaded->z1 && z <= loaded->z2);
}

void FakeWorld::requireWrapped(std::int32_t x, std::int32_t z) const {
  const auto outside = [](std::int32_t at, double period) { return period > 0 && (at < 0 || at >= period); };
  if (outside(x, limits.period.x) || outside(z, limits.period.z)) {
    throw std::out_of_range("a column outside the torus was asked for");
  }
}

Surface FakeWorld::surfaceHeight(std::int32_t x, std::int32_t z) const {
  requireWrapped(x, z);
  Surface surface{};
  if (!isLoaded(x, z)) return surface;
  surface.loaded = 1;
  if (ground) {
    surface.has_surface = 1;
    surface.height = *ground;
  }
  const auto column = columns_.find({x, z});
  if (column == columns_.end()) return surface;
  const std::int32_t top = column->second.rbegin()->first + 1;
  surface.height = ground ? std::max(*ground, top) : top;
  surface.has_surface = 1;
  return surface;
}

Block FakeWorld::block(BlockPos position) const {
  requireWrapped(position.x, position.z);
  if (!isLoaded(position.x, position.z)) return {};
  if (const auto column = columns_.find({position.x, position.z}); column != columns_.end()) {
    if (const auto at = column->second.find(position.y); at != column->second.end()) return at->second;
  }
  return {ground && position.y < *ground, false};
}

void FakeWorld::scanEntities(const Box& box, std::span<const EntityKind> kinds, const EntityVisitor& visit) const {
  const auto visitAll = [&](const std::vector<Entity>& entities) {
    for (const Entity& entity : entities) {
      const bool wanted = std::find(kinds.begin(), kinds.end(), entity.kind) != kinds.end();
      if (wanted && inside(box, entity.position)) visit(entity);
    }
  };
  visitAll(bats);
  visitAll(others);
}

Status FakeWorld::probe(std::span<const Probe> probes, std::span<ProbeResult> results) const {
  if (!answersProbes) return Status::Unsupported;
  for (std::size_t i = 0; i < probes.size(); ++i) {
    const Probe& question = probes[i];
    ProbeResult answer{};
    const Surface surface = surfaceHeight(question.x, question.z);
    answer.loaded = surface.loaded;
    answer.has_surface = surface.has_surface;
    answer.surface = surface.height;
    answer.sees_sky = surface.has_surface == 0 || question.y >= surface.height ? 1 : 0;
    if ((question.wants & BETTER_BATS_WANT_BLOCKS) != 0) {
      const auto count = static_cast<std::uint32_t>(question.down + question.up + 1);
      const BlockRun run = blocks({question.x, question.y - question.down, question.z}, count);
      answer.solid = run.solid;
      answer.fluid = run.fluid;
    }
    results[i] = answer;
  }
  return Status::Ok;
}

}  // namespace better_bats::test
