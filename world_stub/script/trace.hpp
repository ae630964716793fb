// One CSV row per active bat and tick. SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "world_stub/script/csv_file.hpp"
#include "world_stub/server/server.hpp"

namespace better_bats::stub {

class Trace {
 public:
  /// Throws CsvError where the file cannot be written.
  explicit Trace(const std::string& path);

  /// The state after a tick.
  void write(Server& server);
  /// Throws CsvError where anything could not be written.
  void close() { file_.close(); }

 private:
  CsvFile file_;
};

}  // namespace better_bats::stub
