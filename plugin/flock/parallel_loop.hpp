// Loops that may run on the host's threads. The plugin has none of its own. SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <new>

#include <better_bats/abi.h>

namespace better_bats {

class ParallelLoop {
 public:
  ParallelLoop() = default;
  /// Borrows the host's table; its parallel_for may be null.
  explicit ParallelLoop(const better_bats_host* host) noexcept : host_(host) {}

  /// Whether body may run on several threads at once.
  [[nodiscard]] bool isParallel() const noexcept { return host_ != nullptr && host_->parallel_for != nullptr; }

  /// Runs body(begin, end) over pieces of [0, count). The body must not depend on the pieces and may be run twice over
  /// some: when the host's loop fails or leaves something out, all is done again here.
  /// @throws std::bad_alloc when a piece threw.
  template <typename Body>
  void run(std::uint64_t count, std::uint64_t grain, const Body& body) const {
    if (!isParallel() || count <= grain) {
      if (count > 0) body(std::uint64_t{0}, count);
      return;
    }
    Loop<Body> loop{&body, count, {}, {}};
    const better_bats_status status =
        host_->parallel_for(host_->context, count, grain, &Loop<Body>::piece, static_cast<void*>(&loop));
    if (loop.failed.load()) throw std::bad_alloc();
    if (status != BETTER_BATS_OK || loop.done.load() != count) body(std::uint64_t{0}, count);
  }

 private:
  template <typename Body>
  struct Loop {
    const Body* body;
    std::uint64_t count;
    std::atomic<std::uint64_t> done;
    std::atomic<bool> failed;

    static void piece(void* self, std::uint64_t begin, std::uint64_t end) noexcept {
      auto& loop = *static_cast<Loop*>(self);
      end = std::min(end, loop.count);
      if (begin >= end) return;
      try {
        (*loop.body)(begin, end);
        loop.done += end - begin;
      } catch (...) {
        loop.failed = true;
      }
    }
  };

  const better_bats_host* host_ = nullptr;
};

}  // namespace better_bats
