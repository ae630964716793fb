// The one table of bat rules: it feeds the registry, the commands' help, the files and the docs.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "rules/game_rule_registry.hpp"

namespace better_bats::rules {

/// The table's order.
enum class BatRule : std::size_t { Alignment, Cohesion, Separation, SwarmSize, Wander, Flight };

[[nodiscard]] std::span<const GameRule> batRules() noexcept;

[[nodiscard]] inline const GameRule& batRule(BatRule rule) noexcept {
  return batRules()[static_cast<std::size_t>(rule)];
}

/// The bat rules as flight reads them, once a tick.
struct BatRuleValues {
  std::int64_t alignment, cohesion, separation;  ///< hundredths
  std::int64_t swarmSize;                        ///< members of a flock at most
  std::int64_t wander;                           ///< hundredths
  bool flight;                                   ///< false: bats are the server's own
};

/// `registry` is one of batRules().
[[nodiscard]] BatRuleValues batRuleValues(const GameRuleRegistry& registry) noexcept;

}  // namespace better_bats::rules
