// The figures of `assert stat`, one CSV row per tick. SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "world_stub/script/csv_file.hpp"
#include "world_stub/server/server.hpp"

namespace better_bats::stub {

/// Columns: tick, day_time, then every name of statisticNames(). A figure with nothing to measure is an empty field.
class StatisticsFile {
 public:
  /// Throws CsvError where the file cannot be written.
  explicit StatisticsFile(const std::string& path);

  /// The state after a tick.
  void write(Server& server);
  /// Throws CsvError where anything could not be written.
  void close() { file_.close(); }

 private:
  CsvFile file_;
};

}  // namespace better_bats::stub
