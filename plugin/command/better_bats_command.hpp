// `better-bats ...`: the table of what it can do. SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "plugin/command/plugin_services.hpp"
#include "rules/command_reader.hpp"
#include "rules/completion.hpp"

namespace better_bats {

/// One command under way. The reader stands behind the last word that was read.
struct CommandContext {
  rules::CommandReader& reader;
  PluginServices& services;
  std::uint32_t permissionLevel;
};

/// `better-bats <name> <arguments>`
struct Subcommand {
  std::string_view name;
  std::string_view arguments;  ///< as the help shows them
  std::string_view description;
  std::uint32_t permissionLevel;
  std::string (*execute)(const CommandContext& context);  ///< returns the reply or throws
  /// Null: nothing to complete. Word 2 is the first argument.
  void (*complete)(const rules::Completion& completion, PluginServices& services);
};

[[nodiscard]] std::span<const Subcommand> subcommands() noexcept;

/// The reader stands behind `better-bats`. Throws CommandError or FileError, and then nothing was changed.
std::string executeBetterBats(const CommandContext& context);

void completeBetterBats(const rules::Completion& completion, PluginServices& services);

}  // namespace better_bats
