// The plugin's JSON config: {"format": 1, "preset": "name", "parameters": {...}, "rules": {...}}.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "plugin/settings/parameter_set.hpp"
#include "rules/game_rule.hpp"

namespace better_bats {

struct Config {
  ParameterSet parameters;  ///< defaults, over them the preset's, over them the config's own
  std::string preset;       ///< its name or path; empty: none
  /// For new worlds; one for each rule of the table.
  std::vector<std::optional<std::int64_t>> rules;
};

/// What the file says; defaults where there is no such file, or `path` is empty. A preset's relative path begins at the
/// config's folder. Throws FileError where it cannot be read, BrokenFile with the place where something in it is wrong.
[[nodiscard]] Config loadConfig(const std::string& path, std::span<const rules::GameRule> table);

}  // namespace better_bats
