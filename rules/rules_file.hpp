// The JSON file that keeps a world's gamerules: {"format": 1, "rules": {"better-bats:bat_alignment": 5, ...}}.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "rules/game_rule_registry.hpp"
#include "rules/json_document.hpp"

namespace better_bats::rules {

/// The value, if the rule allows it: 12.9, "5" and 1 for a boolean are none.
[[nodiscard]] std::optional<std::int64_t> ruleValue(const GameRule& rule, const JsonValue& value) noexcept;

/// "better-bats:bat_alignment: 101 is not an integer of 0..100"
[[nodiscard]] std::string wrongValueText(const GameRule& rule, std::string_view source);

struct RuleChange {
  const GameRule* rule;
  std::int64_t value;  ///< one that the rule allows
};

/// Keeps nothing in memory: what people wrote into the file since is never lost to a set().
class RulesFile {
 public:
  explicit RulesFile(std::string path) : path_(std::move(path)) {}

  [[nodiscard]] const std::string& path() const noexcept { return path_; }

  struct Content {
    /// One for each rule of the table: nothing where the file has none or a wrong one.
    std::vector<std::optional<std::int64_t>> values;
    /// One line for each wrong value or unknown key, with file and place; of very many the first and a count.
    std::vector<std::string> problems;
    /// The first wrong value, with file and place; empty where there is none. An unknown key is none.
    std::string wrongValue;
  };

  /// Nothing where there is no file. Throws FileError where it cannot be read, BrokenFile where it does not parse.
  [[nodiscard]] std::optional<Content> read(std::span<const GameRule> table) const;

  /// Puts the changed values into the file and leaves everything else in it as it is; where there is no file, makes it
  /// with all of the registry's values and the changes. Durable on return; throws FileError, and then the file is as it
  /// was.
  void store(const GameRuleRegistry& registry, std::span<const RuleChange> changes) const;

 private:
  std::string path_;
};

}  // namespace better_bats::rules
