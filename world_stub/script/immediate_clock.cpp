// Ticks that run at once. SPDX-License-Identifier: MIT
#include "world_stub/script/immediate_clock.hpp"

#include <chrono>

#include "rules/command_error.hpp"
#include "world_stub/script/tick_replies.hpp"
#include "world_stub/server/progress.hpp"

namespace better_bats::stub {

std::int64_t ImmediateClock::runTicks(std::int64_t ticks) {
  Progress progress("ticks", ticks);
  for (std::int64_t i = 0; i < ticks; ++i) {
    if (interrupted()) return i;
    progress.show(i);
    server_.tick();
  }
  return ticks;
}

std::string ImmediateClock::step(std::int64_t ticks) {
  if (!frozen_ && steps_ == Steps::WhenFrozen) throw rules::CommandError(std::string(notFrozenError));
  return runTicks(ticks) == ticks ? steppingReply(ticks) : std::string(stepStoppedReply);
}

std::string ImmediateClock::sprint(std::int64_t ticks) {
  const auto start = std::chrono::steady_clock::now();
  const std::int64_t done = runTicks(ticks);
  const std::chrono::duration<double, std::milli> taken = std::chrono::steady_clock::now() - start;
  return std::string(done == ticks ? sprintingReply : sprintStoppedReply) + "\n" + sprintReport(done, taken.count());
}

// Steps and sprints are over when the next command comes.
std::string ImmediateClock::stopStepping() {
  throw rules::CommandError(std::string(noStepError));
}

std::string ImmediateClock::stopSprinting() {
  throw rules::CommandError(std::string(noSprintError));
}

std::string ImmediateClock::freeze(bool frozen) {
  frozen_ = frozen;
  return std::string(frozen ? frozenReply : runningReply);
}

std::string ImmediateClock::setRate(double ticksPerSecond) {
  rate_ = ticksPerSecond;
  return rateReply(rate_);
}

std::string ImmediateClock::query() const {
  return queryReply(frozen_ ? frozenReply : runningReply, rate_, server_.tickTimes().summary());
}

std::string ImmediateClock::carryOut(LongWork work) {
  Progress progress(work.unit, work.steps);
  try {
    return work.run([&](int done) {
      if (interrupted()) throw WorkGivenUp();
      progress.show(done);
    });
  } catch (const WorkGivenUp&) {
    return {};
  }
}

std::string ImmediateClock::save() {
  if (save_) save_();
  return std::string(savedReply);
}

std::string ImmediateClock::stop() {
  stopped_ = true;
  return std::string(stoppingReply);
}

}  // namespace better_bats::stub
