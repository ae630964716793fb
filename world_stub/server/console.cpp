// Chooses the console. SPDX-License-Identifier: MIT
#include "world_stub/server/console.hpp"

#include <unistd.h>

#include "world_stub/server/plain_console.hpp"
#include "world_stub/server/terminal_console.hpp"

namespace better_bats::stub {

std::unique_ptr<Console> makeConsole(const std::string& historyFile) {
  if (::isatty(STDIN_FILENO) != 0 && ::isatty(STDOUT_FILENO) != 0) {
    return std::make_unique<TerminalConsole>(historyFile);
  }
  return std::make_unique<PlainConsole>();
}

}  // namespace better_bats::stub
