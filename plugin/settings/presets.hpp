// Presets: named sets of flight parameters, three of them built in. SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "plugin/settings/parameter_set.hpp"

namespace better_bats {

struct BuiltinPreset {
  std::string_view name;
  std::string_view json;  ///< the file of this name in plugin/presets
};

/// In alphabetical order.
[[nodiscard]] std::span<const BuiltinPreset> builtinPresets() noexcept;

/// Defaults and over them the preset's parameters. `nameOrPath` is the name of one that is built in, or a path to a
/// file of the same form: it holds a slash or ends in .json. Throws FileError: no such preset, or a file that cannot be
/// read; BrokenFile: one that is not right, with the place.
///
/// A preset is {"format": 1, "description": "...", "parameters": {...}, "world": {...}, "bats": 150}. World and bats
/// are for servers that can set up a world; here they only have to be an object and a number.
[[nodiscard]] ParameterSet loadPreset(const std::string& nameOrPath);

}  // namespace better_bats
