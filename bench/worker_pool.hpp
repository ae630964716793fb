// Threads that wait for pieces of a loop, for the plugin and its peers alike. SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <thread>
#include <vector>

#include <better_bats/host.hpp>

namespace better_bats::bench {

class WorkerPool {
 public:
  /// The calling thread is one of them. [Limit: threads >= 1]
  explicit WorkerPool(std::size_t threads);
  WorkerPool(const WorkerPool&) = delete;
  WorkerPool& operator=(const WorkerPool&) = delete;
  ~WorkerPool();

  [[nodiscard]] std::size_t threads() const noexcept { return workers_.size() + 1; }

  /// As Host::parallelFor.
  void parallelFor(std::uint64_t count, std::uint64_t grain, const LoopBody& body);

 private:
  void wait();
  void takePieces();

  std::vector<std::thread> workers_;
  std::mutex mutex_;
  std::condition_variable begun_, ended_;
  std::uint64_t round_ = 0;
  std::size_t busy_ = 0;
  bool stopping_ = false;
  const LoopBody* body_ = nullptr;
  std::uint64_t count_ = 0, step_ = 1;
  std::atomic<std::uint64_t> next_{0};
};

}  // namespace better_bats::bench
