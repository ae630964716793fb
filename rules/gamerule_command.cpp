// `gamerule <id> [<value>]`, as vanilla has it. SPDX-License-Identifier: MIT
#include "rules/gamerule_command.hpp"

#include "rules/nearest_name.hpp"

namespace better_bats::rules {
namespace {

[[nodiscard]] std::int32_t asInt(std::int64_t bound) noexcept {
  return static_cast<std::int32_t>(bound);
}

[[nodiscard]] std::string reply(const GameRule& rule, const char* middle, std::int64_t value) {
  return "Gamerule " + std::string(rule.id) + middle + valueText(rule, value);
}

/// Vanilla says no more than that an id is none.
[[nodiscard]] std::string hintFor(std::string_view mistyped, const GameRuleRegistry& registry) {
  NearestName nearest(mistyped.substr(mistyped.rfind(':') + 1));
  for (const GameRule& rule : registry.rules()) {
    const std::string_view path = rule.id.substr(rule.id.find(':') + 1);
    for (const std::string_view form : {path, path.substr(path.find('_') + 1)}) nearest.offer(form);
  }
  std::string all;
  for (const GameRule& rule : registry.rules()) {
    if (!nearest.name().empty() && rule.id.ends_with(nearest.name()))
      return "Did you mean " + std::string(rule.id) + "?";
    all.append(all.empty() ? "The rules are " : ", ").append(rule.id);
  }
  return all;
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
  const std::string_view id = reader.readWord();
  const GameRule* const rule = registry.find(id);
  if (rule == nullptr) throw reader.incorrectArgument(start).withHint(hintFor(id, registry));
  if (!reader.nextArgument()) {
    reader.expectEnd();
    return ruleQueryReply(*rule, registry.value(*rule));
  }
  const std::int64_t value = readRuleValue(reader, *rule);
  reader.expectEnd();
  std::string reply = ruleSetReply(*rule, value);  // before the change, as it may find no memory
  set(*rule, value);
  return reply;
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
