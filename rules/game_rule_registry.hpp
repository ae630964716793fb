// The values of a table of gamerules. SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string_view>
#include <vector>

#include <better_bats/status.hpp>

#include "rules/game_rule.hpp"

namespace better_bats::rules {

/// Holds one value for each rule of a table, each at its default to begin with. A value is always one that its rule
/// allows. [tick-thread]
class GameRuleRegistry {
 public:
  /// The listener may read the registry but must not change it, and must not throw.
  using Listener = std::function<void(const GameRule&, std::int64_t value)>;

  /// The table must outlive the registry.
  explicit GameRuleRegistry(std::span<const GameRule> table);

  /// All rules, in the table's order.
  [[nodiscard]] std::span<const GameRule> rules() const noexcept { return table_; }

  /// The rule of exactly this id, or null. Upper case, or an id without its namespace, is no rule.
  [[nodiscard]] const GameRule* find(std::string_view id) const noexcept;

  [[nodiscard]] std::int64_t value(std::size_t index) const noexcept { return values_[index]; }
  /// `rule` is one of rules().
  [[nodiscard]] std::int64_t value(const GameRule& rule) const noexcept { return values_[indexOf(rule)]; }
  /// `rule` is one of rules().
  [[nodiscard]] std::size_t indexOf(const GameRule& rule) const noexcept {
    return static_cast<std::size_t>(&rule - table_.data());
  }

  /// OutOfRange: the rule does not allow the value, and nothing was changed. Otherwise Ok, and the listener hears of
  /// it, also where the value was the same before. `rule` is one of rules().
  Status set(const GameRule& rule, std::int64_t value) noexcept;

  /// One listener hears of every set() after it took effect; an empty function ends that.
  void onChanged(Listener listener) noexcept { listener_ = std::move(listener); }

 private:
  std::span<const GameRule> table_;
  std::vector<std::int64_t> values_;
  Listener listener_;
};

}  // namespace better_bats::rules
