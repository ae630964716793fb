// Figures of `assert stat`: the plugin's over all bats, the world's of its readers. SPDX-License-Identifier: MIT
#include "world_stub/script/statistics.hpp"

#include <array>
#include <cmath>
#include <map>
#include <string>

namespace better_bats::stub {
namespace {

constexpr std::array<std::string_view, 20> names{"bats",        "flocks",       "largest_flock", "smallest_flock",
                                                 "unflocked",   "polarization", "milling",       "spread",
                                                 "mean_speed",  "min_speed",    "max_speed",     "median_nearest",
                                                 "min_nearest", "mean_height",  "min_height",    "max_height",
                                                 "in_solid",    "in_fluid",     "chunk_loads",   "block_reads_per_bat"};

using Figures = std::map<std::string, double>;

[[nodiscard]] Figures pluginFigures(Server& server) {
  const Plugin* plugin = server.pilot();
  return plugin != nullptr ? plugin->statistics() : Figures();
}

[[nodiscard]] std::optional<double> figure(const Server& server, const Figures& figures, std::string_view name) {
  if (name == "chunk_loads") return static_cast<double>(server.world().chunkLoads());
  if (name == "block_reads_per_bat") {
    const double reads = server.world().reads().blockReadsPerBat();
    return reads < 0 ? std::nullopt : std::optional<double>(reads);
  }
  const auto found = figures.find(std::string(name));
  if (found == figures.end() || std::isnan(found->second)) return std::nullopt;
  return found->second;
}

}  // namespace

std::span<const std::string_view> statisticNames() noexcept {
  return names;
}

std::optional<double> statistic(Server& server, std::string_view name) {
  return figure(server, pluginFigures(server), name);
}

std::vector<std::optional<double>> statistics(Server& server) {
  const Figures figures = pluginFigures(server);
  std::vector<std::optional<double>> values;
  values.reserve(names.size());
  for (const std::string_view name : names) values.push_back(figure(server, figures, name));
  return values;
}

}  // namespace better_bats::stub
