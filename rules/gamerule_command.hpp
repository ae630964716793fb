// `gamerule <id> [<value>]`, as vanilla has it. SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "rules/command_reader.hpp"
#include "rules/completion.hpp"
#include "rules/game_rule_registry.hpp"

namespace better_bats::rules {

/// The permission level of an operator.
inline constexpr std::uint32_t operatorLevel = 2;

/// Carries out a change of a rule to a value it allows. Throws CommandError where that cannot be stored.
using RuleSetter = std::function<void(const GameRule&, std::int64_t value)>;

/// Carries out the command whose name the reader stands behind, and returns its reply. Throws CommandError, and then
/// nothing was changed. Like the whole of vanilla's command it does not exist below operatorLevel.
std::string executeGamerule(CommandReader& reader, std::uint32_t permissionLevel, const GameRuleRegistry& registry,
                            const RuleSetter& set);

/// Reads a value that the rule allows; throws CommandError.
std::int64_t readRuleValue(CommandReader& reader, const GameRule& rule);

/// "Gamerule better-bats:bat_alignment is now set to: 20"
std::string ruleSetReply(const GameRule& rule, std::int64_t value);
/// "Gamerule better-bats:bat_alignment is currently set to: 20"
std::string ruleQueryReply(const GameRule& rule, std::int64_t value);

/// Offers the candidates for the words after the command's name.
void completeGamerule(const Completion& completion, const GameRuleRegistry& registry);

}  // namespace better_bats::rules
