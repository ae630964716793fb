// `gamerule <id> [<value>]`, as vanilla has it. SPDX-License-Identifier: MIT
#include "rules/gamerule_command.hpp"

namespace better_bats::rules {
namespace {

[[nodiscard]] std::int32_t asInt(std::int64_t bound) noexcept {
  return static_cast<std::int32_t>(bound);
}

[[nodiscard]] std::string reply(const GameRule& rule, const char* middle, std::int64_t value) {
  return "Gamerule " + std::string(rule.id) + middle + valueText(rule, value);
}

}  // namespace

std::int64_t readRuleValue(CommandReader& reader, const GameRule& rule) {
  if (rule.type == RuleType::Boolean) return reader.readBoolean() ? 1 : 0;
  return reader.readInt(asInt(rule.minimum), asInt(rule.maximum));
}

std::string ruleSetReply(const GameRule& rule, std::int64_t value) {
  return reply(rule, " is now set to: ", value);
}

std::string ruleQueryReply(const GameRule& rule, std::int64_t value) {
  return reply(rule, " is currently set to: ", value);
}

std::string executeGamerule(CommandReader& reader, std::uint32_t permissionLevel, const GameRuleRegistry& registry,
                            const RuleSetter& set) {
  if (permissionLevel < operatorLevel) throw reader.unknownCommand(0);
  reader.requireArgument();
  const std::size_t start = reader.cursor();
  const GameRule* const rule = registry.find(reader.readWord());
  if (rule == nullptr) throw reader.incorrectArgument(start);
  if (!reader.nextArgument()) {
    reader.expectEnd();
    return ruleQueryReply(*rule, registry.value(*rule));
  }
  const std::int64_t value = readRuleValue(reader, *rule);
  reader.expectEnd();
  set(*rule, value);
  return ruleSetReply(*rule, value);
}

void completeGamerule(const Completion& completion, const GameRuleRegistry& registry) {
  if (completion.wordsBefore() == 1) {
    for (const GameRule& rule : registry.rules()) completion.offer(rule.id);
  } else if (completion.wordsBefore() == 2) {
    const GameRule* const rule = registry.find(completion.word(1));
    if (rule == nullptr || rule->type != RuleType::Boolean) return;
    completion.offer("true");
    completion.offer("false");
  }
}

}  // namespace better_bats::rules
