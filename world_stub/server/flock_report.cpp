// Flock statistics for people. SPDX-License-Identifier: MIT
#include "world_stub/server/flock_report.hpp"

#include <array>
#include <cmath>
#include <map>

#include <better_bats/block_pos.hpp>

#include "world_stub/script/numbers.hpp"

namespace better_bats::stub {
namespace {

struct Column {
  const char* title;
  const char* figure;
  int digits;
};

constexpr std::array<Column, 9> columns{{{"bats", "bats", 0},
                                         {"flocks", "flocks", 0},
                                         {"largest", "largest_flock", 0},
                                         {"single", "unflocked", 0},
                                         {"aligned", "polarization", 3},
                                         {"speed", "mean_speed", 3},
                                         {"nearest", "median_nearest", 2},
                                         {"height", "mean_height", 1},
                                         {"in stone", "in_solid", 0}}};
constexpr std::size_t cellWidth = 9;

[[nodiscard]] std::string padded(const std::string& text, std::size_t width = cellWidth) {
  return text.size() < width ? std::string(width - text.size(), ' ') + text : text;
}

}  // namespace

std::string_view phaseOf(std::int64_t dayTime) noexcept {
  const std::int64_t time = (dayTime % 24000 + 24000) % 24000;
  if (time >= 22000 || time == 0) return "dawn";
  if (time < 12000) return "day";
  return time <= 14000 ? "dusk" : "night";
}

std::size_t batsUnderRoof(const StubWorld& world) {
  std::size_t count = 0;
  for (const Entity& bat : world.entities().bats()) {
    if (hasFiniteState(bat) && !world.seesSky(blockOf(bat.position)).value_or(true)) ++count;
  }
  return count;
}

std::string flockReportHeader() {
  std::string line = padded("") + padded("tick") + padded("time") + padded("") + padded("in cave");
  for (const Column& column : columns) line += padded(column.title);
  return line;
}

std::string flockReportLine(Server& server, std::string_view label) {
  const StubWorld& world = server.world();
  std::string line = padded(std::string(label)) + padded(std::to_string(world.gameTime())) +
                     padded(std::to_string(world.dayTime())) + padded(std::string(phaseOf(world.dayTime()))) +
                     padded(std::to_string(batsUnderRoof(world)));
  const Plugin* plugin = server.pilot();
  const auto figures = plugin != nullptr ? plugin->statistics() : std::map<std::string, double>{};
  for (const Column& column : columns) {
    const auto figure = figures.find(column.figure);
    const bool none = figure == figures.end() || std::isnan(figure->second);
    line += padded(none ? "-" : fixedDecimal(figure->second, column.digits));
  }
  return line;
}

}  // namespace better_bats::stub
