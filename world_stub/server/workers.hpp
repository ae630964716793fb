// The server's worker threads, lent to the plugin. SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

#include <better_bats/host.hpp>

namespace better_bats::stub {

/// A fixed number of threads, the calling one among them.
class Workers {
 public:
  /// [Limit: threads >= 1]
  explicit Workers(std::size_t threads);
  Workers(const Workers&) = delete;
  Workers& operator=(const Workers&) = delete;
  ~Workers();

  [[nodiscard]] std::size_t threads() const noexcept { return threads_; }

  /// As Host::parallelFor.
  void parallelFor(std::uint64_t count, std::uint64_t grain, const LoopBody& body);

 private:
  struct Arena;
  std::size_t threads_;
  std::unique_ptr<Arena> arena_;  // null: one thread
};

}  // namespace better_bats::stub
