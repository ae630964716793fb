// Writing statistics. SPDX-License-Identifier: MIT
#include "world_stub/script/statistics_file.hpp"

#include "world_stub/script/numbers.hpp"
#include "world_stub/script/statistics.hpp"

namespace better_bats::stub {
namespace {

[[nodiscard]] std::string header() {
  std::string line = "tick,day_time";
  for (const std::string_view name : statisticNames()) line.append(1, ',').append(name);
  return line;
}

}  // namespace

StatisticsFile::StatisticsFile(const std::string& path) : file_(path, header()) {}

void StatisticsFile::write(Server& server) {
  const StubWorld& world = server.world();
  std::string row = std::to_string(world.gameTime()) + "," + std::to_string(world.dayTime());
  for (const auto& figure : statistics(server)) row.append(1, ',').append(figure ? allDigits(*figure) : std::string());
  file_.write(row.append(1, '\n'));
}

}  // namespace better_bats::stub
