// A console without a terminal: lines in, lines out. SPDX-License-Identifier: MIT
#pragma once

#include <thread>

#include "world_stub/server/console.hpp"
#include "world_stub/server/wake_up.hpp"

namespace better_bats::stub {

class PlainConsole final : public Console {
 public:
  ~PlainConsole() override;

  void start(ConsoleHandlers handlers) override;
  void print(std::string_view text) override;

 private:
  void read() const;

  ConsoleHandlers handlers_;
  WakeUp end_;
  std::thread reader_;
};

}  // namespace better_bats::stub
