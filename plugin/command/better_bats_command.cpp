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
void completeHelp(const rules::Completion& completion, PluginServices& services);

constexpr std::array table{
    Subcommand{"help", "[<name>]", "This list; or a command, rule or flight parameter of it.", anyone, help,
               completeHelp},
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

// Which of those for this level was meant; nothing where none is near.
[[nodiscard]] std::string nearestSubcommand(const CommandContext& context, std::string_view name) {
  rules::NearestName nearest(name, 1);
  for (const Subcommand& subcommand : table) {
    if (context.permissionLevel >= subcommand.permissionLevel) nearest.offer(subcommand.name);
  }
  return nearest.hint();
}

// Below vanilla's words stands which was meant, or which there are for this level.
[[nodiscard]] rules::CommandError noSubcommand(const CommandContext& context, std::size_t start,
                                               std::string_view name) {
  std::string all;
  for (const Subcommand& subcommand : table) {
    if (context.permissionLevel < subcommand.permissionLevel) continue;
    all.append(all.empty() ? "The commands are " : ", ").append(subcommand.name);
  }
  return context.reader.incorrectArgument(start).withHint(nearestSubcommand(context, name)).withHint(all);
}

[[nodiscard]] std::string helpLine(const Subcommand& subcommand) {
  std::string line = "better-bats " + std::string(subcommand.name);
  if (!subcommand.arguments.empty()) line.append(" ").append(subcommand.arguments);
  return line.append(": ").append(subcommand.description);
}

// `bb help set flock_radius` tells both; further words are arguments and change nothing.
std::string help(const CommandContext& context) {
  std::string reply;
  if (!context.reader.nextArgument()) {
    context.reader.expectEnd();
    for (const Subcommand& subcommand : table) {
      if (context.permissionLevel < subcommand.permissionLevel) continue;
      reply.append(reply.empty() ? "" : "\n").append(helpLine(subcommand));
    }
    return reply;
  }
  const std::size_t start = context.reader.cursor();
  const std::string_view name = context.reader.readWord();
  const Subcommand* const found = findSubcommand(name, context.permissionLevel);
  if (found == nullptr) {
    context.reader.setCursor(start);
    try {
      return describeSetting(context);
    } catch (const rules::CommandError& error) {
      throw rules::CommandError(error).withHint(nearestSubcommand(context, name));
    }
  }
  reply = helpLine(*found);
  const bool takesSetting = found->complete == completeSettingName || found->complete == completeSettingValue;
  if (context.reader.nextArgument() && takesSetting) reply.append("\n").append(describeSetting(context));
  return reply;
}

void completeHelp(const rules::Completion& completion, PluginServices& services) {
  if (completion.wordsBefore() != 2) return;
  for (const Subcommand& subcommand : table) completion.offer(subcommand.name);
  completeSettingName(completion, services);
}

}  // namespace

std::span<const Subcommand> subcommands() noexcept {
  return table;
}

std::string executeBetterBats(const CommandContext& context) {
  context.reader.requireArgument();
  const std::size_t start = context.reader.cursor();
  const std::string_view name = context.reader.readWord();
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
