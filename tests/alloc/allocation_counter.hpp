// Counts the allocations of this process while it is asked to. Every malloc of the program and of the plugins that it
// opens comes here. Not for sanitizer builds, which bring a malloc of their own. SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

namespace better_bats::test {

/// The number of allocations while an AllocationCounter lives. One at a time.
class AllocationCounter {
 public:
  AllocationCounter() noexcept;
  AllocationCounter(const AllocationCounter&) = delete;
  AllocationCounter& operator=(const AllocationCounter&) = delete;
  ~AllocationCounter();

  [[nodiscard]] static std::uint64_t count() noexcept;
};

/// The n-th allocation of this thread from now on, counted from 1, fails, and only that one. One at a time.
class AllocationFailure {
 public:
  explicit AllocationFailure(std::uint64_t n) noexcept;
  AllocationFailure(const AllocationFailure&) = delete;
  AllocationFailure& operator=(const AllocationFailure&) = delete;
  ~AllocationFailure();

  /// Whether there was an n-th allocation.
  [[nodiscard]] static bool happened() noexcept;
};

}  // namespace better_bats::test
