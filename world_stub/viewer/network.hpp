// The viewer's HTTP and WebSocket server, on a thread of its own. SPDX-License-Identifier: MIT
//
// It never touches the world: what it tells comes from the Exchange, what it is told goes through NetworkServices. A
// client has no queue of frames: when it is ready for more it gets the newest, so a slow one costs nobody anything.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <stdexcept>
#include <string>

#include "world_stub/server/console_command.hpp"
#include "world_stub/viewer/access.hpp"
#include "world_stub/viewer/exchange.hpp"
#include "world_stub/viewer/page_files.hpp"

namespace better_bats::stub {

/// The viewer cannot listen; what() is one line.
class NetworkError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

struct NetworkServices {
  Exchange& exchange;
  const PageFiles& page;
  const Access& access;
  /// Has a line carried out by the tick thread, which calls `answer`. [any-thread]
  std::function<void(std::string line, std::function<void(LineOutcome)> answer)> runLine;
  /// Has the tick thread publish afresh, and then call `done`. [any-thread]
  std::function<void(std::function<void()> done)> refresh;
};

class Network {
 public:
  static constexpr std::size_t mostSockets = 64;
  static constexpr std::size_t mostConnections = 256;

  /// Listens from now on; port 0 is any that is free. Throws NetworkError. The services outlive it, and their answers
  /// come no more once it is gone.
  Network(const std::string& bind, std::uint16_t port, NetworkServices services);
  Network(const Network&) = delete;
  Network& operator=(const Network&) = delete;
  ~Network();

  [[nodiscard]] std::uint16_t port() const noexcept;

  class Impl;

 private:
  std::unique_ptr<Impl> impl_;
};

}  // namespace better_bats::stub
