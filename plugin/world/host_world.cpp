// Asking a host that may have no answer. SPDX-License-Identifier: MIT
#include "plugin/world/host_world.hpp"

#include <algorithm>
#include <cstring>
#include <limits>
#include <type_traits>

#include "plugin/flight/day_cycle.hpp"

namespace better_bats {
namespace {

/// More entities than this are no answer: the boundary's limit of bats.
constexpr std::uint64_t kMostEntities = std::numeric_limits<std::int32_t>::max();

/// Where a scan's visitor puts what it is given. Nothing may be thrown through the host's code.
struct Collection {
  std::vector<Entity>* entities;
  std::span<const EntityKind> kinds;  ///< what else is handed over was not asked for
  bool tooMany = false;
  bool outOfMemory = false;
};

void collect(void* visitor, const Entity* entities, std::uint64_t count) noexcept {
  auto& collection = *static_cast<Collection*>(visitor);
  if (entities == nullptr || collection.tooMany) return;
  collection.tooMany = count > kMostEntities - std::min<std::uint64_t>(kMostEntities, collection.entities->size());
  if (collection.tooMany) return;
  try {
    for (const Entity& entity : std::span(entities, count)) {
      const bool wanted =
          std::find(collection.kinds.begin(), collection.kinds.end(), entity.kind) != collection.kinds.end();
      if (wanted) collection.entities->push_back(entity);
    }
  } catch (...) {
    collection.outOfMemory = true;
  }
}

}  // namespace

const char* HostWorld::missingFunction(const better_bats_world& table) noexcept {
  if (table.game_time == nullptr) return "game_time";
  if (table.day_time == nullptr) return "day_time";
  if (table.seed == nullptr) return "seed";
  if (table.bounds == nullptr) return "bounds";
  if (table.entity_kind == nullptr) return "entity_kind";
  if (table.surface == nullptr) return "surface";
  if (table.blocks == nullptr) return "blocks";
  if (table.scan_entities == nullptr) return "scan_entities";
  return nullptr;
}

bool HostWorld::findKind(const std::string& id, std::optional<EntityKind>& kind) const noexcept {
  EntityKind number = 0;
  const better_bats_status status = table_->entity_kind(table_->context, id.c_str(), &number);
  if (status != BETTER_BATS_OK && status != BETTER_BATS_NOT_FOUND) return false;
  kind = status == BETTER_BATS_OK ? std::optional(number) : std::nullopt;
  return true;
}

std::optional<bool> HostWorld::isNight(std::int64_t dayTime) const noexcept {
  std::uint8_t night = 0;
  const better_bats_status status =
      table_->is_night == nullptr ? BETTER_BATS_UNSUPPORTED : table_->is_night(table_->context, &night);
  if (status == BETTER_BATS_UNSUPPORTED) return isNightByClock(dayTime);
  if (status != BETTER_BATS_OK) return std::nullopt;
  return night != 0;
}

bool HostWorld::probe(std::span<const Probe> probes, std::span<ProbeResult> results) const {
  const bool allAnswered = answer(probes, results);
  if (records_ != nullptr) {
    for (std::size_t i = 0; i < probes.size(); ++i) {
      records_->push_back({probes[i], results[i], hasAnswer(allAnswered, results[i])});
    }
  }
  return allAnswered;
}

bool HostWorld::answer(std::span<const Probe> probes, std::span<ProbeResult> results) const noexcept {
  const auto ask = [&](std::span<const Probe> some, std::span<ProbeResult> answers) {
    if (table_->probe == nullptr) return better_bats_status{BETTER_BATS_UNSUPPORTED};
    // What a host says it answered and did not write is air of an unloaded column, not what stood there before.
    static_assert(std::is_trivial_v<ProbeResult>);
    std::memset(answers.data(), 0, answers.size_bytes());
    return table_->probe(table_->context, some.data(), some.size(), answers.data());
  };
  better_bats_status status = ask(probes, results);
  if (status == BETTER_BATS_OK) return true;
  bool allAnswered = true;
  for (std::size_t i = 0; i < probes.size(); ++i) {
    if (status != BETTER_BATS_UNSUPPORTED) status = ask(probes.subspan(i, 1), results.subspan(i, 1));
    const bool answered =
        status == BETTER_BATS_UNSUPPORTED ? probeByParts(probes[i], results[i]) : status == BETTER_BATS_OK;
    results[i].reserved = answered ? 0 : kNoAnswer;
    allAnswered = allAnswered && answered;
  }
  return allAnswered;
}

bool HostWorld::probeByParts(const Probe& probe, ProbeResult& result) const noexcept {
  result = {};
  result.loaded = 1;
  const bool surface = (probe.wants & (BETTER_BATS_WANT_SURFACE | BETTER_BATS_WANT_SKY)) != 0;
  if (surface) {
    Surface column{};
    if (table_->surface(table_->context, probe.x, probe.z, &column) != BETTER_BATS_OK) return false;
    result.loaded = column.loaded;
    result.has_surface = column.loaded != 0 && column.has_surface != 0 ? 1 : 0;
    result.surface = column.height;
  }
  if ((probe.wants & BETTER_BATS_WANT_SKY) != 0 && !skyByParts(probe, result)) return false;
  if ((probe.wants & BETTER_BATS_WANT_BLOCKS) == 0 || result.loaded == 0) return true;
  BlockRun run{};
  const std::uint32_t count = std::uint32_t{probe.down} + probe.up + 1;
  if (table_->blocks(table_->context, {probe.x, probe.y - probe.down, probe.z}, count, &run) != BETTER_BATS_OK) {
    return false;
  }
  result.solid = run.solid;
  result.fluid = run.fluid;
  return true;
}

bool HostWorld::skyByParts(const Probe& probe, ProbeResult& result) const noexcept {
  const better_bats_status status =
      table_->sees_sky == nullptr ? BETTER_BATS_UNSUPPORTED
                                  : table_->sees_sky(table_->context, {probe.x, probe.y, probe.z}, &result.sees_sky);
  if (status == BETTER_BATS_UNSUPPORTED) {
    result.sees_sky = result.has_surface == 0 || probe.y >= result.surface ? 1 : 0;
    return true;
  }
  return status == BETTER_BATS_OK;
}

bool HostWorld::scanEntities(const Box& box, std::span<const EntityKind> kinds, std::vector<Entity>& entities) const {
  Collection collection{&entities, kinds};
  const better_bats_status status = table_->scan_entities(
      table_->context, &box, kinds.data(), static_cast<std::uint32_t>(kinds.size()), &collect, &collection);
  if (collection.outOfMemory) throw std::bad_alloc();
  return status == BETTER_BATS_OK && !collection.tooMany;
}

}  // namespace better_bats
