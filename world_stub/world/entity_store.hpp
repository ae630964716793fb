// All entities of a world, in ascending id. SPDX-License-Identifier: MIT
//
// Bats lie in one dense array apart from everything else, so that the plugin's span call takes them as they are and a
// scan for predators does not look at a hundred thousand bats.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <better_bats/large_vector.hpp>
#include <better_bats/world.hpp>

#include "world_stub/world/box_index.hpp"
#include "world_stub/world/entity_kinds.hpp"

namespace better_bats::stub {

/// What commands know of an entity besides what flight needs.
struct EntityDetails {
  bool noAi = false;
  bool resting = false;           ///< bats
  std::vector<std::string> tags;  ///< each once, in the order in which they were given
};

/// Alive, flying (neither resting nor without AI) and with a finite state within 1e9.
[[nodiscard]] bool isActive(const Entity& bat) noexcept;

/// No component is NaN, infinite or beyond 1e9.
[[nodiscard]] bool hasFiniteState(const Entity& entity) noexcept;

/// [tick-thread] for changes and scans; other const functions from any thread while nobody changes anything. References
/// and spans are valid until the next add or remove.
class EntityStore {
 public:
  static constexpr std::uint64_t highestId = static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());

  /// Adds an entity under the next id (one above the highest ever used, from 1) or under `id`, and returns the id.
  /// Nothing: the id is in use, is 0 or above highestId, or there is no next one.
  std::optional<std::uint64_t> add(EntityKind kind, Vec3 position, Vec3 velocity, EntityDetails details = {},
                                   std::optional<std::uint64_t> id = std::nullopt);
  void reserveBats(std::size_t count);

  bool remove(std::uint64_t id);
  /// One pass for many. [Limit: ids ascend] Returns how many there were.
  std::size_t remove(std::span<const std::uint64_t> ids);

  /// Nobody in it, and ids begin at 1 again.
  void clear();

  [[nodiscard]] const Entity* find(std::uint64_t id) const noexcept;
  [[nodiscard]] const EntityDetails* details(std::uint64_t id) const noexcept;
  /// Change entities through these; false where there is none of that id.
  bool setPosition(std::uint64_t id, Vec3 position) noexcept;
  bool setVelocity(std::uint64_t id, Vec3 velocity) noexcept;
  bool setDetails(std::uint64_t id, EntityDetails details);

  /// For the plugin's span call, which writes velocities, and for motion: nothing else of them may be written.
  /// Take the span anew for each change of positions: that is how scans learn of it.
  [[nodiscard]] std::span<Entity> bats() noexcept { return bats_.changeable(); }
  [[nodiscard]] std::span<Entity> others() noexcept { return others_.changeable(); }
  [[nodiscard]] std::span<const Entity> bats() const noexcept { return bats_.entities; }
  [[nodiscard]] std::span<const Entity> others() const noexcept { return others_.entities; }
  [[nodiscard]] std::span<const EntityDetails> otherDetails() const noexcept { return others_.details; }

  [[nodiscard]] std::size_t size() const noexcept { return bats_.entities.size() + others_.entities.size(); }
  [[nodiscard]] std::size_t activeBats() const noexcept;

  /// The highest id ever used, 0 for none. Raising it is for a world that is read back.
  [[nodiscard]] std::uint64_t highestIdUsed() const noexcept { return highestUsed_; }
  void raiseHighestIdUsed(std::uint64_t id) noexcept;

  /// Entities of these kinds whose position lies in the closed box, each once, in any order. Neighbours in memory are
  /// handed over together. The first scan of a small box after a change sorts the entities into cells; it allocates
  /// nothing once it has seen as many. [tick-thread]
  void scan(const Box& box, std::span<const EntityKind> kinds, const EntityVisitor& visit) const;

  /// visit(const Entity&, const EntityDetails&) for all, in ascending id.
  template <typename Visit>
  void forEach(Visit visit) const {
    std::size_t bat = 0;
    std::size_t other = 0;
    while (bat < bats_.entities.size() || other < others_.entities.size()) {
      const bool takeBat = other == others_.entities.size() ||
                           (bat < bats_.entities.size() && bats_.entities[bat].id < others_.entities[other].id);
      const List& list = takeBat ? bats_ : others_;
      const std::size_t index = takeBat ? bat++ : other++;
      visit(list.entities[index], list.details[index]);
    }
  }

 private:
  // Parallel arrays in ascending id.
  struct List {
    LargeVector<Entity> entities;
    std::vector<EntityDetails> details;
    // Made by the first scan that needs it.
    mutable BoxIndex cells;
    mutable bool areCellsFresh = false;

    [[nodiscard]] std::span<Entity> changeable() noexcept {
      areCellsFresh = false;
      return entities;
    }
    template <typename Wanted>
    void scan(const Box& box, const EntityVisitor& visit, Wanted wanted) const;
    [[nodiscard]] std::size_t lowerBound(std::uint64_t id) const noexcept;
    [[nodiscard]] std::optional<std::size_t> indexOf(std::uint64_t id) const noexcept;
    void insert(const Entity& entity, EntityDetails&& more);
    std::size_t remove(std::span<const std::uint64_t> ids);
  };
  struct Place {
    List* list;
    std::size_t index;
  };
  [[nodiscard]] std::optional<Place> placeOf(std::uint64_t id) noexcept;

  List bats_;
  List others_;
  std::uint64_t highestUsed_ = 0;
};

}  // namespace better_bats::stub
