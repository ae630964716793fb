// The JSON file that keeps a world's gamerules. SPDX-License-Identifier: MIT
#include "rules/rules_file.hpp"

#include "rules/json_file.hpp"
#include "rules/number_text.hpp"

namespace better_bats::rules {
namespace {

constexpr std::string_view rulesKey = "rules";
constexpr std::size_t mostProblems = 20;  // told of one file

[[nodiscard]] std::string newFile(const GameRuleRegistry& registry, std::span<const RuleChange> changes) {
  std::string text = "{\n  \"format\": 1,\n  \"rules\": {";
  const char* separator = "\n    ";
  for (const GameRule& rule : registry.rules()) {
    std::int64_t value = registry.value(rule);
    for (const RuleChange& change : changes) value = change.rule == &rule ? change.value : value;
    text.append(separator).append(jsonQuoted(rule.id)).append(": ").append(valueText(rule, value));
    separator = ",\n    ";
  }
  return text + "\n  }\n}\n";
}

// The member "rules"; null where the file has none.
[[nodiscard]] const JsonValue* rulesOf(const std::string& path, const JsonDocument& document) {
  const JsonMember* const member = document.root().find(rulesKey);
  if (member == nullptr) return nullptr;
  if (member->value.type == JsonValue::Type::Object) return &member->value;
  throw brokenAt(path, document, member->value.begin, "rules is not an object");
}

[[nodiscard]] std::string withRule(const std::string& path, const JsonDocument& document, const GameRule& rule,
                                   const std::string& value) {
  if (const JsonValue* const rules = rulesOf(path, document)) return document.with(*rules, rule.id, value);
  return document.with(document.root(), rulesKey, "{" + jsonQuoted(rule.id) + ": " + value + "}");
}

}  // namespace

std::optional<std::int64_t> ruleValue(const GameRule& rule, const JsonValue& value) noexcept {
  const bool isBoolean = value.type == JsonValue::Type::Boolean;
  if (rule.type == RuleType::Boolean) return isBoolean ? std::optional<std::int64_t>(value.boolean) : std::nullopt;
  const bool allowed = value.type == JsonValue::Type::Integer && rule.allows(value.integer);
  return allowed ? std::optional<std::int64_t>(value.integer) : std::nullopt;
}

std::string wrongValueText(const GameRule& rule, std::string_view source) {
  return std::string(rule.id) + ": " + excerpt(source) +
         (rule.type == RuleType::Boolean ? " is not " : " is not an integer of ") + rangeText(rule);
}

std::optional<RulesFile::Content> RulesFile::read(std::span<const GameRule> table) const {
  const auto document = readJsonFile(path_);
  if (!document) return std::nullopt;
  Content content;
  content.values.resize(table.size());
  const JsonValue* const rules = rulesOf(path_, *document);
  if (rules == nullptr) return content;

  std::size_t leftOut = 0;
  const auto report = [&](std::size_t offset, const std::string& message) {
    if (content.problems.size() == mostProblems) {
      ++leftOut;
    } else {
      content.problems.emplace_back(brokenAt(path_, *document, offset, message).what());
    }
  };
  for (const JsonMember& member : rules->members) {
    std::size_t index = 0;
    while (index < table.size() && table[index].id != member.key) ++index;
    if (index == table.size()) {
      report(member.begin, jsonQuoted(excerpt(member.key)) + " is no rule of this version; it is kept");
      continue;
    }
    const GameRule& rule = table[index];
    content.values[index] = ruleValue(rule, member.value);
    if (content.values[index]) continue;
    const std::string wrong = wrongValueText(rule, document->sourceOf(member.value));
    if (content.wrongValue.empty()) content.wrongValue = brokenAt(path_, *document, member.value.begin, wrong).what();
    report(member.value.begin, wrong + "; it stays at its default " + valueText(rule, rule.defaultValue));
  }
  if (leftOut > 0) content.problems.push_back(path_ + ": and " + toText(leftOut) + " more");
  return content;
}

void RulesFile::store(const GameRuleRegistry& registry, std::span<const RuleChange> changes) const {
  auto document = readJsonFile(path_);
  if (!document) return writeFileAtomically(path_, newFile(registry, changes));
  for (const RuleChange& change : changes) {
    document = parseJsonFile(path_, withRule(path_, *document, *change.rule, valueText(*change.rule, change.value)));
  }
  writeFileAtomically(path_, document->text());
}

}  // namespace better_bats::rules
