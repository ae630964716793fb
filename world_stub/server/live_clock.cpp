// The live clock. SPDX-License-Identifier: MIT
#include "world_stub/server/live_clock.hpp"

#include <unistd.h>

#include "rules/command_error.hpp"
#include "world_stub/script/tick_replies.hpp"

namespace better_bats::stub {
namespace {

constexpr auto progressInterval = std::chrono::seconds(2);

}  // namespace

LiveClock::Time::duration LiveClock::interval() const noexcept {
  return std::chrono::duration_cast<Time::duration>(std::chrono::duration<double>(1 / rate_));
}

void LiveClock::ticked() {
  if (sprint_ > 0) {
    if (--sprint_ > 0) return tellProgress();
    const std::chrono::duration<double, std::milli> taken = Time::now() - sprintStart_;
    tell_(sprintReport(sprintLength_, taken.count()));
  } else if (steps_ > 0) {
    --steps_;
  }
}

/// As lines: a bar would tear what is being typed.
void LiveClock::tellProgress() {
  if (Time::now() < nextProgress_) return;
  nextProgress_ = Time::now() + progressInterval;
  if (::isatty(STDOUT_FILENO) != 0) tell_(sprintProgress(sprintLength_ - sprint_, sprintLength_));
}

std::string LiveClock::step(std::int64_t ticks) {
  if (!frozen_) throw rules::CommandError(std::string(notFrozenError));
  steps_ = ticks;
  return steppingReply(ticks);
}

std::string LiveClock::sprint(std::int64_t ticks) {
  sprint_ = ticks;
  sprintLength_ = ticks;
  sprintStart_ = Time::now();
  nextProgress_ = sprintStart_ + progressInterval;
  return std::string(sprintingReply);
}

std::string LiveClock::stopStepping() {
  if (steps_ == 0) throw rules::CommandError(std::string(noStepError));
  steps_ = 0;
  return std::string(stepStoppedReply);
}

std::string LiveClock::stopSprinting() {
  if (!sprinting()) throw rules::CommandError(std::string(noSprintError));
  const std::int64_t done = sprintLength_ - sprint_;
  sprint_ = 0;
  const std::chrono::duration<double, std::milli> taken = Time::now() - sprintStart_;
  return std::string(sprintStoppedReply) + "\n" + sprintReport(done, taken.count());
}

std::string LiveClock::freeze(bool frozen) {
  frozen_ = frozen;
  steps_ = 0;
  return std::string(frozen ? frozenReply : runningReply);
}

std::string LiveClock::setRate(double ticksPerSecond) {
  rate_ = ticksPerSecond;
  return rateReply(rate_);
}

std::string_view LiveClock::status() const {
  if (sprinting()) return sprintingReply;
  if (frozen_) return frozenReply;
  return server_.tickTimes().summary().mean > 1000 / rate_ ? laggingReply : runningReply;
}

std::string LiveClock::query() const {
  return queryReply(status(), rate_, server_.tickTimes().summary());
}

std::string LiveClock::carryOut(LongWork work) {
  std::string reply = work.begun;
  background_.start(std::move(work));
  return reply;
}

std::string LiveClock::save() {
  save_();
  return std::string(savedReply);
}

std::string LiveClock::stop() {
  stopped_ = true;
  return std::string(stoppingReply);
}

}  // namespace better_bats::stub
