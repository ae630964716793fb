// Long work beside the ticks. SPDX-License-Identifier: MIT
#include "world_stub/server/background.hpp"

#include <exception>
#include <utility>

#include "rules/command_error.hpp"
#include "world_stub/server/fault_text.hpp"

namespace better_bats::stub {

Background::Background(TaskQueue& tasks, std::function<void(const std::string&)> tell)
    : tasks_(tasks), tell_(std::move(tell)) {}

Background::~Background() {
  {
    const std::lock_guard lock(mutex_);
    ending_ = true;
  }
  changed_.notify_all();
  if (thread_.joinable()) thread_.join();
}

void Background::start(LongWork work) {
  {
    const std::lock_guard lock(mutex_);
    if (waiting_.size() >= mostWaiting) {
      throw rules::CommandError("The server is busy: " + std::to_string(mostWaiting) + " pictures wait to be drawn");
    }
    waiting_.push_back(std::move(work));
  }
  changed_.notify_all();
  if (!thread_.joinable()) thread_ = std::thread([this] { loop(); });
}

void Background::finish() {
  {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return isIdle(); });
  }
  tellDone();
}

void Background::loop() {
  std::unique_lock lock(mutex_);
  for (;;) {
    changed_.wait(lock, [this] { return ending_ || !waiting_.empty(); });
    if (ending_) return;
    LongWork work = std::move(waiting_.front());
    waiting_.pop_front();
    busy_ = true;
    lock.unlock();
    std::string outcome = outcomeOf(work);
    lock.lock();
    busy_ = false;
    done_.push_back({std::move(work), std::move(outcome)});
    changed_.notify_all();
    tasks_.post([this] { tellDone(); });
  }
}

std::string Background::outcomeOf(const LongWork& work) const {
  try {
    return work.run([this](int) {
      if (ending_) throw WorkGivenUp();
    });
  } catch (const WorkGivenUp&) {
    return {};  // and nobody is left to be told
  } catch (const rules::CommandError& error) {
    return error.render();
  } catch (const std::exception& error) {
    return faultText(error);
  }
}

void Background::tellDone() {
  std::vector<Done> done;
  {
    const std::lock_guard lock(mutex_);
    done.swap(done_);
  }
  for (const Done& one : done) {
    if (!one.outcome.empty()) tell_(one.outcome);
  }
}

}  // namespace better_bats::stub
