// The tick of the engine: snapshot, flocks, forces. SPDX-License-Identifier: MIT
#include "plugin/flock/flight_engine.hpp"

#include <algorithm>
#include <limits>

#include "plugin/flight/day_cycle.hpp"
#include "plugin/flight/draws.hpp"

namespace better_bats {
namespace {

/// So many bats are flown together: enough for one call of the world to pay, few enough to stay in the cache.
constexpr std::size_t kLanes = 256;

constexpr double kInfinity = std::numeric_limits<double>::infinity();

constexpr std::uint32_t kActive = BETTER_BATS_ENTITY_ALIVE | BETTER_BATS_ENTITY_FLYING;

}  // namespace

void FlightEngine::reset() {
  snapshotTime_.reset();
  snapshot_.clear();
  snapshotInput_ = nullptr;
  roster_.reset();
  predators_.clear();
  startles_.clear();
  activeStartles_.clear();
}

bool FlightEngine::restore(std::span<const SavedFlock> flocks, std::uint64_t nextFlockId,
                           std::span<const PendingStartle> startles) {
  std::vector<PendingStartle> pending(startles.begin(), startles.end());
  if (!roster_.restore(flocks, nextFlockId)) return false;
  snapshotTime_.reset();
  snapshot_.clear();
  startles_ = std::move(pending);
  return true;
}

bool FlightEngine::beginTick(std::int64_t gameTime, const FlightRules& rules,
                             std::optional<std::span<const Entity>> bats, const DefectReport& report) {
  snapshotTime_.reset();
  snapshot_.clear();
  if (nextParameters_) parameters_ = std::move(*nextParameters_);
  nextParameters_.reset();
  rules_ = rules;
  if (!resolveKinds()) return false;
  if (!readConditions(gameTime)) return false;
  if (!bats && rules_.enabled) {
    scanned_.clear();
    const Box everywhere{{-kInfinity, -kInfinity, -kInfinity}, {kInfinity, kInfinity, kInfinity}};
    if (!world_.scanEntities(everywhere, {&batKind_, 1}, scanned_)) return false;
  }
  // With the flight switched off the bats are the server's own: none is active.
  const std::span<const Entity> given = bats ? *bats : std::span<const Entity>(scanned_);
  snapshot_.take(rules_.enabled ? given : std::span<const Entity>(), batKind_, report);
  snapshotInput_ = bats ? bats->data() : nullptr;
  if (!findPredators(report)) return false;
  takeStartles();
  sortIntoFlocks();
  snapshotTime_ = gameTime;
  return true;
}

/// Asked anew each tick: a host may learn of a kind later, and one question a kind and tick costs nothing.
bool FlightEngine::resolveKinds() {
  std::optional<EntityKind> kind;
  if (!world_.findKind("minecraft:bat", kind)) return false;
  batKind_ = kind.value_or(std::numeric_limits<EntityKind>::max());
  predatorKinds_.clear();
  for (const std::string& id : parameters_.predators) {
    if (!world_.findKind(id, kind)) return false;
    if (kind) predatorKinds_.push_back(*kind);
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
  if (snapshot_.size() == 0 || predatorKinds_.empty() || p.steering != SteeringLaw::Additive) return true;
  const double reach = p.predatorRadius + 1;
  Box box{snapshot_.low() - Vec3{reach, reach, reach}, snapshot_.high() + Vec3{reach, reach, reach}};
  if (tick_.space.periodX() > 0) box.min.x = -kInfinity, box.max.x = kInfinity;
  if (tick_.space.periodZ() > 0) box.min.z = -kInfinity, box.max.z = kInfinity;
  scanned_.clear();
  if (!world_.scanEntities(box, predatorKinds_, scanned_)) return false;
  predators_.take(scanned_, p.predatorRadius, tick_.space, [&](std::uint64_t id) { report(id, Defect::NotUsable); });
  return true;
}

void FlightEngine::takeStartles() {
  activeStartles_.clear();
  for (PendingStartle& pending : startles_) {
    activeStartles_.push_back(pending.startle);
    --pending.ticks;
  }
  std::erase_if(startles_, [](const PendingStartle& pending) { return pending.ticks == 0; });
  tick_.startles = activeStartles_;
}

void FlightEngine::sortIntoFlocks() {
  const FlightParameters& p = parameters_;
  const bool additive = p.steering == SteeringLaw::Additive;
  try {
    roster_.update(snapshot_, tick_.space, {p.flockRadius, additive ? rules_.swarmSize : 0}, loop_);
  } catch (...) {
    roster_.abandon();  // out of memory half-way: bats find new flocks in the next tick
    throw;
  }
  grid_.build(snapshot_, additive ? p.separationRadius : ReynoldsRadii(p).widest(), tick_.space);
}

std::uint64_t FlightEngine::fly(std::span<Entity> bats) {
  if (snapshotInput_ != bats.data() || snapshot_.slotsOfInput().size() != bats.size()) snapshotInput_ = nullptr;
  // It refers to the array of this call alone, also where the call breaks off.
  struct Forget {
    const Entity*& input;
    ~Forget() { input = nullptr; }
  };
  const Forget forget{snapshotInput_};
  std::atomic<std::uint64_t> failed{0};
  if (rules_.enabled && loop_.isParallel() && !concurrentReads_) {
    // The world is asked on this thread alone; only the steering between is shared out.
    const typename ScratchPool<Scratch>::Lease all(scratch_);
    load(bats, 0, all->lanes);
    all->lanes.sampleTerrain(world_, tick_);
    loop_.run(all->lanes.lanes.size(), kLanes, [&](std::uint64_t begin, std::uint64_t end) {
      const typename ScratchPool<Scratch>::Lease piece(scratch_);
      steer(all->lanes, begin, end, piece->neighbours);
    });
    all->lanes.stayInTheWorld(world_, tick_);
    failed += store(all->lanes);
  } else if (rules_.enabled) {
    loop_.run(bats.size(), kLanes, [&](std::uint64_t begin, std::uint64_t end) {
      const typename ScratchPool<Scratch>::Lease scratch(scratch_);
      for (std::uint64_t i = begin; i < end; i += kLanes) {
        load(bats.subspan(i, std::min<std::uint64_t>(kLanes, end - i)), i, scratch->lanes);
        scratch->lanes.sampleTerrain(world_, tick_);
        steer(scratch->lanes, 0, scratch->lanes.lanes.size(), scratch->neighbours);
        scratch->lanes.stayInTheWorld(world_, tick_);
        failed += store(scratch->lanes);
      }
    });
  }
  return failed;
}

Slot FlightEngine::slotFor(const Entity& bat, std::size_t input) const noexcept {
  const Slot slot = snapshotInput_ != nullptr ? snapshot_.slotsOfInput()[input] : snapshot_.find(bat.id);
  return slot != kNoSlot && snapshot_.id(slot) != bat.id ? snapshot_.find(bat.id) : slot;
}

void FlightEngine::load(std::span<Entity> bats, std::size_t firstInput, FlightLanes& lanes) const {
  lanes.clear();
  for (std::size_t i = 0; i < bats.size(); ++i) {
    Entity& bat = bats[i];
    if ((bat.flags & kActive) != kActive || bat.kind != batKind_) continue;
    if (!isUsable(bat.position) || !isUsable(bat.velocity)) continue;
    const Slot slot = slotFor(bat, firstInput + i);
    FlightLane lane;
    lane.slot = slot;
    lane.target = &bat;
    if (slot != kNoSlot) {
      lane.flyer = {bat.id, roster_.flockId(slot), snapshot_.position(slot), snapshot_.velocity(slot)};
    } else if (!snapshot_.isRejected(bat.id)) {
      lane.flyer = {bat.id, 0, bat.position, bat.velocity};
    } else {
      continue;
    }
    lanes.lanes.push_back(lane);
  }
}

/// Whether a host's array still holds this bat there: a callback may have changed it since the tick began.
bool FlightEngine::isStill(const Entity& entity, const Flyer& bat) const noexcept {
  return entity.id == bat.id && entity.kind == batKind_ && (entity.flags & kActive) == kActive;
}

std::uint64_t FlightEngine::store(FlightLanes& lanes) const noexcept {
  std::uint64_t failed = 0;
  for (const FlightLane& lane : lanes.lanes) {
    if (lane.failed) {
      ++failed;
    } else if (isStill(*lane.target, lane.flyer)) {
      lane.target->velocity = lane.velocity;
    }
  }
  return failed;
}

void FlightEngine::steer(FlightLanes& lanes, std::size_t begin, std::size_t end,
                         std::vector<Neighbour>& neighbours) const {
  for (std::size_t i = begin; i < end; ++i) {
    if (!lanes.lanes[i].failed) lanes.lanes[i].velocity = steerOne(lanes, i, neighbours, NoRecord{});
  }
}

template <typename Record>
Vec3 FlightEngine::steerOne(const FlightLanes& lanes, std::size_t index, std::vector<Neighbour>& neighbours,
                            const Record& record) const {
  const FlightLane& lane = lanes.lanes[index];
  if (parameters_.steering == SteeringLaw::Reynolds) {
    gather(lane, ReynoldsRadii(parameters_).widest(), neighbours);
    return flyReynolds(lane.flyer, neighbours, tick_, record);
  }
  Surroundings around;
  around.terrain = lanes.terrain(index);
  around.predator = predators_.nearest(lane.flyer.id, lane.flyer.position);
  around.tooNear = sumTooNear(lane, neighbours);
  if (lane.flyer.flock != 0) around.flockmates = sumFlockmates(lane.slot, neighbours);
  return flyAdditive(lane.flyer, around, tick_, record);
}

/// The other active bats nearer than the radius, in id order.
void FlightEngine::gather(const FlightLane& lane, double radius, std::vector<Neighbour>& neighbours) const {
  neighbours.clear();
  grid_.visit(lane.flyer.position, radius, [&](Slot other, Vec3 towards, double squared) {
    if (other == lane.slot || !(squared < radius * radius)) return;
    neighbours.push_back({other, squared, towards * -1.0, snapshot_.velocity(other)});
  });
  if (neighbours.size() < 2) return;
  std::sort(neighbours.begin(), neighbours.end(),
            [](const Neighbour& a, const Neighbour& b) { return a.slot < b.slot; });
}

SeparationSum FlightEngine::sumTooNear(const FlightLane& lane, std::vector<Neighbour>& neighbours) const {
  SeparationSum sum;
  if (tick_.weights.separation == 0) return sum;
  gather(lane, parameters_.separationRadius, neighbours);
  for (const Neighbour& other : neighbours) {
    const double distance = std::sqrt(other.distanceSquared);
    const Vec3 direction =
        directionAwayFrom(lane.flyer, snapshot_.id(other.slot), other.away, distance, tick_.mixedSeed);
    sum.push += direction * (1 / std::max(distance, 0.01));
    ++sum.count;
  }
  return sum;
}

FlockmateSum FlightEngine::sumFlockmates(Slot self, std::vector<Neighbour>& neighbours) const {
  FlockmateSum sum;
  const Vec3 own = snapshot_.position(self);
  const double radius = parameters_.flockRadius;
  const auto add = [&](Slot other) {
    if (other == self) return;
    const Vec3 towards = tick_.space.difference(snapshot_.position(other), own);
    if (!(lengthSquared(towards) <= radius * radius)) return;
    sum.offset += towards;
    sum.velocity += snapshot_.velocity(other);
    ++sum.count;
  };
  const std::uint32_t size = roster_.flockSize(self);
  if (size <= FlockRoster::kSmallFlock) {
    roster_.visitSmallFlock(self, add);
    return sum;
  }
  // The list is in order already; a search has to be sorted, and pays where it finds a small part of the flock.
  if (grid_.countCandidates(own, radius) >= size / 8) {
    for (const Slot other : roster_.largeFlockMembers(self)) add(other);
    return sum;
  }
  neighbours.clear();
  grid_.visit(own, radius, [&](Slot other, Vec3, double squared) {
    if (roster_.sameFlock(self, other) && squared <= radius * radius) neighbours.push_back({other, squared, {}, {}});
  });
  std::sort(neighbours.begin(), neighbours.end(),
            [](const Neighbour& a, const Neighbour& b) { return a.slot < b.slot; });
  for (const Neighbour& other : neighbours) add(other.slot);
  return sum;
}

bool FlightEngine::explain(std::uint64_t id, const std::function<void(const char*, Vec3)>& record) {
  const Slot slot = snapshotTime_ ? snapshot_.find(id) : kNoSlot;
  if (slot == kNoSlot) return false;
  const typename ScratchPool<Scratch>::Lease scratch(scratch_);
  Entity bat{id, batKind_, BETTER_BATS_ENTITY_ALIVE | BETTER_BATS_ENTITY_FLYING, {}, {}};
  load({&bat, 1}, 0, scratch->lanes);
  FlightLane& lane = scratch->lanes.lanes.front();
  scratch->lanes.sampleTerrain(world_, tick_);
  lane.velocity = steerOne(scratch->lanes, 0, scratch->neighbours, record);
  const Vec3 steered = lane.velocity;
  scratch->lanes.stayInTheWorld(world_, tick_);
  record("stay_in_the_world", lane.velocity - steered);
  return true;
}

}  // namespace better_bats
