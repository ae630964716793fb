// All commands together. SPDX-License-Identifier: MIT
#include "world_stub/script/commands/commands.hpp"

namespace better_bats::stub {

CommandTree makeCommands() {
  CommandTree commands;
  addWorldCommands(commands);
  addEntityCommands(commands);
  addDataCommands(commands);
  addTimeCommands(commands);
  addTickCommands(commands);
  addPluginCommands(commands);
  addRenderCommands(commands);
  addServerCommands(commands);
  addAssertionCommands(commands);
  return commands;
}

}  // namespace better_bats::stub
