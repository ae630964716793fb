// The figures of `assert stat`. SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "world_stub/server/server.hpp"

namespace better_bats::stub {

[[nodiscard]] std::span<const std::string_view> statisticNames() noexcept;

/// The plugin's figure of this name, or the world's; nothing where there is nothing to measure.
[[nodiscard]] std::optional<double> statistic(Server& server, std::string_view name);

/// All of them, in the order of the names.
[[nodiscard]] std::vector<std::optional<double>> statistics(Server& server);

}  // namespace better_bats::stub
