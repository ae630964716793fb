// The plugin's commands: `gamerule`, `better-bats` and its alias `bb`. SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include <better_bats/status.hpp>

#include "plugin/command/plugin_services.hpp"
#include "rules/completion.hpp"

namespace better_bats {

/// Carries out one line without a leading slash. `reply` receives the reply, or with CommandFailed the error; lines are
/// separated by \n. A command that failed has changed nothing. Throws std::bad_alloc.
Status execute(std::string_view line, std::uint32_t permissionLevel, PluginServices& services, std::string& reply);

/// Offers candidates for the word that ends at byte `cursor`. Throws std::bad_alloc.
void complete(std::string_view line, std::size_t cursor, PluginServices& services,
              const rules::CandidateVisitor& visit);

}  // namespace better_bats
