// `better-bats ...`: the table of what it can do. SPDX-License-Identifier: MIT
#include "plugin/command/better_bats_command.hpp"

#include <array>
#include <string>
#include <utility>

#include "plugin/command/flight_commands.hpp"
#include "plugin/command/setting_commands.hpp"
#include "rules/gamerule_command.hpp"
#include "rules/nearest_name.hpp"

namespace better_bats {
namespace {

constexpr std::uint32_t anyone = 0;
constexpr std::uint32_t op = rules::operatorLevel;

std::string help(const CommandContext& context);

constexpr std::array table{
    Subcommand{"help", "", "This list.", anyone, help, nullptr},
    Subcommand{"status", "", "Version, files, load and the last error.", anyone, showStatus, nullptr},
    Subcommand{"get", "[<name>]", "Shows a rule or flight parameter, or all of them.", anyone, getSetting,
               completeSettingName},
    Subcommand{"set", "<name> <value>", "Sets a rule or flight parameter.", op, setSetting, completeSettingValue},
    Subcommand{"reset", "[<name>]", "Sets a rule or flight parameter, or all of them, to the default.", op,
               resetSetting, completeSettingName},
    Subcommand{"reload", "", "Reads the config and the rules file again.", op, reloadSettings, nullptr},
    Subcommand{"preset", "<name>", "Takes the flight parameters of a preset, or of a file of that form.", op, usePreset,
               completePreset},
    Subcommand{"spawn", "<n> [<seed>]", "Spreads bats over the loaded world.", op, spawnBats, nullptr},
    Subcommand{"startle", "<x> <y> <z> [<radius> [<force> [<ticks>]]]", "Scares bats around a point.", op, startleBats,
               nullptr},
    Subcommand{"stats", "", "Flock statistics.", anyone, showStatistics, nullptr},
    // Not for anyone: it writes a file where the player says.
    Subcommand{"dump", "<file>", "Writes the plugin's state and last snapshot as JSON, for a bug report.", op,
               dumpState, nullptr},
};

// Null where there is none of this name for the level.
[[nodiscard]] const Subcommand* findSubcommand(std::string_view name, std::uint32_t permissionLevel) noexcept {
  for (const Subcommand& subcommand : table) {
    if (subcommand.name == name && permissionLevel >= subcommand.permissionLevel) return &subcommand;
  }
  return nullptr;
}

// Below vanilla's words operators, who may use all, read which was meant.
[[nodiscard]] rules::CommandError noSubcommand(const CommandContext& context, std::size_t start,
                                               std::string_view name) {
  rules::CommandError error = context.reader.incorrectArgument(start);
  if (context.permissionLevel < op) return error;
  rules::NearestName nearest(name, 1);
  for (const Subcommand& subcommand : table) nearest.offer(subcommand.name);
  if (nearest.name().empty()) return error;
  return std::move(error).withHint("Did you mean " + std::string(nearest.name()) + "?");
}

std::string help(const CommandContext& context) {
  context.reader.expectEnd();
  std::string reply;
  for (const Subcommand& subcommand : table) {
    if (context.permissionLevel < subcommand.permissionLevel) continue;
    reply.append(reply.empty() ? "" : "\n").append("better-bats ").append(subcommand.name);
    if (!subcommand.arguments.empty()) reply.append(" ").append(subcommand.arguments);
    reply.append(": ").append(subcommand.description);
  }
  return reply;
}

}  // namespace

std::span<const Subcommand> subcommands() noexcept {
  return table;
}

std::string executeBetterBats(const CommandContext& context) {
  context.reader.requireArgument();
  const std::size_t start = context.reader.cursor();
  const std::string_view name = context.reader.requireWord();
  const Subcommand* const found = findSubcommand(name, context.permissionLevel);
  if (found == nullptr) throw noSubcommand(context, start, name);
  return found->execute(context);
}

void completeBetterBats(const rules::Completion& completion, PluginServices& services) {
  if (completion.wordsBefore() == 1) {
    for (const Subcommand& subcommand : table) completion.offer(subcommand.name);
    return;
  }
  for (const Subcommand& subcommand : table) {
    if (subcommand.name == completion.word(1) && subcommand.complete != nullptr) {
      subcommand.complete(completion, services);
    }
  }
}

}  // namespace better_bats
