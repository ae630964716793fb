// The values of a table of gamerules. SPDX-License-Identifier: MIT
#include "rules/game_rule_registry.hpp"

#include "rules/number_text.hpp"

namespace better_bats::rules {

std::string valueText(const GameRule& rule, std::int64_t value) {
  if (rule.type == RuleType::Boolean) return value != 0 ? "true" : "false";
  return toText(value);
}

std::string rangeText(const GameRule& rule) {
  if (rule.type == RuleType::Boolean) return "true or false";
  return toText(rule.minimum) + ".." + toText(rule.maximum);
}

GameRuleRegistry::GameRuleRegistry(std::span<const GameRule> table) : table_(table) {
  values_.reserve(table.size());
  for (const GameRule& rule : table) values_.push_back(rule.defaultValue);
}

const GameRule* GameRuleRegistry::find(std::string_view id) const noexcept {
  for (const GameRule& rule : table_) {
    if (rule.id == id) return &rule;
  }
  return nullptr;
}

Status GameRuleRegistry::set(const GameRule& rule, std::int64_t value) noexcept {
  if (!rule.allows(value)) return Status::OutOfRange;
  values_[indexOf(rule)] = value;
  if (listener_) listener_(rule, value);
  return Status::Ok;
}

}  // namespace better_bats::rules
