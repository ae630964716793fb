// Presets: what a flock is, as a JSON file that people copy and change. Three are built in.
// SPDX-License-Identifier: MIT
//
//   {"format": 1, "description": "...", "parameters": {...}, "world": {"type": "torus", "dx": 480, "dz": 480}, "bats":
//   9}
//
// Everything is optional. The parameters are the plugin's to read; world and number of bats are for a server that can
// set up a world.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "rules/json_document.hpp"

namespace better_bats::rules {

struct BuiltinPreset {
  std::string_view name;
  std::string_view json;  ///< the file of this name in rules/presets
};

/// In alphabetical order.
[[nodiscard]] std::span<const BuiltinPreset> builtinPresets() noexcept;

/// The world that a preset asks for. [Limit: sizes 1..1e9, those of a torus whole; surface -2047..2047]
struct PresetWorld {
  std::string type;                  ///< "void", "flat", "hills", "box", "torus"
  double dx = 0, dy = 0, dz = 0;     ///< of a box; of a torus without dy
  std::int32_t surface = 64;         ///< of a flat world
  std::optional<std::int64_t> seed;  ///< of hills
};

struct Preset {
  static constexpr std::int64_t mostBats = 1'000'000;

  std::string name;  ///< as it was asked for
  JsonDocument document;
  std::optional<PresetWorld> world;
  std::uint64_t bats = 0;  ///< how many a server puts into the preset's world

  /// An object of the document, or null.
  [[nodiscard]] const JsonValue* parameters() const noexcept;
};

/// `nameOrPath` is the name of one that is built in, or a path to a file: it holds a slash or ends in .json. Throws
/// FileError: no such preset, or a file that cannot be read; BrokenFile: one that is not right, with line and column.
/// What stands in `parameters` is not looked at.
[[nodiscard]] Preset readPreset(const std::string& nameOrPath);

}  // namespace better_bats::rules
