// Pieces are taken one after another by whoever is free. SPDX-License-Identifier: MIT
#include "bench/worker_pool.hpp"

#include <algorithm>

namespace better_bats::bench {

WorkerPool::WorkerPool(std::size_t threads) {
  for (std::size_t i = 1; i < threads; ++i) workers_.emplace_back([this] { wait(); });
}

WorkerPool::~WorkerPool() {
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
  }
  begun_.notify_all();
  for (std::thread& worker : workers_) worker.join();
}

void WorkerPool::parallelFor(std::uint64_t count, std::uint64_t grain, const LoopBody& body) {
  constexpr std::uint64_t piecesOfThread = 8;
  {
    const std::lock_guard lock(mutex_);
    body_ = &body;
    count_ = count;
    step_ = std::max(std::max<std::uint64_t>(grain, 1), count / (threads() * piecesOfThread) + 1);
    next_ = 0;
    busy_ = workers_.size();
    ++round_;
  }
  begun_.notify_all();
  takePieces();
  std::unique_lock lock(mutex_);
  ended_.wait(lock, [this] { return busy_ == 0; });
}

void WorkerPool::takePieces() {
  for (;;) {
    const std::uint64_t begin = next_.fetch_add(step_);
    if (begin >= count_) return;
    (*body_)(begin, std::min(count_, begin + step_));
  }
}

void WorkerPool::wait() {
  for (std::uint64_t seen = 0;;) {
    {
      std::unique_lock lock(mutex_);
      begun_.wait(lock, [&] { return stopping_ || round_ != seen; });
      if (stopping_) return;
      seen = round_;
    }
    takePieces();
    const std::lock_guard lock(mutex_);
    if (--busy_ == 0) ended_.notify_one();
  }
}

}  // namespace better_bats::bench
