// A clock whose steps run at once: that of scripts, and of commands before the demo. SPDX-License-Identifier: MIT
#pragma once

#include <functional>

#include "world_stub/script/command_source.hpp"
#include "world_stub/server/server.hpp"

namespace better_bats::stub {

class ImmediateClock final : public TickControl {
 public:
  /// A script's world is frozen and steps at any time; elsewhere a step needs `tick freeze` first.
  enum class Steps : std::uint8_t { Always, WhenFrozen };

  /// `save` stores the world and throws rules::CommandError where it cannot; empty where there is nothing to store to.
  /// `interrupted` is asked before each tick and each step of a picture: where it says so, the rest is given up.
  ImmediateClock(Server& server, Steps steps, std::function<void()> save = {}, std::function<bool()> interrupted = {})
      : server_(server),
        save_(std::move(save)),
        interrupted_(std::move(interrupted)),
        steps_(steps),
        frozen_(steps == Steps::Always) {}

  /// Whether `stop` was given.
  [[nodiscard]] bool stopped() const noexcept { return stopped_; }

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
  /// Returns how many were run.
  std::int64_t runTicks(std::int64_t ticks);
  [[nodiscard]] bool interrupted() const { return interrupted_ && interrupted_(); }

  Server& server_;
  std::function<void()> save_;
  std::function<bool()> interrupted_;
  Steps steps_;
  double rate_ = 20;
  bool frozen_;
  bool stopped_ = false;
};

}  // namespace better_bats::stub
