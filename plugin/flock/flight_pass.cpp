// How bats get into batches, and batches onto threads. SPDX-License-Identifier: MIT
#include "plugin/flock/flight_pass.hpp"

#include <algorithm>

namespace better_bats {
namespace {

/// Bats that are worth another thread.
constexpr std::uint64_t kGrain = 8 * kLanes;

/// Flocks are fetched so many ahead: about a batch.
constexpr FlockIndex kFlocksAhead = 16;

/// Batches that are steered together where only the calling thread may ask the world.
constexpr std::size_t kWave = 32;

/// The list in batches, of which this is the one with that place: whoever asks in whatever order, each is flown once.
std::span<const Slot> batchAround(std::span<const Slot> list, std::size_t place) noexcept {
  const std::size_t begin = place / kLanes * kLanes;
  return list.subspan(begin, std::min(kLanes, list.size() - begin));
}

}  // namespace

template <typename Fill>
std::uint64_t FlightPass::run(const FlightScene& scene, Entity* entities, std::uint64_t count, std::uint64_t grain,
                              const Fill& fill) {
  if (loop_.isParallel() && !concurrentReads_ && count > grain) return runInWaves(scene, entities, count, fill);
  std::atomic<std::uint64_t> failed{0};
  loop_.run(count, grain, [&](std::uint64_t begin, std::uint64_t end) {
    const ScratchPool<FlightBatch>::Lease batch(batches_);
    Cursor cursor{begin, end, lastRank_.load(std::memory_order_relaxed)};
    while (cursor.at < cursor.end) {
      batch->clear();
      fill(cursor, *batch);
      if (batch->size() == 0) continue;
      batch->fly(scene, entities);
      failed += batch->store(scene);
    }
    lastRank_.store(cursor.hint, std::memory_order_relaxed);
  });
  return failed;
}

/// The world is asked on this thread alone; the steering between is shared out.
template <typename Fill>
std::uint64_t FlightPass::runInWaves(const FlightScene& scene, Entity* entities, std::uint64_t count,
                                     const Fill& fill) {
  while (wave_.size() < kWave) wave_.push_back(std::make_unique<FlightBatch>());
  std::uint64_t failed = 0;
  for (Cursor cursor{0, count, 0}; cursor.at < cursor.end;) {
    std::size_t batches = 0;
    while (batches < kWave && cursor.at < cursor.end) {
      FlightBatch& batch = *wave_[batches];
      batch.clear();
      fill(cursor, batch);
      if (batch.size() == 0) continue;
      batch.load(scene, entities);
      batch.sampleTerrain(scene);
      ++batches;
    }
    loop_.run(batches, 2, [&](std::uint64_t begin, std::uint64_t end) {
      for (std::uint64_t i = begin; i < end; ++i) {
        wave_[i]->lookAround(scene);
        wave_[i]->steer(scene);
      }
    });
    for (std::size_t i = 0; i < batches; ++i) {
      wave_[i]->stayInTheWorld(scene);
      failed += wave_[i]->store(scene);
    }
  }
  return failed;
}

std::uint64_t FlightPass::flyAll(const FlightScene& scene, std::span<const Slot> loners, std::span<Entity> entities) {
  Entity* targets = entities.data();
  std::uint64_t failed = run(scene, targets, scene.flocks.size(), kGrain / 4, [&](Cursor& cursor, FlightBatch& batch) {
    for (; cursor.at < cursor.end; ++cursor.at) {
      const auto flock = static_cast<FlockIndex>(cursor.at);
      scene.flocks.fetch(flock + kFlocksAhead);
      const std::uint32_t size = scene.flocks.size(flock);
      if (size == 0 || size > kLanes) continue;
      if (size > batch.room()) return;
      batch.add(scene, flock, scene.flocks.members(flock));
    }
  });
  largeFlocks_.part(scene.snapshot, scene.flocks);
  failed += run(scene, targets, largeFlocks_.size(), kGrain / kLanes, [&](Cursor& cursor, FlightBatch& batch) {
    for (; cursor.at < cursor.end; ++cursor.at) {
      const LargeFlocks::Part part = largeFlocks_[cursor.at];
      if (part.slots.size() > batch.room()) return;
      batch.add(scene, part.flock, part.slots);
    }
  });
  // Boids have no flocks; those of one batch have their crowd in common, so they come in the order of the grid.
  const bool reynolds = scene.tick.parameters->steering == SteeringLaw::Reynolds;
  const std::span<const Slot> single = reynolds ? scene.grid.slots() : loners;
  failed += run(scene, targets, single.size(), kGrain, [&](Cursor& cursor, FlightBatch& batch) {
    for (; cursor.at < cursor.end && batch.room() > 0; ++cursor.at) {
      batch.add(scene, kNoFlock, single.subspan(cursor.at, 1));
    }
  });
  for (const Snapshot::Twin& twin : scene.snapshot.twins()) {
    const Entity& first = entities[twin.firstInput];
    if (scene.isStill(entities[twin.input], first.id)) entities[twin.input].velocity = first.velocity;
  }
  return failed;
}

std::uint64_t FlightPass::flySome(const FlightScene& scene, std::span<Entity> bats) {
  return run(scene, nullptr, bats.size(), kGrain, [&](Cursor& cursor, FlightBatch& batch) {
    for (; cursor.at < cursor.end && batch.room() > 0; ++cursor.at) {
      Entity& bat = bats[cursor.at];
      if (!scene.isStill(bat, bat.id) || !isUsable(bat.position) || !isUsable(bat.velocity)) continue;
      const Slot slot = scene.snapshot.find(bat.id, cursor.hint);
      if (slot != kNoSlot) {
        batch.add(scene, scene.flocks.flockOf(slot), {&slot, 1});
        batch.setTarget(bat);
      } else if (!scene.snapshot.isRejected(bat.id)) {
        batch.addStranger(bat);
      }
    }
  });
}

void FlightPass::flyAhead(const FlightScene& scene, Slot slot, std::span<const Slot> loners, FlightsAhead& flights) {
  const ScratchPool<FlightBatch>::Lease batch(batches_);
  batch->clear();
  const FlockIndex first = scene.flocks.flockOf(slot);
  if (first == kNoFlock) {
    const auto place = static_cast<std::size_t>(std::lower_bound(loners.begin(), loners.end(), slot) - loners.begin());
    for (const Slot loner : batchAround(loners, place)) batch->add(scene, kNoFlock, {&loner, 1});
  } else if (scene.flocks.size(first) > kLanes) {
    largeFlocks_.part(scene.snapshot, scene.flocks);
    batch->add(scene, first, largeFlocks_.partWith(slot).slots);
  } else {
    for (FlockIndex flock = first; flock < scene.flocks.size(); ++flock) {
      const std::uint32_t size = scene.flocks.size(flock);
      if (size == 0 || size > kLanes) continue;
      const std::span<const Slot> members = scene.flocks.members(flock);
      if (size > batch->room() || flights.find(members.front()) != nullptr) break;
      batch->add(scene, flock, members);
    }
  }
  batch->fly(scene, nullptr);
  flights.reserve(scene.snapshot.size());
  batch->store(flights);
}

void FlightPass::explain(const FlightScene& scene, Slot slot, const std::function<void(const char*, Vec3)>& record) {
  const ScratchPool<FlightBatch>::Lease batch(batches_);
  Entity nobody{};
  batch->clear();
  batch->add(scene, scene.flocks.flockOf(slot), {&slot, 1});
  batch->setTarget(nobody);
  batch->load(scene, nullptr);
  batch->sampleTerrain(scene);
  batch->steerAloud(scene, record);
  const Vec3 steered = batch->velocity(0);
  batch->stayInTheWorld(scene);
  record("stay_in_the_world", batch->velocity(0) - steered);
}

}  // namespace better_bats
