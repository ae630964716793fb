// `better-bats get/set/reset/reload/preset`. SPDX-License-Identifier: MIT
#include "plugin/command/setting_commands.hpp"

#include <algorithm>
#include <utility>

#include "rules/file_io.hpp"
#include "rules/gamerule_command.hpp"
#include "rules/nearest_name.hpp"
#include "rules/preset.hpp"

// A reply is put together before the change that it tells of: where it finds no memory nothing has changed.
namespace better_bats {
namespace {

using rules::CommandError;
using rules::GameRule;

/// A rule or a parameter; one of the two is null.
struct Setting {
  const GameRule* rule = nullptr;
  const Parameter* parameter = nullptr;
};

// Whether the name is the rule's id, or that without its namespace, or without bat_ besides.
[[nodiscard]] bool isNamed(const GameRule& rule, std::string_view name) noexcept {
  constexpr std::string_view prefix = "bat_";
  const std::string_view path = rule.id.substr(rule.id.find(':') + 1);
  return name == rule.id || name == path || (path.starts_with(prefix) && name == path.substr(prefix.size()));
}

[[nodiscard]] Setting findSetting(const Settings& settings, std::string_view name) noexcept {
  for (const GameRule& rule : settings.rules().rules()) {
    if (isNamed(rule, name)) return {&rule, nullptr};
  }
  return {nullptr, findParameter(name)};
}

// Reads the name at the cursor.
[[nodiscard]] Setting readSetting(const CommandContext& context) {
  const std::size_t start = context.reader.cursor();
  const std::string_view name = context.reader.readWord();
  const Settings& settings = context.services.settings();
  const Setting setting = findSetting(settings, name);
  if (setting.rule != nullptr || setting.parameter != nullptr) return setting;
  rules::NearestName nearest(name);
  for (const GameRule& rule : settings.rules().rules()) {
    const std::string_view path = rule.id.substr(rule.id.find(':') + 1);
    for (const std::string_view form : {rule.id, path, path.substr(path.find('_') + 1)}) nearest.offer(form);
  }
  for (const Parameter& parameter : parameterTable()) nearest.offer(parameter.key);
  throw context.reader.errorAt(
      start, "There is no rule or flight parameter '" + std::string(name) + "'" + nearest.suggestion());
}

[[nodiscard]] std::string parameterReply(const Parameter& parameter, const char* middle,
                                         const FlightParameters& values) {
  return "Parameter " + std::string(parameter.key) + middle + valueText(parameter, values);
}

[[nodiscard]] std::string details(std::string_view defaultText, const std::string& range, const std::string& origin,
                                  std::string_view description) {
  return "\nDefault " + std::string(defaultText) + ", range " + range + ", set by " + origin + "\n" +
         std::string(description);
}

[[nodiscard]] std::string show(const Settings& settings, const Setting& setting) {
  if (const GameRule* const rule = setting.rule) {
    return rules::ruleQueryReply(*rule, settings.rules().value(*rule)) +
           details(rules::valueText(*rule, rule->defaultValue), rules::rangeText(*rule), settings.originOf(*rule),
                   rule->description);
  }
  const Parameter& parameter = *setting.parameter;
  return parameterReply(parameter, " is currently set to: ", settings.parameters()) +
         details(valueText(parameter, FlightParameters()), rangeText(parameter), settings.originOf(parameter),
                 parameter.description);
}

[[nodiscard]] std::string listAll(const Settings& settings) {
  std::string list;
  for (const GameRule& rule : settings.rules().rules()) {
    list.append(rule.id).append(" = ").append(rules::valueText(rule, settings.rules().value(rule))).append("\n");
  }
  for (const Parameter& parameter : parameterTable()) {
    list.append(parameter.key).append(" = ").append(valueText(parameter, settings.parameters())).append("\n");
  }
  list.pop_back();
  return list;
}

void setParameter(Settings& settings, const Parameter& parameter, const FlightParameters& from, Origin origin) {
  if (const auto conflict = settings.setParameter(parameter, from, origin)) throw CommandError(conflict->message);
}

// A line for each that the world does not know: a slip, or a kind that it will know later.
[[nodiscard]] std::string unknownPredators(const PluginServices& services, const FlightParameters& values) {
  std::string lines;
  for (const std::string& id : values.predators) {
    if (!services.knowsKind(id)) lines += "\nThe world knows no kind '" + id + "' so far";
  }
  return lines;
}

[[nodiscard]] std::string withNotes(std::string reply, const std::vector<std::string>& notes) {
  for (const std::string& note : notes) reply.append("\n").append(note);
  return reply;
}

void storeRule(Settings& settings, const GameRule& rule, std::int64_t value, Origin origin) {
  try {
    static_cast<void>(settings.setRule(rule, value, origin));  // the value is one that the rule allows
  } catch (const rules::FileError& error) {
    throw CommandError("Gamerule " + std::string(rule.id) + " could not be stored: " + error.what());
  }
}

}  // namespace

void setRuleByCommand(Settings& settings, const GameRule& rule, std::int64_t value) {
  storeRule(settings, rule, value, Origin::Command);
}

std::string describeSetting(const CommandContext& context) {
  return show(context.services.settings(), readSetting(context));
}

std::string getSetting(const CommandContext& context) {
  if (!context.reader.nextArgument()) {
    context.reader.expectEnd();
    return listAll(context.services.settings());
  }
  std::string description = describeSetting(context);
  context.reader.expectEnd();
  return description;
}

std::string setSetting(const CommandContext& context) {
  Settings& settings = context.services.settings();
  context.reader.requireArgument();
  const Setting setting = readSetting(context);
  context.reader.requireArgument();
  if (setting.rule != nullptr) {
    const std::int64_t value = rules::readRuleValue(context.reader, *setting.rule);
    context.reader.expectEnd();
    std::string reply = rules::ruleSetReply(*setting.rule, value);
    setRuleByCommand(settings, *setting.rule, value);
    return reply;
  }
  FlightParameters next = settings.parameters();
  readValue(context.reader, *setting.parameter, next);
  context.reader.expectEnd();
  std::string reply = parameterReply(*setting.parameter, " is now set to: ", next) +
                      "\nUntil reload or restart; to keep it, put it into the config";
  if (setting.parameter->key == "predators") reply += unknownPredators(context.services, next);
  setParameter(settings, *setting.parameter, next, Origin::Command);
  return reply;
}

std::string resetSetting(const CommandContext& context) {
  Settings& settings = context.services.settings();
  if (!context.reader.nextArgument()) {
    context.reader.expectEnd();
    std::string reply = "All rules and flight parameters are at their defaults";
    settings.resetAll();
    return reply;
  }
  const Setting setting = readSetting(context);
  context.reader.expectEnd();
  if (setting.rule != nullptr) {
    std::string reply = rules::ruleSetReply(*setting.rule, setting.rule->defaultValue);
    storeRule(settings, *setting.rule, setting.rule->defaultValue, Origin::Default);
    return reply;
  }
  const FlightParameters defaults;
  std::string reply = parameterReply(*setting.parameter, " is now set to: ", defaults);
  setParameter(settings, *setting.parameter, defaults, Origin::Default);
  return reply;
}

std::string reloadSettings(const CommandContext& context) {
  context.reader.expectEnd();
  Settings::Reading reading = context.services.settings().read();
  std::string reply = withNotes("Reloaded", reading.notes);
  context.services.settings().take(std::move(reading));
  return reply;
}

std::string usePreset(const CommandContext& context) {
  context.reader.requireArgument();
  const std::string name(context.reader.readRest());
  std::string reply = "Flight parameters are those of preset " + name;
  context.services.settings().usePreset(name);
  return reply;
}

void completeSettingName(const rules::Completion& completion, PluginServices& services) {
  if (completion.wordsBefore() != 2) return;
  for (const GameRule& rule : services.settings().rules().rules()) completion.offer(rule.id);
  for (const Parameter& parameter : parameterTable()) completion.offer(parameter.key);
}

void completeSettingValue(const rules::Completion& completion, PluginServices& services) {
  if (completion.wordsBefore() != 3) return completeSettingName(completion, services);
  const Setting setting = findSetting(services.settings(), completion.word(2));
  const std::string range = setting.rule != nullptr        ? rules::rangeText(*setting.rule)
                            : setting.parameter != nullptr ? rangeText(*setting.parameter)
                                                           : std::string();
  // The names that a range is made of: "true or false", "0..1024 or perception_radius".
  constexpr std::string_view separator = " or ";
  std::string_view rest = range;
  while (!rest.empty()) {
    const std::string_view name = rest.substr(0, rest.find(separator));
    if (name.find_first_of(". ") == std::string_view::npos) completion.offer(name);
    rest.remove_prefix(std::min(rest.size(), name.size() + separator.size()));
  }
}

void completePreset(const rules::Completion& completion, PluginServices& /*services*/) {
  if (completion.wordsBefore() != 2) return;
  for (const rules::BuiltinPreset& preset : rules::builtinPresets()) completion.offer(preset.name);
}

}  // namespace better_bats
