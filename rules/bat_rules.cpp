// The one table of bat rules. SPDX-License-Identifier: MIT
#include "rules/bat_rules.hpp"

#include <array>

namespace better_bats::rules {
namespace {

constexpr std::array table{
    integerRule("better-bats:bat_alignment", 5, 0, 100,
                "How strongly a bat turns to its flockmates' mean heading, in hundredths."),
    integerRule("better-bats:bat_cohesion", 5, 0, 100,
                "How strongly a bat is drawn to its flockmates' middle, in hundredths."),
    integerRule("better-bats:bat_separation", 10, 0, 100,
                "How strongly a bat keeps away from bats that are too close, in hundredths."),
    integerRule("better-bats:bat_swarm_size", 5, 0, 2147483647,
                "How many bats a flock has at most; below 2 there are no flocks."),
    integerRule("better-bats:bat_wander", 5, 0, 100,
                "How strongly flocks, and a fifth as much their bats, change course at will, in hundredths."),
    booleanRule("better-bats:bat_flight", true,
                "Whether bats fly by this plugin; false leaves them to the server's own flight."),
};

}  // namespace

std::span<const GameRule> batRules() noexcept {
  return table;
}

BatRuleValues batRuleValues(const GameRuleRegistry& registry) noexcept {
  const auto value = [&registry](BatRule rule) { return registry.value(static_cast<std::size_t>(rule)); };
  return {value(BatRule::Alignment), value(BatRule::Cohesion), value(BatRule::Separation),
          value(BatRule::SwarmSize), value(BatRule::Wander),   value(BatRule::Flight) != 0};
}

}  // namespace better_bats::rules
