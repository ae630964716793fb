// One gamerule: what it is called, what it may be. SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace better_bats::rules {

enum class RuleType : std::uint8_t { Boolean, Integer };

/// A row of a table of rules. The texts are literals: NUL-terminated, and they outlive everything.
struct GameRule {
  std::string_view id;           ///< "better-bats:bat_alignment"
  std::string_view description;  ///< one sentence
  RuleType type = RuleType::Integer;
  std::int64_t defaultValue = 0, minimum = 0, maximum = 0;  ///< 32-bit values, as vanilla's; booleans: 0 and 1

  [[nodiscard]] constexpr bool allows(std::int64_t value) const noexcept {
    return value >= minimum && value <= maximum;
  }
};

[[nodiscard]] constexpr GameRule integerRule(std::string_view id, std::int64_t defaultValue, std::int64_t minimum,
                                             std::int64_t maximum, std::string_view description) noexcept {
  return {id, description, RuleType::Integer, defaultValue, minimum, maximum};
}

[[nodiscard]] constexpr GameRule booleanRule(std::string_view id, bool defaultValue,
                                             std::string_view description) noexcept {
  return {id, description, RuleType::Boolean, defaultValue ? 1 : 0, 0, 1};
}

/// The value as commands and files write it: `20`, `true`.
[[nodiscard]] std::string valueText(const GameRule& rule, std::int64_t value);

/// What the rule may be: `0..100`, `true or false`.
[[nodiscard]] std::string rangeText(const GameRule& rule);

}  // namespace better_bats::rules
