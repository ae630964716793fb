// Working memory for the pieces of parallel loops, kept from tick to tick. SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <mutex>
#include <vector>

namespace better_bats {

/// As many scratch objects as pieces ever ran at once. A lease returns its object by itself. [any-thread]
template <typename Scratch>
class ScratchPool {
 public:
  class Lease {
   public:
    explicit Lease(ScratchPool& pool) : pool_(pool), scratch_(pool.take()) {}
    Lease(const Lease&) = delete;
    Lease& operator=(const Lease&) = delete;
    ~Lease() { pool_.giveBack(std::move(scratch_)); }
    [[nodiscard]] Scratch& operator*() const noexcept { return *scratch_; }
    [[nodiscard]] Scratch* operator->() const noexcept { return scratch_.get(); }

   private:
    ScratchPool& pool_;
    std::unique_ptr<Scratch> scratch_;
  };

 private:
  [[nodiscard]] std::unique_ptr<Scratch> take() {
    const std::lock_guard lock(mutex_);
    if (free_.empty()) {
      auto fresh = std::make_unique<Scratch>();
      free_.reserve(made_ + 1);  // room for every object there is, so that giving one back cannot fail
      ++made_;
      return fresh;
    }
    auto scratch = std::move(free_.back());
    free_.pop_back();
    return scratch;
  }
  void giveBack(std::unique_ptr<Scratch> scratch) noexcept {
    const std::lock_guard lock(mutex_);
    free_.push_back(std::move(scratch));
  }

  std::mutex mutex_;
  std::vector<std::unique_ptr<Scratch>> free_;
  std::size_t made_ = 0;
};

}  // namespace better_bats
