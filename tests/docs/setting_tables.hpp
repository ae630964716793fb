// Tables of rules and flight parameters in documents, compared with the code's own. SPDX-License-Identifier: MIT
#pragma once

#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace better_bats::test {

/// What was found in one document.
struct SettingTables {
  std::set<std::string> names;      ///< rules and parameters that stand in a table with their default and range
  std::vector<std::string> faults;  ///< one line each: what the table says, and what the code says
};

/// Reads every Markdown table whose first two columns are headed `rule` or `parameter`, and `default`. A row names one
/// setting or several, in backticks and with commas between; default and range are lists of as many, or one for all.
/// They are written as `better-bats get` writes them, entity ids without "minecraft:".
[[nodiscard]] SettingTables readSettingTables(std::string_view document);

/// The names of all rules and parameters of the code.
[[nodiscard]] std::set<std::string> allSettings();

}  // namespace better_bats::test
