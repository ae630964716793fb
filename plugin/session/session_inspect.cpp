// What a session tells about itself: flocks, forces, figures, dump, and its saved state. SPDX-License-Identifier: MIT
#include <limits>
#include <utility>

#include <better_bats/version.h>

#include "plugin/session/dump_document.hpp"
#include "plugin/session/session.hpp"
#include "plugin/session/state_document.hpp"

namespace better_bats {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
/// Ids count up from what was loaded and must never wrap round to 0, which is no flock.
constexpr std::uint64_t kMostFlockId = std::uint64_t{1} << 62U;
constexpr Box kEverywhere{{-kInfinity, -kInfinity, -kInfinity}, {kInfinity, kInfinity, kInfinity}};

}  // namespace

FlockOfBat Session::flockOf(std::uint64_t id) const noexcept {
  return engine_.flockOf(id);
}

Status Session::explain(std::uint64_t id, const std::function<void(const char*, Vec3)>& record) {
  return engine_.explain(id, record) ? Status::Ok : Status::NotFound;
}

Status Session::measure(const FigureVisitor& visit) const {
  const auto bounds = world_.bounds();
  std::optional<EntityKind> kind;
  std::vector<Entity> entities;
  if (!bounds || !world_.findKind("minecraft:bat", kind)) return Status::HostFailed;
  if (kind && !world_.scanEntities(kEverywhere, {&*kind, 1}, entities)) return Status::HostFailed;
  Snapshot bats;
  bats.renew(entities, kind.value_or(0), [](std::uint64_t, Defect) {});
  measureFlocks(bats, world_, Space(*bounds), [this](std::uint64_t id) { return flockOf(id); }).visit(visit);
  return Status::Ok;
}

void Session::health(const FigureVisitor& visit) {
  const bool tickIsOver = engine_.snapshotTime() != world_.gameTime();
  const std::int64_t nanoseconds = tickIsOver ? tickNanoseconds_ : lastTickNanoseconds_;
  visit("bats", engine_.snapshot().size());
  visit("flocks", static_cast<double>(engine_.roster().flockCount()));
  visit("tick_microseconds", static_cast<double>(nanoseconds) / 1000);
  visit("snapshots", static_cast<double>(snapshots_));
  visit("skipped_entities", static_cast<double>(skipped_));
  visit("failed_queries", static_cast<double>(failedQueries_));
  visit("pending_startles", static_cast<double>(engine_.startles().size()));
}

std::string Session::saveState() const {
  return stateJson({engine_.roster().nextId(), engine_.savedFlocks(), engine_.startles()});
}

Status Session::loadState(std::string_view json) {
  const auto state = parseState(json);
  if (!state || state->nextFlockId > kMostFlockId || state->startles.size() > kMostStartles) {
    return Status::InvalidArgument;
  }
  for (const auto& [startle, ticks] : state->startles) {
    if (checkStartle(startle) != Status::Ok || ticks == 0) return Status::InvalidArgument;
  }
  if (!engine_.restore(state->flocks, state->nextFlockId, state->startles)) return Status::InvalidArgument;
  return Status::Ok;
}

Status Session::dump(std::string& json) const {
  std::vector<Entity> bats;
  std::optional<EntityKind> kind;
  if (!world_.findKind("minecraft:bat", kind)) return Status::HostFailed;
  if (kind && !world_.scanEntities(kEverywhere, {&*kind, 1}, bats)) return Status::HostFailed;
  const auto gameTime = world_.gameTime();
  if (!gameTime) return Status::HostFailed;
  auto rehearsal = rehearse(engine_, world_, settings_.parameters(), flightRules(), *gameTime, bats);
  if (!rehearsal) return Status::HostFailed;
  const DumpSource source{world_, settings_, saveState(), std::move(bats), *std::move(rehearsal)};
  return writeDump(source, json) ? Status::Ok : Status::HostFailed;
}

}  // namespace better_bats
