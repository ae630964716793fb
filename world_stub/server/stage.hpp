// How a new world begins: hills at dusk, and bats about to set out from a cave. SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "world_stub/server/server.hpp"

namespace better_bats::stub {

/// Makes the world of a new server and puts the bats into it: into the cave nearest to the origin, flying towards its
/// mouth, or over open ground where no cave is near. Returns what a reader is told, namely that this is staged: in no
/// world of ours bats sleep and set out of themselves.
std::string stageNewWorld(Server& server);

}  // namespace better_bats::stub
