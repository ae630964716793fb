// `better-bats status/spawn/startle/stats/dump`. SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "plugin/command/better_bats_command.hpp"

namespace better_bats {

std::string showStatus(const CommandContext& context);
std::string spawnBats(const CommandContext& context);
std::string startleBats(const CommandContext& context);
std::string showStatistics(const CommandContext& context);
std::string dumpState(const CommandContext& context);

}  // namespace better_bats
