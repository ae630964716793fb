// Plain lines. SPDX-License-Identifier: MIT
#include "world_stub/server/plain_console.hpp"

#include <poll.h>
#include <unistd.h>

#include <array>
#include <cstdio>

#include "world_stub/server/pipe_input.hpp"

namespace better_bats::stub {

PlainConsole::~PlainConsole() {
  end_.signal();
  if (reader_.joinable()) reader_.join();
}

void PlainConsole::start(ConsoleHandlers handlers) {
  handlers_ = std::move(handlers);
  reader_ = std::thread([this] { read(); });
}

void PlainConsole::read() const {
  PipeInput input(STDIN_FILENO);
  while (!input.ended()) {
    std::array<pollfd, 2> waiting{{{STDIN_FILENO, POLLIN, 0}, {end_.descriptor(), POLLIN, 0}}};
    if (::poll(waiting.data(), waiting.size(), -1) < 0) continue;
    if (waiting[1].revents != 0) return;
    while (auto line = input.next(0)) handlers_.line(std::move(*line));
  }
}

void PlainConsole::print(std::string_view text) {
  std::string line(text);
  line += '\n';
  std::fwrite(line.data(), 1, line.size(), stdout);
  std::fflush(stdout);
}

}  // namespace better_bats::stub
