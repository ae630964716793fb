// `--script`: runs files one after another and reports. SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "world_stub/server/options.hpp"

namespace better_bats::stub {

/// Returns the exit status: 0 everything held, 1 something did not, 2 a script or trace could not be read or written.
[[nodiscard]] int runScripts(const Options& options, const std::string& pluginPath);

}  // namespace better_bats::stub
