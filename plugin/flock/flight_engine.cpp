// The tick of the engine: snapshot, flocks, forces. SPDX-License-Identifier: MIT
#include "plugin/flock/flight_engine.hpp"

#include <algorithm>
#include <limits>

#include "plugin/flight/day_cycle.hpp"
#include "plugin/flight/draws.hpp"

namespace better_bats {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// Bats are put in the order of space when so many ticks have worn it out; fewer bats than these fit the cache anyhow.
constexpr std::uint32_t kWornOut = 128;
constexpr Slot kWorthOrder = 2048;

/// A sum beyond this would lose what is added to it in a tick.
constexpr double kLongestTravel = 1e9;

}  // namespace

void FlightEngine::reset() {
  snapshotTime_.reset();
  snapshot_.adopt({});
  snapshotInput_ = nullptr;
  roster_.reset();
  predators_.clear();
  startles_.clear();
  activeStartles_.clear();
  tick_.startles = {};
}

bool FlightEngine::restore(std::span<const SavedFlock> flocks, std::uint64_t nextFlockId,
                           std::span<const PendingStartle> startles) {
  std::vector<PendingStartle> pending(startles.begin(), startles.end());
  const auto members = FlockRoster::membersOf(flocks, nextFlockId);
  if (!members) return false;
  snapshotTime_.reset();
  try {
    snapshot_.adopt(*members);
    roster_.restore(flocks, nextFlockId, snapshot_);
  } catch (...) {
    abandonFlocks();
    throw;
  }
  startles_ = std::move(pending);
  return true;
}

/// Where memory runs out half-way: no bat is known until the next tick, in which bats find new flocks.
void FlightEngine::abandonFlocks() noexcept {
  snapshot_.adopt({});
  roster_.restore({}, roster_.nextId(), snapshot_);
}

bool FlightEngine::beginTick(std::int64_t gameTime, const FlightRules& rules,
                             std::optional<std::span<const Entity>> bats, const DefectReport& report) {
  snapshotTime_.reset();
  try {
    return takeTick(gameTime, rules, bats, report);
  } catch (...) {
    abandonFlocks();
    throw;
  }
}

bool FlightEngine::takeTick(std::int64_t gameTime, const FlightRules& rules,
                            std::optional<std::span<const Entity>> bats, const DefectReport& report) {
  if (nextParameters_) {
    parameters_ = std::move(*nextParameters_);
    predatorKinds_.clear();
    kernels_ = &flightKernels(parameters_.vectorBits);
  }
  nextParameters_.reset();
  rules_ = rules;
  if (!resolveKinds()) return false;
  if (!readConditions(gameTime)) return false;
  if (!bats && rules_.enabled && batKind_) {
    scanned_.clear();
    const Box everywhere{{-kInfinity, -kInfinity, -kInfinity}, {kInfinity, kInfinity, kInfinity}};
    if (!world_.scanEntities(everywhere, {&*batKind_, 1}, scanned_)) return false;
  }
  const std::span<const Entity> given = bats ? *bats : std::span<const Entity>(scanned_);
  // With the flight switched off the bats are the server's own: none is active.
  takeSnapshot(rules_.enabled ? given : std::span<const Entity>(), report);
  snapshotInput_ = bats ? bats->data() : nullptr;
  snapshotInputs_ = given.size();
  if (!findPredators(report)) return false;
  takeStartles();
  const bool additive = parameters_.steering == SteeringLaw::Additive;
  if (roster_.travelled(snapshot_) > kLongestTravel) {
    snapshot_.forgetTravelled();
    roster_.forgetDistances();
  }
  const double separation = rules_.weights.separation > 0 ? parameters_.separationRadius : 0;
  roster_.update(snapshot_, grid_, *kernels_, {parameters_.flockRadius, additive ? rules_.swarmSize : 0, separation},
                 loop_);
  ahead_.beginTick(snapshot_.size());
  pass_.beginTick();
  snapshotTime_ = gameTime;
  return true;
}

void FlightEngine::takeSnapshot(std::span<const Entity> entities, const DefectReport& report) {
  const FlightParameters& p = parameters_;
  const double reach = p.steering == SteeringLaw::Additive ? p.separationRadius : ReynoldsRadii(p).widest();
  grid_.prepare(snapshot_.size(), snapshot_.low(), snapshot_.high(), reach, tick_.space);
  const auto locate = [&](Slot begin, Slot end) { grid_.locate(snapshot_, *kernels_, begin, end); };
  const bool sameBats = snapshot_.refresh(entities, batKind(), *kernels_, loop_, locate);
  if (sameBats) {
    grid_.sort(snapshot_, loop_);
  } else {
    const Snapshot::Renumbering renumbering = snapshot_.renew(entities, batKind(), report, loop_);
    roster_.renumber(renumbering, snapshot_.size());
    grid_.build(snapshot_, *kernels_, reach, tick_.space, loop_);
  }
  const bool wornOut = !sameBats || snapshot_.age() >= kWornOut || roster_.wantsNewOrder();
  if (wornOut && snapshot_.size() >= kWorthOrder) {
    roster_.listByFlock(grid_.slots(), order_);
    const Snapshot::Renumbering renumbering = snapshot_.reorder(order_, entities, loop_);
    roster_.renumber(renumbering, snapshot_.size());
    grid_.renumber(renumbering);
  }
}

/// A kind that a host does not know yet is asked for again each tick: it may learn of it later.
bool FlightEngine::resolveKinds() {
  if (!batKind_ && !world_.findKind("minecraft:bat", batKind_)) return false;
  predatorKinds_.resize(parameters_.predators.size());
  knownPredators_.clear();
  for (std::size_t i = 0; i < predatorKinds_.size(); ++i) {
    if (!predatorKinds_[i] && !world_.findKind(parameters_.predators[i], predatorKinds_[i])) return false;
    if (predatorKinds_[i]) knownPredators_.push_back(*predatorKinds_[i]);
  }
  return true;
}

bool FlightEngine::readConditions(std::int64_t gameTime) {
  const auto dayTime = world_.dayTime();
  const auto seed = world_.seed();
  const auto bounds = world_.bounds();
  if (!dayTime || !seed || !bounds) return false;
  const auto night = world_.isNight(*dayTime);
  if (!night) return false;
  tick_.parameters = &parameters_;
  tick_.weights = rules_.weights;
  tick_.space = Space(*bounds);
  tick_.mixedSeed = mix(static_cast<std::uint64_t>(*seed));
  tick_.gameTime = gameTime;
  tick_.wanderPeriod = wanderPeriod(gameTime);
  tick_.twilight = isTwilight(*dayTime);
  tick_.night = *night;
  return true;
}

bool FlightEngine::findPredators(const DefectReport& report) {
  predators_.clear();
  const FlightParameters& p = parameters_;
  if (snapshot_.size() == 0 || knownPredators_.empty() || p.steering != SteeringLaw::Additive) return true;
  const double reach = p.predatorRadius + 1;
  Box box{snapshot_.low() - Vec3{reach, reach, reach}, snapshot_.high() + Vec3{reach, reach, reach}};
  if (tick_.space.periodX() > 0) box.min.x = -kInfinity, box.max.x = kInfinity;
  if (tick_.space.periodZ() > 0) box.min.z = -kInfinity, box.max.z = kInfinity;
  scanned_.clear();
  if (!world_.scanEntities(box, knownPredators_, scanned_)) return false;
  predators_.take(scanned_, p.predatorRadius, tick_.space, [&](std::uint64_t id) { report(id, Defect::NotUsable); });
  return true;
}

void FlightEngine::takeStartles() {
  activeStartles_.clear();
  activeStartles_.reserve(startles_.size());  // all or none is taken
  for (PendingStartle& pending : startles_) {
    activeStartles_.push_back(pending.startle);
    --pending.ticks;
  }
  std::erase_if(startles_, [](const PendingStartle& pending) { return pending.ticks == 0; });
  tick_.startles = activeStartles_;
}

FlightScene FlightEngine::scene() const noexcept {
  return {world_, tick_, *kernels_, snapshot_, grid_, roster_.table(), predators_, batKind()};
}

std::uint64_t FlightEngine::fly(std::span<Entity> bats) {
  const bool isAll = snapshotInput_ == bats.data() && snapshotInputs_ == bats.size();
  snapshotInput_ = nullptr;
  if (!rules_.enabled) return 0;
  if (bats.size() == 1 && !isAll) {
    const Slot slot = ahead_.pays() ? snapshot_.find(bats.front().id, lastRank_) : kNoSlot;
    if (slot != kNoSlot) {
      pass_.flyAhead(scene(), slot, roster_.loners(), ahead_);
      if (takeFlightAhead(bats.front())) return 0;
    }
    ahead_.noteAsked();
  }
  return isAll ? pass_.flyAll(scene(), roster_.loners(), bats) : pass_.flySome(scene(), bats);
}

bool FlightEngine::takeFlightAhead(Entity& bat) noexcept {
  const Slot slot = snapshot_.find(bat.id, lastRank_);
  const Vec3* velocity = slot == kNoSlot ? nullptr : ahead_.find(slot);
  if (velocity == nullptr) return false;
  ahead_.noteAsked();
  const bool usable = isUsable(bat.position) && isUsable(bat.velocity);
  if (usable && scene().isStill(bat, bat.id)) bat.velocity = *velocity;
  return true;
}

FlockOfBat FlightEngine::flockOf(std::uint64_t id) const noexcept {
  const Slot slot = snapshot_.find(id);
  return slot == kNoSlot ? FlockOfBat{} : FlockOfBat{roster_.flockId(slot), roster_.flockSize(slot)};
}

bool FlightEngine::explain(std::uint64_t id, const std::function<void(const char*, Vec3)>& record) {
  const Slot slot = snapshotTime_ ? snapshot_.find(id) : kNoSlot;
  if (slot == kNoSlot) return false;
  pass_.explain(scene(), slot, record);
  return true;
}

}  // namespace better_bats
