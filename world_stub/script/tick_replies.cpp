// Replies about ticks. SPDX-License-Identifier: MIT
#include "world_stub/script/tick_replies.hpp"

#include <algorithm>

#include "world_stub/script/numbers.hpp"

namespace better_bats::stub {

std::string steppingReply(std::int64_t ticks) {
  return "Stepping " + std::to_string(ticks) + " tick(s)";
}

std::string rateReply(double ticksPerSecond) {
  return "Set the target tick rate to " + fixedDecimal(ticksPerSecond, 1) + " per second";
}

std::string sprintReport(std::int64_t ticks, double milliseconds) {
  const auto count = static_cast<double>(std::max<std::int64_t>(ticks, 1));
  const double perTick = std::max(milliseconds, 1e-6) / count;
  return "Sprint completed with " + fixedDecimal(1000 / perTick, 0) + " ticks per second, or " +
         fixedDecimal(perTick, 2) + " ms per tick";
}

std::string sprintProgress(std::int64_t done, std::int64_t ticks) {
  const double percent = 100 * static_cast<double>(done) / static_cast<double>(std::max<std::int64_t>(ticks, 1));
  return "Sprinting: " + std::to_string(done) + " of " + std::to_string(ticks) + " ticks (" + fixedDecimal(percent, 0) +
         " %)";
}

std::string queryReply(std::string_view status, double ticksPerSecond, const TickTimes::Summary& times) {
  return std::string(status) + "\nTarget tick rate: " + fixedDecimal(ticksPerSecond, 1) +
         " per second.\nAverage time per tick: " + fixedDecimal(times.mean, 2) +
         "ms (Target: " + fixedDecimal(1000 / ticksPerSecond, 1) +
         "ms)\nPercentiles: P50: " + fixedDecimal(times.p50, 2) + "ms P95: " + fixedDecimal(times.p95, 2) +
         "ms P99: " + fixedDecimal(times.p99, 2) + "ms, sample: " + std::to_string(times.samples) +
         "\nPlugin: " + fixedDecimal(times.pluginMean, 2) + "ms per tick, " +
         fixedDecimal(100 * times.pluginShare(), 0) + "% of it";
}

}  // namespace better_bats::stub
