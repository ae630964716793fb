// The server's own log. SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include <better_bats/host.hpp>

namespace better_bats::stub {

/// Lines as "[12:34:56 INFO] text", to an output and, once there is one, to a file. A file that cannot be written any
/// more is told of once. [tick-thread]
class ServerLog {
 public:
  /// Receives lines without their end.
  using Output = std::function<void(std::string_view line)>;

  explicit ServerLog(Output output);
  ServerLog(const ServerLog&) = delete;
  ServerLog& operator=(const ServerLog&) = delete;
  ~ServerLog();

  /// From now on also to this file, which begins anew. False where it cannot be written.
  bool alsoTo(const std::string& file);

  void write(LogLevel level, std::string_view line);

  /// A line for the file alone, where the output has said the same in its own way.
  void writeToFile(LogLevel level, std::string_view line);

 private:
  struct Loggers;
  std::unique_ptr<Loggers> loggers_;
};

}  // namespace better_bats::stub
