// Figures of `assert stat`: the plugin's over all bats, the world's of its readers. SPDX-License-Identifier: MIT
#include "world_stub/script/statistics.hpp"

#include <array>
#include <cmath>
#include <string>

namespace better_bats::stub {
namespace {

constexpr std::array<std::string_view, 18> names{
    "bats",       "flocks",     "largest_flock", "smallest_flock", "unflocked",   "polarization",
    "mean_speed", "min_speed",  "max_speed",     "median_nearest", "min_nearest", "mean_height",
    "min_height", "max_height", "in_solid",      "in_fluid",       "chunk_loads", "block_reads_per_bat"};

}  // namespace

std::span<const std::string_view> statisticNames() noexcept {
  return names;
}

std::optional<double> statistic(Server& server, std::string_view name) {
  if (name == "chunk_loads") return static_cast<double>(server.world().chunkLoads());
  if (name == "block_reads_per_bat") {
    const double reads = server.world().reads().blockReadsPerBat();
    return reads < 0 ? std::nullopt : std::optional<double>(reads);
  }
  Plugin* plugin = server.pilot();
  if (plugin == nullptr) return std::nullopt;
  const auto figures = plugin->statistics();
  const auto figure = figures.find(std::string(name));
  if (figure == figures.end() || std::isnan(figure->second)) return std::nullopt;
  return figure->second;
}

}  // namespace better_bats::stub
