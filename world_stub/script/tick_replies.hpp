// What `tick`, `save-all` and `stop` reply, in vanilla's words. SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "world_stub/server/tick_times.hpp"

namespace better_bats::stub {

inline constexpr std::string_view frozenReply = "The game is frozen";
inline constexpr std::string_view runningReply = "The game is running normally";
inline constexpr std::string_view laggingReply = "The game is running, but can't keep up with the target tick rate";
inline constexpr std::string_view sprintingReply = "The game is sprinting";
inline constexpr std::string_view notFrozenError = "Unable to step the game - the game must be frozen first";
inline constexpr std::string_view stepStoppedReply = "Interrupted the current tick step";
inline constexpr std::string_view noStepError = "No tick step in progress";
inline constexpr std::string_view sprintStoppedReply = "Interrupted the current tick sprint";
inline constexpr std::string_view noSprintError = "No tick sprint in progress";
inline constexpr std::string_view savedReply = "Saved the game";
inline constexpr std::string_view stoppingReply = "Stopping the server";

[[nodiscard]] std::string steppingReply(std::int64_t ticks);
[[nodiscard]] std::string rateReply(double ticksPerSecond);
[[nodiscard]] std::string sprintReport(std::int64_t ticks, double milliseconds);
/// "Sprinting: 400 of 1000 ticks (40 %)"
[[nodiscard]] std::string sprintProgress(std::int64_t done, std::int64_t ticks);
/// The status, target rate and average, percentiles, and the plugin's share.
[[nodiscard]] std::string queryReply(std::string_view status, double ticksPerSecond, const TickTimes::Summary& times);

}  // namespace better_bats::stub
