// Runs one line of a console. SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

#include "world_stub/script/command_source.hpp"

namespace better_bats::stub {

struct LineOutcome {
  bool done = false;  ///< false: the command failed
  std::string reply;  ///< or the error
};

/// Carries a line out, with or without a leading slash. Blank lines are done and reply nothing.
[[nodiscard]] LineOutcome tryConsoleLine(std::string_view line, CommandSource& source);

/// The same where the words are enough.
[[nodiscard]] std::string runConsoleLine(std::string_view line, CommandSource& source);

}  // namespace better_bats::stub
