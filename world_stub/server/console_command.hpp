// Runs one line of a console. SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

#include "world_stub/script/command_source.hpp"

namespace better_bats::stub {

/// Carries a line out, with or without a leading slash, and returns the reply or the error. Blank lines reply nothing.
[[nodiscard]] std::string runConsoleLine(std::string_view line, CommandSource& source);

}  // namespace better_bats::stub
