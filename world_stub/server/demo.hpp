// `--demo`: the bats from late afternoon into the night, with statistics, and out. SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "world_stub/server/options.hpp"

namespace better_bats::stub {

/// Where standard input is no terminal, its commands are carried out first, on the stored world if there is one; `stop`
/// ends it there and saves. Without commands the demo flies by default rules in a new world that is not saved, and uses
/// no directory. Returns the exit status. Throws DirectoryError.
[[nodiscard]] int runDemo(const Options& options, const std::string& pluginPath);

}  // namespace better_bats::stub
