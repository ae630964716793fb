// Presets as the plugin takes them: named sets of flight parameters. SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "plugin/settings/parameter_set.hpp"

namespace better_bats {

/// Defaults and over them the preset's parameters; see rules/preset.hpp for names, paths and the form. Throws
/// FileError: no such preset, or a file that cannot be read; BrokenFile: one that is not right anywhere, with the
/// place. A radius of a rule of Reynolds' law that the preset leaves out is its perception radius.
[[nodiscard]] ParameterSet loadPreset(const std::string& nameOrPath);

}  // namespace better_bats
