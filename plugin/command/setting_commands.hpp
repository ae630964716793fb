// `better-bats get/set/reset/reload/preset`. SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>

#include "plugin/command/better_bats_command.hpp"

namespace better_bats {

/// What `get` says of the setting that the reader stands at.
std::string describeSetting(const CommandContext& context);

std::string getSetting(const CommandContext& context);
std::string setSetting(const CommandContext& context);
std::string resetSetting(const CommandContext& context);
std::string reloadSettings(const CommandContext& context);
std::string usePreset(const CommandContext& context);

void completeSettingName(const rules::Completion& completion, PluginServices& services);
void completeSettingValue(const rules::Completion& completion, PluginServices& services);
void completePreset(const rules::Completion& completion, PluginServices& services);

/// Sets a rule to a value that it allows. Throws CommandError where it cannot be stored.
void setRuleByCommand(Settings& settings, const rules::GameRule& rule, std::int64_t value);

}  // namespace better_bats
