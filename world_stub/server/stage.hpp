// How a new world begins: dusk, and bats about to set out. SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "world_stub/server/server.hpp"

namespace better_bats::stub {

/// Makes the world of a new server and puts the bats into it. Returns what a reader is told: it is staged, no
/// population that grew there.
std::string stageNewWorld(Server& server);

}  // namespace better_bats::stub
