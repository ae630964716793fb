// Long work beside the ticks: pictures of a live world. SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "world_stub/script/command_source.hpp"
#include "world_stub/server/task_queue.hpp"

namespace better_bats::stub {

/// One thread, which does one work after the other. What a work ends with is told on the tick thread, where the work is
/// destroyed too. [tick-thread]
class Background {
 public:
  static constexpr std::size_t mostWaiting = 16;

  /// `tell` is given replies and errors of works that are over. Both outlive this object.
  Background(TaskQueue& tasks, std::function<void(const std::string&)> tell);
  /// Gives up what is not done.
  ~Background();
  Background(const Background&) = delete;
  Background& operator=(const Background&) = delete;

  /// Throws rules::CommandError where too many wait already.
  void start(LongWork work);
  /// Waits until all is done and told.
  void finish();

 private:
  struct Done {
    LongWork work;
    std::string outcome;
  };

  void loop();
  [[nodiscard]] bool isIdle() const noexcept { return waiting_.empty() && !busy_; }
  [[nodiscard]] std::string outcomeOf(const LongWork& work) const;
  void tellDone();

  TaskQueue& tasks_;
  std::function<void(const std::string&)> tell_;
  std::mutex mutex_;  // of all that follows but the thread
  std::condition_variable changed_;
  std::deque<LongWork> waiting_;
  std::vector<Done> done_;
  bool busy_ = false;
  std::atomic<bool> ending_{false};
  std::thread thread_;  // from the first work on
};

}  // namespace better_bats::stub
