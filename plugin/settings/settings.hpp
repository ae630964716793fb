// All that an admin can set, and the files it comes from. SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <better_bats/status.hpp>

#include "plugin/settings/config.hpp"
#include "plugin/settings/parameter_values.hpp"
#include "rules/game_rule_registry.hpp"
#include "rules/rules_file.hpp"

namespace better_bats {

/// The gamerules and the flight parameters of one world. A change that throws or is refused has changed nothing, in
/// memory or on disk. [tick-thread]
class Settings {
 public:
  /// Empty paths: no config; no rules file, the host keeps the rules. Reads nothing yet.
  Settings(std::string configPath, std::string rulesPath);

  /// Reads config and rules file, once, before the first tick. A new world's rules are the config's and are written
  /// down at once; an existing world's file wins. A rules file that does not parse is kept aside under another name,
  /// and the world's rules are then a new one's. Throws FileError where the config is wrong. Returns what else an admin
  /// should know, one line each.
  [[nodiscard]] std::vector<std::string> load();

  using RuleContent = std::optional<rules::RulesFile::Content>;
  /// What the files hold now.
  struct Reading {
    Config config;
    RuleContent rules;
    std::vector<std::string> notes;  ///< what an admin should know, one line each
  };
  /// Reads both files again and changes nothing. Throws FileError at the first thing that is wrong in one of them.
  [[nodiscard]] Reading read() const;
  /// Parameters that were set by command return to the config's.
  void take(Reading reading) noexcept;

  [[nodiscard]] const rules::GameRuleRegistry& rules() const noexcept { return rules_; }
  [[nodiscard]] const FlightParameters& parameters() const noexcept { return parameters_.values; }
  /// Grows with every change of the parameters, so that what was made of them can be made anew.
  [[nodiscard]] std::uint64_t parametersRevision() const noexcept { return revision_; }
  [[nodiscard]] const std::string& configPath() const noexcept { return configPath_; }
  /// Empty where the host keeps the rules.
  [[nodiscard]] const std::string& rulesPath() const noexcept { return rulesFile_.path(); }

  /// Where it was set: "default", "preset boids_classic", "config", "rules file", "command", "host".
  [[nodiscard]] std::string originOf(const rules::GameRule& rule) const;
  [[nodiscard]] std::string originOf(const Parameter& parameter) const;

  /// With a rules file Ok means that it is durable. OutOfRange: a value that the rule does not allow. Throws FileError
  /// where it cannot be stored. `rule` is one of rules().
  Status setRule(const rules::GameRule& rule, std::int64_t value, Origin origin);

  /// Takes the parameter's value over from `from`; refused where a conflict is returned.
  [[nodiscard]] std::optional<Conflict> setParameter(const Parameter& parameter, const FlightParameters& from,
                                                     Origin origin);

  /// All parameters from a preset, the others at their defaults. Throws FileError.
  void usePreset(const std::string& nameOrPath);

  /// All rules and parameters to their defaults. Throws FileError where the rules cannot be stored.
  void resetAll();

  /// As GameRuleRegistry::onChanged.
  void onRuleChanged(rules::GameRuleRegistry::Listener listener) noexcept { rules_.onChanged(std::move(listener)); }

 private:
  [[nodiscard]] bool hasRulesFile() const noexcept { return !rulesFile_.path().empty(); }
  [[nodiscard]] RuleContent readRulesOrMoveAside(std::vector<std::string>& notes) const;
  void startNewWorld(const Config& config, std::vector<std::string>& notes);
  void takeRules(const rules::RulesFile::Content& content) noexcept;
  void takeParameters(ParameterSet parameters, std::string preset) noexcept;
  void applyRule(const rules::GameRule& rule, std::int64_t value, Origin origin) noexcept;
  [[nodiscard]] std::string originText(Origin origin) const;

  std::string configPath_;
  rules::RulesFile rulesFile_;
  rules::GameRuleRegistry rules_;
  std::vector<Origin> ruleOrigins_;
  ParameterSet parameters_;
  std::string preset_;
  std::uint64_t revision_ = 0;
};

}  // namespace better_bats
