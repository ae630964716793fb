// The kinds of entities that the stub world knows, by name and by number. SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

#include <better_bats/bat.hpp>

namespace better_bats::stub {

/// The numbers are this server's own and not stored anywhere: files hold names.
inline constexpr EntityKind batKind = 0;
inline constexpr EntityKind phantomKind = 3;

inline constexpr std::size_t entityKindCount = 9;

/// Without the namespace: "bat", "cat", "ocelot", "phantom", "player", "cow", "zombie", "silverfish", "endermite".
/// [Limit: kind < entityKindCount]
[[nodiscard]] std::string_view nameOf(EntityKind kind) noexcept;

/// Finds a kind by name, with or without "minecraft:". Nothing where there is no such kind.
[[nodiscard]] std::optional<EntityKind> findEntityKind(std::string_view name) noexcept;

}  // namespace better_bats::stub
