// Entity selectors: `@e[type=bat,tag=a,limit=1,sort=nearest,distance=..10]`. SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <better_bats/vec3.hpp>

#include "rules/command_reader.hpp"
#include "world_stub/world/stub_world.hpp"

namespace better_bats::stub {

enum class SelectorOrder : std::uint8_t { Arbitrary, Nearest, Furthest, Random };

struct EntitySelector {
  struct TagFilter {
    std::string tag;  ///< empty: entities without any tag
    bool negated;
  };

  std::string text;  ///< as written
  std::optional<EntityKind> type;
  std::vector<EntityKind> excludedTypes;
  std::vector<TagFilter> tags;
  std::size_t limit = std::numeric_limits<std::size_t>::max();
  SelectorOrder order = SelectorOrder::Arbitrary;
  Vec3 origin{0, 0, 0};
  std::optional<double> minDistance, maxDistance;

  /// The ids of the entities that it means, in its order; arbitrary is the order of ids. Distances on a torus are those
  /// to the nearest image.
  [[nodiscard]] std::vector<std::uint64_t> select(const StubWorld& world) const;
};

/// Throws rules::CommandError with vanilla's words.
[[nodiscard]] EntitySelector readSelector(rules::CommandReader& reader);

/// A name with or without "minecraft:".
[[nodiscard]] std::string readIdentifier(rules::CommandReader& reader);

/// "Did you mean minecraft:stone?" for a mistyped one, with the namespace where it has one; else nothing. The names
/// have none.
[[nodiscard]] std::string identifierHint(std::string_view id, std::span<const std::string_view> names);
[[nodiscard]] std::string entityKindHint(std::string_view id);

}  // namespace better_bats::stub
