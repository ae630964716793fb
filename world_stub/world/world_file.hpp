// The world's state as one JSON file: clocks, border, loaded area, entities and what was built.
// SPDX-License-Identifier: MIT
//
// Flocks are the plugin's: their state and anything else of the server's goes along as text under keys of their own.
// Terrain is not stored, only sections that somebody edited; the seed gives back the rest.
#pragma once

#include <map>
#include <stdexcept>
#include <string>
#include <string_view>

#include "world_stub/world/stub_world.hpp"

namespace better_bats::stub {

/// Not a world file, or of a newer format; what() says where.
class WorldFileError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Texts that travel with the world, by name ("flocks" for Plugin::saveState).
using AttachedTexts = std::map<std::string, std::string>;

/// A velocity or position that is not finite comes back as NaN; everything else bit for bit.
[[nodiscard]] std::string saveWorld(const StubWorld& world, const AttachedTexts& attached);

/// All or nothing: where it throws, the world is as it was.
AttachedTexts loadWorld(StubWorld& world, std::string_view json);

}  // namespace better_bats::stub
