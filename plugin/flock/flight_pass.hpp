// Flies the bats of a tick in batches, on as many threads as the host lends. SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "plugin/flock/flight_batch.hpp"
#include "plugin/flock/flights_ahead.hpp"
#include "plugin/flock/large_flocks.hpp"
#include "plugin/flock/parallel_loop.hpp"
#include "plugin/flock/scratch_pool.hpp"

namespace better_bats {

class FlightPass {
 public:
  /// Borrows the loop. `concurrentReads`: terrain may be asked about from several threads at once.
  FlightPass(const ParallelLoop& loop, bool concurrentReads) noexcept
      : loop_(loop), concurrentReads_(concurrentReads) {}

  /// A new tick: the flocks have changed.
  void beginTick() noexcept { largeFlocks_.forget(); }

  /// Writes the velocities of all bats of the snapshot, which was taken of these entities.
  /// @returns how many the world had no answer for.
  std::uint64_t flyAll(const FlightScene& scene, std::span<const Slot> loners, std::span<Entity> entities);

  /// Writes the velocities of the active among these bats, which need not be in the snapshot.
  std::uint64_t flySome(const FlightScene& scene, std::span<Entity> bats);

  /// Flies this bat of the snapshot and those next to it, as many as fit in one batch, for whoever asks for them later.
  void flyAhead(const FlightScene& scene, Slot slot, std::span<const Slot> loners, FlightsAhead& flights);

  /// Calls record(name, change) for every step of a bat of the snapshot.
  void explain(const FlightScene& scene, Slot slot, const std::function<void(const char*, Vec3)>& record);

 private:
  /// Fills batches from [at, end) of something.
  struct Cursor {
    std::uint64_t at, end;
    std::uint32_t hint;
  };
  /// `entities`: as FlightBatch::load() takes them.
  template <typename Fill>
  std::uint64_t run(const FlightScene& scene, Entity* entities, std::uint64_t count, std::uint64_t grain,
                    const Fill& fill);
  template <typename Fill>
  std::uint64_t runInWaves(const FlightScene& scene, Entity* entities, std::uint64_t count, const Fill& fill);

  const ParallelLoop& loop_;
  bool concurrentReads_;
  LargeFlocks largeFlocks_;
  ScratchPool<FlightBatch> batches_;
  std::vector<std::unique_ptr<FlightBatch>> wave_;
  std::atomic<std::uint32_t> lastRank_{0};  ///< where the last search for a bat ended
};

}  // namespace better_bats
