// The clock of the live server, as `tick` drives it. SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <string>

#include "world_stub/script/command_source.hpp"
#include "world_stub/server/background.hpp"
#include "world_stub/server/server.hpp"

namespace better_bats::stub {

/// Decides when the loop ticks; the loop does it. [tick-thread]
class LiveClock final : public TickControl {
 public:
  using Time = std::chrono::steady_clock;

  /// `save` throws rules::CommandError where it fails; `tell` prints a line that is no reply.
  LiveClock(Server& server, Background& background, std::function<void()> save,
            std::function<void(const std::string&)> tell)
      : server_(server), background_(background), save_(std::move(save)), tell_(std::move(tell)) {}

  [[nodiscard]] bool stopped() const noexcept { return stopped_; }
  /// As fast as it can, until the sprint is over.
  [[nodiscard]] bool sprinting() const noexcept { return sprint_ > 0; }
  /// Whether the next beat is a tick.
  [[nodiscard]] bool wantsTick() const noexcept { return sprinting() || !frozen_ || steps_ > 0; }
  [[nodiscard]] Time::duration interval() const noexcept;
  /// Ticks per second, and whether they stand still.
  [[nodiscard]] double rate() const noexcept { return rate_; }
  [[nodiscard]] bool frozen() const noexcept { return frozen_; }
  /// To be called after each tick.
  void ticked();

  std::string step(std::int64_t ticks) override;
  std::string sprint(std::int64_t ticks) override;
  std::string stopStepping() override;
  std::string stopSprinting() override;
  std::string freeze(bool frozen) override;
  std::string setRate(double ticksPerSecond) override;
  [[nodiscard]] std::string query() const override;
  std::string carryOut(LongWork work) override;
  std::string save() override;
  std::string stop() override;

 private:
  [[nodiscard]] std::string_view status() const;
  void tellProgress();

  Server& server_;
  Background& background_;
  std::function<void()> save_;
  std::function<void(const std::string&)> tell_;
  double rate_ = 20;
  bool frozen_ = false;
  bool stopped_ = false;
  std::int64_t steps_ = 0;
  std::int64_t sprint_ = 0;
  std::int64_t sprintLength_ = 0;
  Time::time_point sprintStart_;
  Time::time_point nextProgress_;
};

}  // namespace better_bats::stub
