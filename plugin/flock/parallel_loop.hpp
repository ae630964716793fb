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
  /// some: when the host's loop fails, or its pieces do not join to the whole, all is done again here.
  /// @throws std::bad_alloc when a piece threw.
  template <typename Body>
  void run(std::uint64_t count, std::uint64_t grain, const Body& body) const {
    if (!isParallel() || count <= grain) {
      if (count > 0) body(std::uint64_t{0}, count);
      return;
    }
    Loop<Body> loop{&body, count, {}, {}, {}};
    const better_bats_status status =
        host_->parallel_for(host_->context, count, grain, &Loop<Body>::piece, static_cast<void*>(&loop));
    if (loop.failed.load()) throw std::bad_alloc();
    const bool whole = loop.done.load() == count && loop.joints.load() == mark(count) - mark(0);
    if (status != BETTER_BATS_OK || !whole) body(std::uint64_t{0}, count);
  }

 private:
  /// A well-mixed number of an index (SplitMix64's output function).
  [[nodiscard]] static constexpr std::uint64_t mark(std::uint64_t index) noexcept {
    std::uint64_t z = (index + 1) * 0x9E3779B97F4A7C15U;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9U;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBU;
    return z ^ (z >> 31);
  }

  template <typename Body>
  struct Loop {
    const Body* body;
    std::uint64_t count;
    std::atomic<std::uint64_t> done;
    std::atomic<std::uint64_t> joints;  ///< sum of the marks of ends minus those of begins: inner ones cancel out
    std::atomic<bool> failed;

    static void piece(void* self, std::uint64_t begin, std::uint64_t end) noexcept {
      auto& loop = *static_cast<Loop*>(self);
      end = std::min(end, loop.count);
      if (begin >= end) return;
      try {
        (*loop.body)(begin, end);
        loop.done += end - begin;
        loop.joints += mark(end) - mark(begin);
      } catch (...) {
        loop.failed = true;
      }
    }
  };

  const better_bats_host* host_ = nullptr;
};

}  // namespace better_bats
