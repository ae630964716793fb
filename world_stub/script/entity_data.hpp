// Entities as NBT: what `summon` and `data` see of them. SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "world_stub/script/nbt.hpp"
#include "world_stub/world/entity_store.hpp"

namespace better_bats::stub {

/// The keys Id, Motion, NoAI, Pos, Resting and Tags.
[[nodiscard]] NbtCompound dataOf(const Entity& entity, const EntityDetails& details);

/// What a compound says about an entity. Keys that mean nothing here are ignored, as the game does. Throws
/// rules::CommandError where a value is of the wrong kind.
struct EntityChanges {
  std::optional<std::uint64_t> id;
  std::optional<Vec3> position, velocity;
  std::optional<bool> noAi, resting;
  std::optional<std::vector<std::string>> tags;

  [[nodiscard]] static EntityChanges from(const NbtCompound& compound);
  void applyTo(EntityDetails& details) const;
};

/// "Bat".
[[nodiscard]] std::string displayName(EntityKind kind);

}  // namespace better_bats::stub
