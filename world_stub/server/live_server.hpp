// The live server: twenty ticks a second, a console, and a directory in which everything is kept.
// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "world_stub/server/options.hpp"

namespace better_bats::stub {

/// Runs until `stop`, SIGINT, SIGTERM or SIGHUP, and saves. Returns the exit status: 1 where saving failed. Throws
/// DirectoryError.
[[nodiscard]] int runLiveServer(const Options& options, const std::string& pluginPath);

}  // namespace better_bats::stub
