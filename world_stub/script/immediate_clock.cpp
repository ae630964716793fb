// Ticks of scripts. SPDX-License-Identifier: MIT
#include "world_stub/script/script_clock.hpp"

#include <chrono>

#include "world_stub/script/tick_replies.hpp"

namespace better_bats::stub {

std::string ScriptClock::step(std::int64_t ticks) {
  for (std::int64_t i = 0; i < ticks; ++i) server_.tick();
  return steppingReply(ticks);
}

std::string ScriptClock::sprint(std::int64_t ticks) {
  const auto start = std::chrono::steady_clock::now();
  for (std::int64_t i = 0; i < ticks; ++i) server_.tick();
  const std::chrono::duration<double, std::milli> taken = std::chrono::steady_clock::now() - start;
  return std::string(sprintingReply) + "\n" + sprintReport(ticks, taken.count());
}

std::string ScriptClock::freeze(bool frozen) {
  frozen_ = frozen;
  return std::string(frozen ? frozenReply : runningReply);
}

std::string ScriptClock::setRate(double ticksPerSecond) {
  rate_ = ticksPerSecond;
  return rateReply(rate_);
}

std::string ScriptClock::query() const {
  return queryReply(frozen_ ? frozenReply : runningReply, rate_, server_.tickTimes().summary());
}

std::string ScriptClock::save() {
  return std::string(savedReply);  // a script has no directory to save to
}

std::string ScriptClock::stop() {
  state_.stopped = true;
  return std::string(stoppingReply);
}

}  // namespace better_bats::stub
