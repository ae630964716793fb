// All active bats as they were at the start of the tick. Visiting order and the host's order never matter: a bat's slot
// is the rank of its id. SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include <better_bats/bat.hpp>

namespace better_bats {

using Slot = std::uint32_t;
inline constexpr Slot kNoSlot = 0xFFFFFFFFU;

/// Why an entity was left out of the snapshot although it is alive and flying.
enum class Defect : std::uint8_t {
  NotUsable,        ///< a component that is not finite, or beyond 1e9
  ConflictingTwin,  ///< another bat has the same id and another state
  NotABat,          ///< of another kind
};

class Snapshot {
 public:
  using DefectReport = std::function<void(std::uint64_t id, Defect)>;

  /// Takes the active bats among the entities. The same bat twice is one bat. What is left out is reported.
  void take(std::span<const Entity> entities, EntityKind batKind, const DefectReport& report);
  void clear() noexcept;

  [[nodiscard]] Slot size() const noexcept { return static_cast<Slot>(ids_.size()); }
  [[nodiscard]] const std::vector<std::uint64_t>& ids() const noexcept { return ids_; }
  [[nodiscard]] std::uint64_t id(Slot slot) const noexcept { return ids_[slot]; }
  [[nodiscard]] Vec3 position(Slot slot) const noexcept { return {x_[slot], y_[slot], z_[slot]}; }
  [[nodiscard]] Vec3 velocity(Slot slot) const noexcept { return {vx_[slot], vy_[slot], vz_[slot]}; }

  /// The slot of a bat, or kNoSlot. Quick for a host that asks in id order.
  [[nodiscard]] Slot find(std::uint64_t id) const noexcept;

  /// Whether an active entity of this id was left out. It is nobody's neighbour and keeps its velocity.
  [[nodiscard]] bool isRejected(std::uint64_t id) const noexcept;

  /// For each entity that take() was given: its slot, or kNoSlot for one that is not in the snapshot.
  [[nodiscard]] std::span<const Slot> slotsOfInput() const noexcept { return slotOfInput_; }

  /// The smallest box that holds all bats; undefined while there are none.
  [[nodiscard]] Vec3 low() const noexcept { return low_; }
  [[nodiscard]] Vec3 high() const noexcept { return high_; }

 private:
  struct Candidate {
    std::uint64_t id;
    std::uint32_t input;
  };

  void collect(std::span<const Entity> entities, EntityKind batKind, const DefectReport& report);
  void addTwins(std::span<const Entity> entities, std::span<const Candidate> twins, const DefectReport& report);
  void append(const Entity& bat);

  std::vector<std::uint64_t> ids_;
  std::vector<double> x_, y_, z_, vx_, vy_, vz_;
  std::vector<Slot> slotOfInput_;
  std::vector<Candidate> candidates_;
  std::vector<std::uint64_t> rejected_;  ///< ascending
  Vec3 low_{}, high_{};
  mutable Slot lastFound_ = 0;
};

}  // namespace better_bats
