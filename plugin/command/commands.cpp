// Finds the command of a line and turns its failures into replies. SPDX-License-Identifier: MIT
#include "plugin/command/commands.hpp"

#include "plugin/command/better_bats_command.hpp"
#include "plugin/command/setting_commands.hpp"
#include "rules/command_reader.hpp"
#include "rules/file_io.hpp"
#include "rules/gamerule_command.hpp"

namespace better_bats {
namespace {

constexpr std::string_view gamerule = "gamerule";
constexpr std::string_view betterBats = "better-bats";
constexpr std::string_view alias = "bb";

[[nodiscard]] std::string executeLine(std::string_view line, std::uint32_t permissionLevel, PluginServices& services) {
  rules::CommandReader reader(line);
  const std::string_view name = reader.readWord();
  if (name == gamerule) {
    const auto set = [&services](const rules::GameRule& rule, std::int64_t value) {
      setRuleByCommand(services.settings(), rule, value);
    };
    return rules::executeGamerule(reader, permissionLevel, services.settings().rules(), set);
  }
  if (name == betterBats || name == alias) return executeBetterBats({reader, services, permissionLevel});
  throw reader.unknownCommand(0);
}

}  // namespace

Status execute(std::string_view line, std::uint32_t permissionLevel, PluginServices& services, std::string& reply) {
  try {
    reply = executeLine(line, permissionLevel, services);
    return Status::Ok;
  } catch (const rules::CommandError& error) {
    reply = error.render();
  } catch (const rules::FileError& error) {
    reply = error.what();
  }
  return Status::CommandFailed;
}

void complete(std::string_view line, std::size_t cursor, PluginServices& services,
              const rules::CandidateVisitor& visit) {
  const rules::Completion completion(line, cursor, visit);
  if (completion.wordsBefore() == 0) {
    for (const std::string_view name : {gamerule, betterBats, alias}) completion.offer(name);
  } else if (completion.word(0) == gamerule) {
    rules::completeGamerule(completion, services.settings().rules());
  } else if (completion.word(0) == betterBats || completion.word(0) == alias) {
    completeBetterBats(completion, services);
  }
}

}  // namespace better_bats
