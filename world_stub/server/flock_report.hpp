// Flock statistics as lines of a table. SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "world_stub/server/server.hpp"

namespace better_bats::stub {

/// The columns' names.
[[nodiscard]] std::string flockReportHeader();

/// The bats as they stand, behind a label: "during".
[[nodiscard]] std::string flockReportLine(Server& server, std::string_view label);

/// Bats that do not see the sky.
[[nodiscard]] std::size_t batsUnderRoof(const StubWorld& world);

/// "day", "dusk", "night" or "dawn".
[[nodiscard]] std::string_view phaseOf(std::int64_t dayTime) noexcept;

}  // namespace better_bats::stub
