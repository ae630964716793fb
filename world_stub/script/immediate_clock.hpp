// The clock of a script: frozen, and steps run at once. SPDX-License-Identifier: MIT
#pragma once

#include "world_stub/script/command_source.hpp"
#include "world_stub/script/script_state.hpp"
#include "world_stub/server/server.hpp"

namespace better_bats::stub {

class ScriptClock final : public TickControl {
 public:
  ScriptClock(Server& server, ScriptState& state) : server_(server), state_(state) {}

  std::string step(std::int64_t ticks) override;
  std::string sprint(std::int64_t ticks) override;
  std::string freeze(bool frozen) override;
  std::string setRate(double ticksPerSecond) override;
  [[nodiscard]] std::string query() const override;
  std::string save() override;
  std::string stop() override;

 private:
  Server& server_;
  ScriptState& state_;
  double rate_ = 20;
  bool frozen_ = true;
};

}  // namespace better_bats::stub
