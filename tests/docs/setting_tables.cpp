// Reads Markdown tables. SPDX-License-Identifier: MIT
#include "tests/docs/setting_tables.hpp"

#include <algorithm>
#include <optional>

#include "plugin/settings/parameter_values.hpp"
#include "rules/bat_rules.hpp"

namespace better_bats::test {

namespace {

struct Setting {
  std::string defaultText, range;
};

std::string without(std::string text, std::string_view part) {
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part)) text.erase(at, part.size());
  return text;
}

std::optional<Setting> settingOf(std::string_view name) {
  for (const rules::GameRule& rule : rules::batRules()) {
    if (rule.id == name) return Setting{rules::valueText(rule, rule.defaultValue), rules::rangeText(rule)};
  }
  const Parameter* parameter = findParameter(name);
  if (parameter == nullptr) return std::nullopt;
  return Setting{without(valueText(*parameter, FlightParameters()), "minecraft:"), rangeText(*parameter)};
}

std::string trimmed(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(' ');
  if (begin == std::string_view::npos) return {};
  return std::string(text.substr(begin, text.find_last_not_of(' ') - begin + 1));
}

std::vector<std::string> cellsOf(std::string_view line) {
  std::vector<std::string> cells;
  if (!line.starts_with('|')) return cells;
  line.remove_prefix(1);
  for (std::size_t bar = line.find('|'); bar != std::string_view::npos; bar = line.find('|')) {
    cells.push_back(trimmed(line.substr(0, bar)));
    line.remove_prefix(bar + 1);
  }
  return cells;
}

/// What stands in backticks.
std::vector<std::string> namesIn(std::string_view cell) {
  std::vector<std::string> names;
  for (std::size_t open = cell.find('`'); open != std::string_view::npos; open = cell.find('`')) {
    cell.remove_prefix(open + 1);
    const std::size_t close = cell.find('`');
    if (close == std::string_view::npos) break;
    names.emplace_back(cell.substr(0, close));
    cell.remove_prefix(close + 1);
  }
  return names;
}

/// The texts with commas between; one for all where they are alike.
std::string listOf(const std::vector<std::string>& texts) {
  if (std::ranges::all_of(texts, [&](const std::string& text) { return text == texts.front(); })) return texts.front();
  std::string list;
  for (const std::string& text : texts) list += (list.empty() ? "" : ", ") + text;
  return list;
}

void readRow(const std::vector<std::string>& cells, SettingTables& tables) {
  std::vector<std::string> defaults;
  std::vector<std::string> ranges;
  const std::vector<std::string> names = namesIn(cells[0]);
  for (const std::string& name : names) {
    const auto setting = settingOf(name);
    if (!setting) {
      tables.faults.push_back(name + " is no rule or flight parameter");
      return;
    }
    defaults.push_back(setting->defaultText);
    ranges.push_back(setting->range);
    if (!tables.names.insert(name).second) tables.faults.push_back(name + " stands twice");
  }
  if (names.empty()) {
    tables.faults.push_back("a row without a name: " + cells[0]);
    return;
  }
  const auto compare = [&](const char* what, const std::string& said, const std::string& is) {
    if (said != is) tables.faults.push_back(cells[0] + ": the " + what + " is " + is + ", not " + said);
  };
  compare("default", without(without(cells[1], "`"), "minecraft:"), listOf(defaults));
  compare("range", without(cells[2], "`"), listOf(ranges));
}

}  // namespace

SettingTables readSettingTables(std::string_view document) {
  SettingTables tables;
  bool inside = false;
  while (!document.empty()) {
    const std::size_t end = std::min(document.find('\n'), document.size());
    const std::vector<std::string> cells = cellsOf(document.substr(0, end));
    document.remove_prefix(std::min(end + 1, document.size()));
    if (cells.size() < 3) {
      inside = false;
    } else if (!inside) {
      inside = (cells[0] == "rule" || cells[0] == "parameter") && cells[1] == "default" && cells[2] == "range";
    } else if (!cells[0].starts_with("---")) {
      readRow(cells, tables);
    }
  }
  return tables;
}

std::set<std::string> allSettings() {
  std::set<std::string> names;
  for (const rules::GameRule& rule : rules::batRules()) names.emplace(rule.id);
  for (const Parameter& parameter : parameterTable()) names.emplace(parameter.key);
  return names;
}

}  // namespace better_bats::test
