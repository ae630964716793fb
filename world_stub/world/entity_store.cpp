// Entities in dense arrays. SPDX-License-Identifier: MIT
#include "world_stub/world/entity_store.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace better_bats::stub {
namespace {

// NaN fails the comparison.
bool isFinite(Vec3 v) noexcept {
  return std::fabs(v.x) <= 1e9 && std::fabs(v.y) <= 1e9 && std::fabs(v.z) <= 1e9;
}

std::uint32_t flagsOf(EntityKind kind, const EntityDetails& details) noexcept {
  const bool flies = kind == batKind && !details.noAi && !details.resting;
  return BETTER_BATS_ENTITY_ALIVE | (flies ? std::uint32_t{BETTER_BATS_ENTITY_FLYING} : 0U);
}

bool isWithin(const Box& box, Vec3 p) noexcept {
  return p.x >= box.min.x && p.x <= box.max.x && p.y >= box.min.y && p.y <= box.max.y && p.z >= box.min.z &&
         p.z <= box.max.z;
}

// Hands over runs of neighbours in memory for which `wanted` holds.
template <typename Wanted>
void visitRuns(std::span<const Entity> entities, const EntityVisitor& visit, Wanted wanted) {
  std::size_t begin = 0;
  while (begin < entities.size()) {
    if (!wanted(entities[begin])) {
      ++begin;
      continue;
    }
    std::size_t end = begin + 1;
    while (end < entities.size() && wanted(entities[end])) ++end;
    visit(entities.subspan(begin, end - begin));
    begin = end + 1;
  }
}

}  // namespace

bool hasFiniteState(const Entity& entity) noexcept {
  return isFinite(entity.position) && isFinite(entity.velocity);
}

bool isActive(const Entity& bat) noexcept {
  constexpr std::uint32_t needed = BETTER_BATS_ENTITY_ALIVE | BETTER_BATS_ENTITY_FLYING;
  return (bat.flags & needed) == needed && hasFiniteState(bat);
}

// ---- List

std::size_t EntityStore::List::lowerBound(std::uint64_t id) const noexcept {
  const auto at = std::lower_bound(entities.begin(), entities.end(), id,
                                   [](const Entity& entity, std::uint64_t wanted) { return entity.id < wanted; });
  return static_cast<std::size_t>(at - entities.begin());
}

std::optional<std::size_t> EntityStore::List::indexOf(std::uint64_t id) const noexcept {
  const std::size_t index = lowerBound(id);
  if (index < entities.size() && entities[index].id == id) return index;
  return std::nullopt;
}

void EntityStore::List::insert(const Entity& entity, EntityDetails&& more) {
  areCellsFresh = false;
  const auto at = static_cast<std::ptrdiff_t>(lowerBound(entity.id));
  entities.insert(entities.begin() + at, entity);
  details.insert(details.begin() + at, std::move(more));
}

std::size_t EntityStore::List::remove(std::span<const std::uint64_t> ids) {
  areCellsFresh = false;
  std::size_t kept = 0;
  std::size_t gone = 0;
  for (std::size_t i = 0; i < entities.size(); ++i) {
    while (gone < ids.size() && ids[gone] < entities[i].id) ++gone;
    if (gone < ids.size() && ids[gone] == entities[i].id) continue;
    if (kept != i) {
      entities[kept] = entities[i];
      details[kept] = std::move(details[i]);
    }
    ++kept;
  }
  const std::size_t removed = entities.size() - kept;
  entities.resize(kept);
  details.resize(kept);
  return removed;
}

template <typename Wanted>
void EntityStore::List::scan(const Box& box, const EntityVisitor& visit, Wanted wanted) const {
  const auto isHit = [&](const Entity& entity) { return wanted(entity.kind) && isWithin(box, entity.position); };
  if (!BoxIndex::isWorthwhile(box, entities.size())) {
    visitRuns(entities, visit, isHit);
    return;
  }
  if (!areCellsFresh) cells.build(entities);
  areCellsFresh = true;
  cells.forEachNear(entities, box, [&](std::size_t at) {
    if (isHit(entities[at])) visit(entities[at]);
  });
}

// ---- EntityStore

std::optional<std::uint64_t> EntityStore::add(EntityKind kind, Vec3 position, Vec3 velocity, EntityDetails details,
                                              std::optional<std::uint64_t> id) {
  if (!id && highestUsed_ == highestId) return std::nullopt;
  const std::uint64_t given = id ? *id : highestUsed_ + 1;
  if (given == 0 || given > highestId || placeOf(given)) return std::nullopt;
  const Entity entity{given, kind, flagsOf(kind, details), position, velocity};
  (kind == batKind ? bats_ : others_).insert(entity, std::move(details));
  raiseHighestIdUsed(given);
  return given;
}

void EntityStore::reserveBats(std::size_t count) {
  bats_.entities.reserve(count);
  bats_.details.reserve(count);
}

bool EntityStore::remove(std::uint64_t id) {
  return remove(std::span(&id, 1)) == 1;
}

std::size_t EntityStore::remove(std::span<const std::uint64_t> ids) {
  return bats_.remove(ids) + others_.remove(ids);
}

void EntityStore::clear() {
  *this = EntityStore{};
}

std::optional<EntityStore::Place> EntityStore::placeOf(std::uint64_t id) noexcept {
  if (const auto bat = bats_.indexOf(id)) return Place{&bats_, *bat};
  if (const auto other = others_.indexOf(id)) return Place{&others_, *other};
  return std::nullopt;
}

const Entity* EntityStore::find(std::uint64_t id) const noexcept {
  if (const auto bat = bats_.indexOf(id)) return &bats_.entities[*bat];
  if (const auto other = others_.indexOf(id)) return &others_.entities[*other];
  return nullptr;
}

const EntityDetails* EntityStore::details(std::uint64_t id) const noexcept {
  if (const auto bat = bats_.indexOf(id)) return &bats_.details[*bat];
  if (const auto other = others_.indexOf(id)) return &others_.details[*other];
  return nullptr;
}

bool EntityStore::setPosition(std::uint64_t id, Vec3 position) noexcept {
  const auto place = placeOf(id);
  if (place) place->list->changeable()[place->index].position = position;
  return place.has_value();
}

bool EntityStore::setVelocity(std::uint64_t id, Vec3 velocity) noexcept {
  const auto place = placeOf(id);
  if (place) place->list->entities[place->index].velocity = velocity;
  return place.has_value();
}

bool EntityStore::setDetails(std::uint64_t id, EntityDetails details) {
  const auto place = placeOf(id);
  if (!place) return false;
  Entity& entity = place->list->entities[place->index];
  entity.flags = flagsOf(entity.kind, details);
  place->list->details[place->index] = std::move(details);
  return true;
}

std::size_t EntityStore::activeBats() const noexcept {
  return static_cast<std::size_t>(std::count_if(bats_.entities.begin(), bats_.entities.end(), isActive));
}

void EntityStore::raiseHighestIdUsed(std::uint64_t id) noexcept {
  highestUsed_ = std::max(highestUsed_, id);
}

void EntityStore::scan(const Box& box, std::span<const EntityKind> kinds, const EntityVisitor& visit) const {
  const auto isWanted = [&](EntityKind kind) { return std::find(kinds.begin(), kinds.end(), kind) != kinds.end(); };
  if (isWanted(batKind)) {
    bats_.scan(box, visit, [](EntityKind) { return true; });
  }
  others_.scan(box, visit, isWanted);
}

}  // namespace better_bats::stub
