// One CSV row per active bat and tick. SPDX-License-Identifier: MIT
#pragma once

#include <cstdio>
#include <memory>
#include <stdexcept>
#include <string>

#include "world_stub/server/server.hpp"

namespace better_bats::stub {

class TraceError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

class Trace {
 public:
  /// Writes the header. Throws TraceError where the file cannot be written.
  explicit Trace(const std::string& path);

  /// The state after a tick.
  void write(Server& server);
  /// Throws TraceError where anything could not be written.
  void close();

 private:
  struct Closer {
    void operator()(std::FILE* file) const noexcept { std::fclose(file); }
  };
  std::string path_;
  std::unique_ptr<std::FILE, Closer> file_;
};

}  // namespace better_bats::stub
