// All active bats as they were at the start of the tick, in an order in which bats near in space are near in memory.
// Neither that order nor the host's ever matters to a result. SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <limits>
#include <span>
#include <vector>

#include <better_bats/bat.hpp>
#include <better_bats/large_vector.hpp>

#include "plugin/flight/bat_lanes.hpp"
#include "plugin/flight/vector_math.hpp"
#include "plugin/flock/parallel_loop.hpp"

namespace better_bats {

/// A bat's place in the snapshot. It keeps it from tick to tick, until the snapshot renumbers.
using Slot = std::uint32_t;
inline constexpr Slot kNoSlot = 0xFFFFFFFFU;

/// Slots are worked on in chunks of so many.
inline constexpr Slot kSlotChunk = 512;
[[nodiscard]] constexpr std::uint64_t slotChunks(Slot size) noexcept {
  return (std::uint64_t{size} + kSlotChunk - 1) / kSlotChunk;
}

/// Calls visit(begin, end) for these chunks of so many slots.
template <typename Visit>
void forEachSlotChunk(std::uint64_t firstChunk, std::uint64_t endChunk, Slot size, Visit&& visit) {
  for (std::uint64_t chunk = firstChunk; chunk < endChunk; ++chunk) {
    const auto begin = static_cast<Slot>(chunk * kSlotChunk);
    visit(begin, std::min(begin + kSlotChunk, size));
  }
}

/// Why an entity was left out of the snapshot although it is alive and flying.
enum class Defect : std::uint8_t {
  NotUsable,        ///< a component that is not finite, or beyond 1e9
  ConflictingTwin,  ///< another bat has the same id and another state
  NotABat,          ///< of another kind
};

/// One cache line.
struct alignas(64) SnapshotBat {
  Vec3 position, velocity;
  std::uint64_t id;
  std::uint32_t rank;   ///< its place in ascending id order
  std::uint32_t input;  ///< its place among the entities that the snapshot was taken of
};

struct FlightKernels;

class Snapshot {
 public:
  using DefectReport = std::function<void(std::uint64_t id, Defect)>;
  /// Old slot to new slot, kNoSlot for a bat that is gone. Lives until the next call that renumbers.
  using Renumbering = std::span<const Slot>;
  /// Told of each chunk of slots that is filled, on the thread that filled it.
  using FilledRange = std::function<void(Slot begin, Slot end)>;

  struct BoundingBox {
    static constexpr double kInfinity = std::numeric_limits<double>::infinity();
    Vec3 low{kInfinity, kInfinity, kInfinity}, high{-kInfinity, -kInfinity, -kInfinity};
    void include(const BoundingBox& other) noexcept {
      low = {std::min(low.x, other.low.x), std::min(low.y, other.low.y), std::min(low.z, other.low.z)};
      high = {std::max(high.x, other.high.x), std::max(high.y, other.high.y), std::max(high.z, other.high.z)};
    }
    /// Round the bats of lanes [begin, end).
    [[nodiscard]] static BoundingBox of(const BatLanes& bats, std::size_t begin, std::size_t end) noexcept {
      BoundingBox box;
      for (std::size_t lane = begin; lane < end; ++lane) box.include({bats.position[lane], bats.position[lane]});
      return box;
    }
    /// From the nearest point of the box. Rounded no further up than the square of the distance from any bat in it.
    [[nodiscard]] double distanceSquared(Vec3 point) const noexcept {
      const auto beyond = [](double value, double least, double most) {
        return std::max(std::max(least - value, value - most), 0.0);
      };
      return lengthSquared(
          {beyond(point.x, low.x, high.x), beyond(point.y, low.y, high.y), beyond(point.z, low.z, high.z)});
    }
  };

  /// Takes the same bats anew, each in its slot. @returns false where the active bats among the entities are not the
  /// same, in the same places, as when they were last taken by renew(), which must follow then.
  [[nodiscard]] bool refresh(std::span<const Entity> entities, EntityKind batKind, const FlightKernels& kernels,
                             const ParallelLoop& loop, const FilledRange& filled);

  /// Takes the active bats among the entities, numbered by id. The same bat twice is one bat. What is left out is
  /// reported.
  Renumbering renew(std::span<const Entity> entities, EntityKind batKind, const DefectReport& report,
                    const ParallelLoop& loop = {});

  /// Numbers the bats anew: order[i] becomes slot i. The entities are those that were taken last.
  Renumbering reorder(std::span<const Slot> order, std::span<const Entity> entities, const ParallelLoop& loop);

  /// Takes bats of which only the ids are known, ascending, until the next renew().
  void adopt(std::span<const std::uint64_t> ids);

  [[nodiscard]] Slot size() const noexcept { return static_cast<Slot>(bats_.size()); }
  [[nodiscard]] const SnapshotBat& bat(Slot slot) const noexcept { return bats_[slot]; }
  [[nodiscard]] std::uint64_t id(Slot slot) const noexcept { return bats_[slot].id; }
  [[nodiscard]] Vec3 position(Slot slot) const noexcept { return bats_[slot].position; }
  [[nodiscard]] Vec3 velocity(Slot slot) const noexcept { return bats_[slot].velocity; }

  /// All slots, by ascending id.
  [[nodiscard]] std::span<const Slot> inIdOrder() const noexcept { return slotOfRank_; }

  /// The slot of a bat, or kNoSlot. `hint` is where the caller's last search ended: quick for one who asks in id order.
  [[nodiscard]] Slot find(std::uint64_t id, std::uint32_t& hint) const noexcept;
  [[nodiscard]] Slot find(std::uint64_t id) const noexcept {
    std::uint32_t hint = 0;
    return find(id, hint);
  }

  /// Whether an active entity of this id was left out. It is nobody's neighbour and keeps its velocity.
  [[nodiscard]] bool isRejected(std::uint64_t id) const noexcept;

  /// Entities that are a bat of the snapshot once more.
  struct Twin {
    std::uint32_t input, firstInput;
  };
  [[nodiscard]] std::span<const Twin> twins() const noexcept { return twins_; }

  [[nodiscard]] BoundingBox boxOf(std::span<const Slot> slots) const noexcept {
    BoundingBox box;
    for (const Slot slot : slots) box.include({position(slot), position(slot)});
    return box;
  }
  /// A box that holds all bats; undefined while there are none.
  [[nodiscard]] Vec3 low() const noexcept { return box_.low; }
  [[nodiscard]] Vec3 high() const noexcept { return box_.high; }

  /// Grows at each tick by at least as much as any two bats can have come nearer to each other, or by kFar: what
  /// depends on distances need not be looked at again before it has grown by what they have to spare.
  [[nodiscard]] double travelled() const noexcept { return travelled_; }
  /// It begins at 0 again: what was found out about distances must be forgotten with it.
  void forgetTravelled() noexcept { travelled_ = 0; }
  /// More than any distance that anybody asks about.
  static constexpr double kFar = 1000;

  /// How often refresh() went well since the bats were last put in order.
  [[nodiscard]] std::uint32_t age() const noexcept { return age_; }

  static constexpr std::uint32_t kActive = BETTER_BATS_ENTITY_ALIVE | BETTER_BATS_ENTITY_FLYING;
  [[nodiscard]] static bool isActive(const Entity& entity) noexcept { return (entity.flags & kActive) == kActive; }

  /// What is found out about a chunk of bats while their entities are taken.
  struct ChunkSummary {
    BoundingBox box;
    double farthestSquared;  ///< that a bat has moved
    bool same;               ///< all are the bats that they were, active and usable
  };

 private:
  struct Candidate {
    std::uint64_t id;
    std::uint32_t input;
  };
  void collect(std::span<const Entity> entities, EntityKind batKind, const DefectReport& report);
  void takeCandidates(std::span<const Entity> entities, const DefectReport& report);
  void numberById(std::span<const Entity> entities, const ParallelLoop& loop);

  LargeVector<SnapshotBat> bats_;
  LargeVector<Slot> slotOfRank_;
  LargeVector<Candidate> candidates_;  ///< one a bat, ascending id
  LargeVector<Slot> renumbering_;
  std::vector<std::uint32_t> others_;    ///< entities that are no active bat
  std::vector<std::uint64_t> rejected_;  ///< ascending
  std::vector<Twin> twins_;
  std::vector<ChunkSummary> chunks_;
  std::size_t inputs_ = 0;
  BoundingBox box_{};
  double travelled_ = 0;
  std::uint32_t age_ = 0;
};

}  // namespace better_bats
