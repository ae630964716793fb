// What is around the bats of a batch, and their steering by it. SPDX-License-Identifier: MIT
#include "plugin/flock/flight_batch.hpp"

#include <algorithm>
#include <bit>

#include "plugin/flight/draws.hpp"
#include "plugin/flight/flee_forces.hpp"

namespace better_bats {
namespace {

/// So many bats of a flock of which others are elsewhere; fewer look for their mates one by one.
constexpr std::uint32_t kWorthCrowd = 4;

/// A bat that looks at so many for those that are too near is in a dense crowd.
constexpr std::size_t kDense = 32;

}  // namespace

void FlightBatch::clear() noexcept {
  bats_.count = 0;
  groupCount_ = 0;
}

void FlightBatch::add(const FlightScene& scene, FlockIndex flock, std::span<const Slot> slots) noexcept {
  const auto begin = static_cast<std::uint32_t>(bats_.count);
  const auto end = static_cast<std::uint32_t>(begin + slots.size());
  const std::uint64_t id = flock == kNoFlock ? 0 : scene.flocks.id(flock);
  groups_[groupCount_++] = {flock, begin, end};
  std::copy(slots.begin(), slots.end(), slots_.begin() + begin);
  for (std::uint32_t lane = begin; lane < end; ++lane) bats_.flock[lane] = id;
  bats_.count = end;
}

void FlightBatch::addStranger(Entity& bat) noexcept {
  const auto lane = static_cast<std::uint32_t>(bats_.count++);
  groups_[groupCount_++] = {kNoFlock, lane, lane + 1};
  slots_[lane] = kNoSlot;
  bats_.flock[lane] = 0;
  targets_[lane] = &bat;
}

void FlightBatch::fly(const FlightScene& scene, Entity* entities) {
  load(scene, entities);
  fetchTargets(0);
  sampleTerrain(scene);
  fetchTargets(1);
  lookAround(scene);
  fetchTargets(2);
  steer(scene);
  fetchTargets(3);
  stayInTheWorld(scene);
}

/// The entities are anywhere in memory, and no more than a few can be on their way at once: each stage sends for some.
void FlightBatch::fetchTargets(std::size_t part) const noexcept {
  constexpr std::size_t step = kLanes / 4;
  const std::size_t end = std::min(bats_.count, (part + 1) * step);
  for (std::size_t lane = part * step; lane < end; ++lane) __builtin_prefetch(targets_[lane], 1);
}

void FlightBatch::load(const FlightScene& scene, Entity* entities) noexcept {
  std::array<Slot, kLanes + kLaneStep> slots = slots_;
  // Strangers and the lanes beyond the last are loaded as some bat of the snapshot, if there is any.
  const std::size_t end = scene.snapshot.size() > 0 ? bats_.end() : 0;
  for (std::size_t lane = 0; lane < end; ++lane) {
    if (lane >= bats_.count || slots[lane] == kNoSlot) slots[lane] = 0;
  }
  if (end > 0) scene.kernels.load(scene.snapshot, slots.data(), bats_, rankAndInput_);
  for (std::size_t lane = 0; lane < bats_.count; ++lane) {
    ranks_[lane] = static_cast<std::uint32_t>(rankAndInput_[lane]);
    if (entities != nullptr) targets_[lane] = &entities[rankAndInput_[lane] >> 32];
    if (slots_[lane] != kNoSlot) continue;
    ranks_[lane] = NearSearch::kNoRank;
    bats_.id[lane] = targets_[lane]->id;
    bats_.position.set(lane, targets_[lane]->position);
    bats_.velocity.set(lane, targets_[lane]->velocity);
  }
  padLanes();
}

void FlightBatch::padLanes() noexcept {
  for (std::size_t lane = bats_.count; lane < bats_.end(); ++lane) {
    bats_.id[lane] = bats_.flock[lane] = 0;
    bats_.position.set(lane, {});
    bats_.velocity.set(lane, {});
    bats_.groundPush[lane] = bats_.ceilingPush[lane] = bats_.surface[lane] = 0;
    bats_.hasSurface[lane] = bats_.seesSky[lane] = bats_.flees[lane] = 0;
    bats_.tooNear[lane] = bats_.mates[lane] = 0;
    bats_.push.set(lane, {}), bats_.mateOffset.set(lane, {}), bats_.mateVelocity.set(lane, {});
    bats_.predatorForce.set(lane, {}), bats_.startleForce.set(lane, {});
    reynolds_.separation.set(lane, {}), reynolds_.alignment.set(lane, {}), reynolds_.cohesion.set(lane, {});
  }
}

void FlightBatch::sampleTerrain(const FlightScene& scene) {
  terrain_.sample({scene.world, scene.tick, scene.kernels}, bats_);
}

void FlightBatch::stayInTheWorld(const FlightScene& scene) {
  terrain_.stayInTheWorld({scene.world, scene.tick, scene.kernels}, bats_);
}

std::uint64_t FlightBatch::store(const FlightScene& scene) noexcept {
  std::uint64_t failed = 0;
  for (std::size_t lane = 0; lane < bats_.count; ++lane) {
    if (terrain_.failed(lane)) {
      ++failed;
    } else if (scene.isStill(*targets_[lane], bats_.id[lane])) {
      targets_[lane]->velocity = bats_.v[lane];
    }
  }
  return failed;
}

void FlightBatch::store(FlightsAhead& flights) const noexcept {
  for (std::size_t lane = 0; lane < bats_.count; ++lane) {
    if (!terrain_.failed(lane)) flights.put(slots_[lane], bats_.v[lane]);
  }
}

void FlightBatch::steer(const FlightScene& scene) {
  if (scene.tick.parameters->steering == SteeringLaw::Reynolds) {
    flyReynolds(bats_, reynolds_, scene.tick, NoRecord{});
  } else {
    scene.kernels.fly(bats_, scene.tick);
  }
}

void FlightBatch::lookAround(const FlightScene& scene) {
  findFlight(scene);
  if (scene.tick.parameters->steering == SteeringLaw::Reynolds) return steerReynolds(scene);
  sumFlocks(scene);
}

/// What the bats flee from.
void FlightBatch::findFlight(const FlightScene& scene) noexcept {
  const bool additive = scene.tick.parameters->steering == SteeringLaw::Additive;
  bats_.anyPredator = bats_.anyStartle = false;
  for (std::size_t lane = 0; lane < bats_.count; ++lane) bats_.flees[lane] = 0;
  if (additive && scene.predators.size() > 0) {
    for (std::size_t lane = 0; lane < bats_.count; ++lane) {
      const auto predator = scene.predators.nearest(bats_.id[lane], bats_.position[lane]);
      bats_.flees[lane] |= predator ? 1U : 0U;
      bats_.anyPredator = bats_.anyPredator || predator;
      bats_.predatorForce.set(lane, predator ? predatorForce(bats_.flyer(lane), *predator, scene.tick) : Vec3{});
    }
  }
  if (scene.tick.startles.empty()) return;
  for (std::size_t lane = 0; lane < bats_.count; ++lane) {
    const StartleForce startled = startleForce(bats_.flyer(lane), scene.tick);
    bats_.flees[lane] |= startled.startled ? 1U : 0U;
    bats_.anyStartle = bats_.anyStartle || startled.startled;
    bats_.startleForce.set(lane, startled.force);
  }
}

/// Steps 6 and 7. Whole flocks come first, since for most of their bats nobody else has to be looked for.
void FlightBatch::sumFlocks(const FlightScene& scene) {
  const FlightParameters& p = *scene.tick.parameters;
  const bool separates = scene.tick.weights.separation != 0;
  std::size_t whole = 0;
  std::uint64_t open = 0;  // lanes for which the grid has to be asked who is too near
  bool anyKnown = false;
  for (const Group& group : std::span(groups_).first(groupCount_)) {
    const bool isWhole = FlightBatch::isWhole(scene, group);
    const bool isKnown = isWhole && scene.flocks.knowsOutsiders(group.flock);
    if (isWhole) wholeFlocks_[whole++] = {group.begin, group.end, {}};
    if (isKnown) wholeFlocks_[whole - 1].outsiders = scene.flocks.outsiders(group.flock);
    if (!isKnown) open |= lanesOf(group.begin, group.end);
    anyKnown = anyKnown || isKnown;
  }
  const double separation = separates && anyKnown ? p.separationRadius : 0;
  open |=
      scene.kernels.sumFlocks(bats_, std::span(wholeFlocks_).first(whole), scene.snapshot, {p.flockRadius, separation});
  if (separates) {
    if (open != 0) sumTooNear(scene, open);
  } else {
    for (std::size_t lane = 0; lane < bats_.count; ++lane) bats_.tooNear[lane] = 0;
  }
  for (const Group& group : std::span(groups_).first(groupCount_)) {
    if (group.flock == kNoFlock) {
      for (std::size_t lane = group.begin; lane < group.end; ++lane) bats_.mates[lane] = 0;
    } else if (!isWhole(scene, group)) {
      sumPart(scene, group, p.flockRadius);
    }
  }
}

/// Of a flock of which others are in other batches.
void FlightBatch::sumPart(const FlightScene& scene, const Group& group, double radius) {
  if (scene.tick.space.isPeriodic() || group.end - group.begin < kWorthCrowd) {
    sumNearMates(scene, group, radius);
    return;
  }
  const MateLanes lanes{group.begin, group.end, radius};
  mateCrowd_.gather(scene.snapshot, scene.grid, scene.flocks, group.flock, bats_, lanes);
  scene.kernels.sumMates(mateCrowd_, bats_, ranks_, lanes);
}

bool FlightBatch::isWhole(const FlightScene& scene, const Group& group) noexcept {
  return group.flock != kNoFlock && group.end - group.begin == scene.flocks.size(group.flock) &&
         !scene.tick.space.isPeriodic();
}

/// In a dense crowd one list for all lanes, in id order, is summed sooner than one for each lane is put in order.
void FlightBatch::sumTooNear(const FlightScene& scene, std::uint64_t lanes) {
  const double radius = scene.tick.parameters->separationRadius;
  const std::size_t candidates = near_.look(scene.kernels, scene.grid, bats_, radius, lanes);
  if (candidates > kDense * static_cast<std::size_t>(std::popcount(lanes)) && isCompact(8 * radius)) {
    crowd_.gather(scene.snapshot, scene.grid, bats_, radius);
    lanes = scene.kernels.sumPushes(crowd_, bats_, ranks_, lanes, radius);
    if (lanes == 0) return;
    near_.look(scene.kernels, scene.grid, bats_, radius, lanes);
  }
  sumPairs(scene, lanes);
}

/// Whether all bats are in a box of this size.
bool FlightBatch::isCompact(double size) const noexcept {
  const auto box = Snapshot::BoundingBox::of(bats_, 0, bats_.count);
  const Vec3 extent = box.high - box.low;
  return extent.x <= size && extent.y <= size && extent.z <= size;
}

void FlightBatch::sumPairs(const FlightScene& scene, std::uint64_t lanes) {
  near_.find(scene.kernels, scene.grid, bats_, ranks_, scene.tick.parameters->separationRadius, lanes);
  std::size_t pair = 0;
  forEachLane(lanes, [&](std::size_t lane) {
    const std::uint32_t count = near_.pairsOf(lane);
    Vec3 sum{};
    for (const std::size_t end = pair + count; pair < end; ++pair) {
      Vec3 push = near_.push(pair);
      const double squared = near_.distanceSquared(pair);
      if (mayCoincide(squared) && std::sqrt(squared) < kCoincident) {
        const std::uint64_t other = scene.snapshot.id(scene.snapshot.inIdOrder()[near_.otherRank(pair)]);
        push = coincidentDirection(scene.tick.mixedSeed, bats_.id[lane], other) * (1 / 0.01);
      }
      sum += push;
    }
    bats_.tooNear[lane] = count;
    bats_.push.set(lane, sum);
  });
}

/// Those of `mates`, which are in id order, within the flock radius of the lane's bat and not it.
void FlightBatch::sumMates(const FlightScene& scene, std::size_t lane, std::span<const Slot> mates) noexcept {
  const double radius = scene.tick.parameters->flockRadius;
  const bool periodic = scene.tick.space.isPeriodic();
  const Vec3 own = bats_.position[lane];
  Vec3 offset{};
  Vec3 velocity{};
  std::uint32_t count = 0;
  for (const Slot slot : mates) {
    if (slot == slots_[lane]) continue;
    const SnapshotBat& mate = scene.snapshot.bat(slot);
    Vec3 towards = mate.position - own;
    if (periodic) towards = scene.tick.space.nearestImage(towards);
    if (!(lengthSquared(towards) <= radius * radius)) continue;
    offset += towards;
    velocity += mate.velocity;
    ++count;
  }
  bats_.mates[lane] = count;
  bats_.mateOffset.set(lane, offset);
  bats_.mateVelocity.set(lane, velocity);
}

/// The list is in order already; a search has to be sorted, and pays where it finds a small part of the flock.
void FlightBatch::sumNearMates(const FlightScene& scene, const Group& group, double radius) {
  const std::span<const Slot> members = scene.flocks.members(group.flock);
  for (std::size_t lane = group.begin; lane < group.end; ++lane) {
    constexpr std::size_t few = 64;
    if (members.size() <= few || scene.grid.countCandidates(bats_.position[lane], radius) >= members.size() / 8) {
      sumMates(scene, lane, members);
      continue;
    }
    mates_.clear();
    visitWithin(scene.kernels, scene.grid, bats_.position[lane], radius, around_,
                [&](Slot other, std::uint32_t rank, double) {
                  if (scene.flocks.flockOf(other) == group.flock) mates_.push_back(rank);
                });
    std::sort(mates_.begin(), mates_.end());
    for (Slot& mate : mates_) mate = scene.snapshot.inIdOrder()[mate];
    sumMates(scene, lane, mates_);
  }
}

void FlightBatch::steerReynolds(const FlightScene& scene) {
  const FlightParameters& p = *scene.tick.parameters;
  const ReynoldsRadii radii(p);
  crowd_.gather(scene.snapshot, scene.grid, bats_, radii.widest());
  scene.kernels.sumReynolds(crowd_, scene.tick.space, bats_, ranks_, radii, reynoldsSums_);
  steerByReynolds(bats_, reynoldsSums_, p, reynolds_);
}

}  // namespace better_bats
