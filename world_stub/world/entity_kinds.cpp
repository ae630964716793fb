// The table of entity kinds. SPDX-License-Identifier: MIT
#include "world_stub/world/entity_kinds.hpp"

#include <array>

namespace better_bats::stub {
namespace {

constexpr std::array<std::string_view, entityKindCount> names{"bat", "cat",    "ocelot",     "phantom",  "player",
                                                              "cow", "zombie", "silverfish", "endermite"};
static_assert(names[batKind] == "bat" && names[phantomKind] == "phantom");

}  // namespace

std::string_view nameOf(EntityKind kind) noexcept {
  return names[kind];
}

std::optional<EntityKind> findEntityKind(std::string_view name) noexcept {
  constexpr std::string_view prefix = "minecraft:";
  if (name.substr(0, prefix.size()) == prefix) name.remove_prefix(prefix.size());
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (names[i] == name) return static_cast<EntityKind>(i);
  }
  return std::nullopt;
}

}  // namespace better_bats::stub
