// The one table of commands, by theme. SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "world_stub/script/command_tree.hpp"

namespace better_bats::stub {

void addWorldCommands(CommandTree& commands);      ///< world, setblock, fill
void addEntityCommands(CommandTree& commands);     ///< summon, kill, tp, execute
void addDataCommands(CommandTree& commands);       ///< data get, data merge
void addTimeCommands(CommandTree& commands);       ///< time
void addTickCommands(CommandTree& commands);       ///< tick
void addPluginCommands(CommandTree& commands);     ///< gamerule, better-bats, bb, plugin
void addRenderCommands(CommandTree& commands);     ///< render
void addServerCommands(CommandTree& commands);     ///< save-all, stop, list, help, say
void addAssertionCommands(CommandTree& commands);  ///< assert, expect, snapshot

/// All of them.
[[nodiscard]] CommandTree makeCommands();

}  // namespace better_bats::stub
