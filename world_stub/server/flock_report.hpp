// Flock statistics as lines of a table. SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "world_stub/server/server.hpp"

namespace better_bats::stub {

/// The columns' names.
[[nodiscard]] std::string flockReportHeader();

/// "tick 400  12400 dusk  60 bats ...": the bats as they stand.
[[nodiscard]] std::string flockReportLine(Server& server);

/// "day", "dusk", "night" or "dawn".
[[nodiscard]] std::string_view phaseOf(std::int64_t dayTime) noexcept;

}  // namespace better_bats::stub
