// The window of tick times. SPDX-License-Identifier: MIT
#include "world_stub/server/tick_times.hpp"

#include <algorithm>
#include <numeric>

namespace better_bats::stub {

void TickTimes::add(double tickMs, double pluginMs) noexcept {
  ticks_[count_ % window] = tickMs;
  plugin_[count_ % window] = pluginMs;
  ++count_;
}

TickTimes::Summary TickTimes::summary() const noexcept {
  Summary summary;
  summary.samples = std::min(count_, window);
  if (summary.samples == 0) return summary;
  auto sorted = ticks_;
  auto* const end = sorted.begin() + static_cast<std::ptrdiff_t>(summary.samples);
  std::sort(sorted.begin(), end);
  const auto percentile = [&](std::size_t percent) { return sorted[(summary.samples - 1) * percent / 100]; };
  summary.p50 = percentile(50);
  summary.p95 = percentile(95);
  summary.p99 = percentile(99);
  const auto samples = static_cast<double>(summary.samples);
  summary.mean = std::accumulate(sorted.begin(), end, 0.0) / samples;
  const auto* const pluginEnd = plugin_.begin() + static_cast<std::ptrdiff_t>(summary.samples);
  summary.pluginMean = std::accumulate(plugin_.begin(), pluginEnd, 0.0) / samples;
  return summary;
}

}  // namespace better_bats::stub
