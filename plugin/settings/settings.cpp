// All that an admin can set, and the files it comes from. SPDX-License-Identifier: MIT
#include "plugin/settings/settings.hpp"

#include <iterator>

#include "plugin/settings/presets.hpp"
#include "rules/bat_rules.hpp"
#include "rules/file_io.hpp"

namespace better_bats {

using rules::GameRule;
using rules::RuleChange;
using rules::RulesFile;

Settings::Settings(std::string configPath, std::string rulesPath)
    : configPath_(std::move(configPath)),
      rulesFile_(std::move(rulesPath)),
      rules_(rules::batRules()),
      ruleOrigins_(rules::batRules().size()) {}

std::vector<std::string> Settings::load() {
  Config config = loadConfig(configPath_, rules_.rules());
  std::vector<std::string> notes;
  const RuleContent content = hasRulesFile() ? readRulesOrMoveAside(notes) : std::nullopt;
  if (content) {
    takeRules(*content);
  } else {
    startNewWorld(config, notes);
  }
  takeParameters(std::move(config.parameters), std::move(config.preset));
  return notes;
}

Settings::RuleContent Settings::readRulesOrMoveAside(std::vector<std::string>& notes) const {
  try {
    RuleContent content = rulesFile_.read(rules_.rules());
    if (content) notes = content->problems;
    return content;
  } catch (const rules::BrokenFile& error) {
    notes.emplace_back(error.what());
    try {
      notes.push_back(rulesPath() + ": kept as " + rules::moveAside(rulesPath()) + "; the rules begin anew");
    } catch (const rules::FileError& failure) {
      notes.push_back(std::string("cannot be kept aside: ") + failure.what());
    }
  } catch (const rules::FileError& error) {
    notes.push_back(std::string(error.what()) + "; the rules begin anew");
  }
  return std::nullopt;
}

void Settings::startNewWorld(const Config& config, std::vector<std::string>& notes) {
  for (std::size_t i = 0; i < config.rules.size(); ++i) {
    if (const auto value = config.rules[i]) applyRule(rules_.rules()[i], *value, Origin::Config);
  }
  if (!hasRulesFile()) return;
  try {
    rulesFile_.store(rules_, {});
  } catch (const rules::FileError& error) {
    notes.push_back(std::string("the rules cannot be stored: ") + error.what());
  }
}

Settings::Reading Settings::read() const {
  Reading reading;
  reading.config = loadConfig(configPath_, rules_.rules());
  if (hasRulesFile()) reading.rules = rulesFile_.read(rules_.rules());
  if (!reading.rules) return reading;
  if (const std::string& wrong = reading.rules->wrongValue; !wrong.empty()) {
    throw rules::BrokenFile(wrong + "; nothing was changed");
  }
  reading.notes = reading.rules->problems;
  return reading;
}

void Settings::take(Reading reading) noexcept {
  if (reading.rules) takeRules(*reading.rules);
  takeParameters(std::move(reading.config.parameters), std::move(reading.config.preset));
}

void Settings::takeRules(const RulesFile::Content& content) noexcept {
  for (std::size_t i = 0; i < content.values.size(); ++i) {
    const GameRule& rule = rules_.rules()[i];
    const auto value = content.values[i];
    applyRule(rule, value.value_or(rule.defaultValue), value ? Origin::RulesFile : Origin::Default);
  }
}

void Settings::takeParameters(ParameterSet parameters, std::string preset) noexcept {
  parameters_ = std::move(parameters);
  preset_ = std::move(preset);
  ++revision_;
}

void Settings::applyRule(const GameRule& rule, std::int64_t value, Origin origin) noexcept {
  ruleOrigins_[rules_.indexOf(rule)] = origin;
  if (rules_.value(rule) != value) static_cast<void>(rules_.set(rule, value));
}

Status Settings::setRule(const GameRule& rule, std::int64_t value, Origin origin) {
  if (!rule.allows(value)) return Status::OutOfRange;
  const RuleChange change{&rule, value};
  if (hasRulesFile()) rulesFile_.store(rules_, {&change, 1});
  applyRule(rule, value, origin);
  return Status::Ok;
}

std::optional<Conflict> Settings::setParameter(const Parameter& parameter, const FlightParameters& from,
                                               Origin origin) {
  FlightParameters next = parameters_.values;
  copyValue(parameter, from, next);
  if (auto conflict = findConflict(next)) return conflict;
  parameters_.values = std::move(next);
  parameters_.origins[indexOf(parameter)] = origin;
  ++revision_;
  return std::nullopt;
}

void Settings::usePreset(const std::string& nameOrPath) {
  ParameterSet parameters = loadPreset(nameOrPath);
  takeParameters(std::move(parameters), nameOrPath);
}

void Settings::resetAll() {
  std::vector<RuleChange> changes;
  for (const GameRule& rule : rules_.rules()) changes.push_back({&rule, rule.defaultValue});
  ParameterSet defaults;
  if (hasRulesFile()) rulesFile_.store(rules_, changes);
  for (const RuleChange& change : changes) applyRule(*change.rule, change.value, Origin::Default);
  takeParameters(std::move(defaults), {});
}

std::string Settings::originOf(const GameRule& rule) const {
  return originText(ruleOrigins_[rules_.indexOf(rule)]);
}

std::string Settings::originOf(const Parameter& parameter) const {
  return originText(parameters_.origins[indexOf(parameter)]);
}

std::string Settings::originText(Origin origin) const {
  switch (origin) {
    case Origin::Default: return "default";
    case Origin::Preset: return "preset " + preset_;
    case Origin::Config: return "config";
    case Origin::RulesFile: return "rules file";
    case Origin::Command: return "command";
    case Origin::Host: return "host";
  }
  return {};
}

}  // namespace better_bats
