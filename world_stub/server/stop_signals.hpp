// Signals that end the server, as something to poll. SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string_view>

#include "world_stub/server/descriptor.hpp"

namespace better_bats::stub {

struct StopSignal {
  int number;
  std::string_view name;
};

/// SIGINT, SIGTERM and SIGHUP, blocked for all threads that begin later: make it before any other. SIGPIPE is ignored,
/// so that a reader of our output that goes away does not end the server.
class StopSignals {
 public:
  StopSignals();

  /// Readable when one came.
  [[nodiscard]] int descriptor() const noexcept { return descriptor_.get(); }
  /// The one that came.
  [[nodiscard]] std::optional<StopSignal> take() const;

 private:
  Descriptor descriptor_;
};

}  // namespace better_bats::stub
