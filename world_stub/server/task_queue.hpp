// Work for the tick thread from other threads. SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <mutex>
#include <utility>
#include <vector>

#include "world_stub/server/wake_up.hpp"

namespace better_bats::stub {

class TaskQueue {
 public:
  using Task = std::function<void()>;

  /// [any-thread] After close() the task is dropped.
  void post(Task task) {
    {
      const std::lock_guard lock(mutex_);
      if (closed_) return;
      tasks_.push_back(std::move(task));
    }
    wakeUp_.signal();
  }

  /// Runs what is there, one after another, as long as `mayGoOn` is true; the rest is dropped then. [tick-thread]
  template <typename MayGoOn>
  void run(MayGoOn&& mayGoOn) {
    wakeUp_.clear();
    for (const Task& task : take()) {
      if (!mayGoOn()) return;
      task();
    }
  }
  void run() {
    run([] { return true; });
  }

  /// Drops what is there and what will come, so that nobody waits for it. [tick-thread]
  void close() {
    const std::lock_guard lock(mutex_);
    closed_ = true;
    tasks_.clear();
  }

  /// Readable while there is something to run.
  [[nodiscard]] int descriptor() const noexcept { return wakeUp_.descriptor(); }

 private:
  [[nodiscard]] std::vector<Task> take() {
    const std::lock_guard lock(mutex_);
    return std::exchange(tasks_, {});
  }

  std::mutex mutex_;
  std::vector<Task> tasks_;
  bool closed_ = false;
  WakeUp wakeUp_;
};

}  // namespace better_bats::stub
