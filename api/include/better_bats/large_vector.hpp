// Vectors for arrays with one element a bat: on cache lines, and on large pages where the system has them. The plugin
// reads and writes a host's bats in its own order, so a host that keeps them in a LargeVector<Bat> saves it half of
// the waiting for memory. Nothing depends on it. SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdlib>
#include <memory>
#include <new>
#include <utility>
#include <vector>

#ifdef __linux__
#include <sys/mman.h>
#endif

namespace better_bats {

/// A million bats touched in any order would miss the table of small pages at every step. Elements that are added
/// without a value are left uninitialised: each array is written before it is read.
template <typename Value>
class LargeAllocator {
 public:
  using value_type = Value;  // NOLINT(readability-identifier-naming): as allocators have it

  LargeAllocator() = default;
  template <typename Other>
  LargeAllocator(const LargeAllocator<Other>&) noexcept {}  // NOLINT(google-explicit-constructor): as allocators do

  [[nodiscard]] Value* allocate(std::size_t count) {
    const std::size_t size = count * sizeof(Value);
    const std::size_t unit = size < kLargePage ? kCacheLine : kLargePage;
    void* memory = std::aligned_alloc(unit, (size + unit - 1) / unit * unit);
    if (memory == nullptr) throw std::bad_alloc();
#ifdef __linux__
    if (unit == kLargePage) madvise(memory, size, MADV_HUGEPAGE);  // advice: without it all still works
#endif
    return static_cast<Value*>(memory);
  }
  void deallocate(Value* memory, std::size_t) noexcept {
    std::free(memory);
  }

  template <typename Element, typename... Arguments>
  void construct(Element* place, Arguments&&... arguments) {
    if constexpr (sizeof...(Arguments) == 0) {
      ::new (static_cast<void*>(place)) Element;
    } else {
      ::new (static_cast<void*>(place)) Element(std::forward<Arguments>(arguments)...);
    }
  }

  friend bool operator==(const LargeAllocator&, const LargeAllocator&) noexcept {
    return true;
  }

 private:
  static constexpr std::size_t kCacheLine = 64;
  static constexpr std::size_t kLargePage = std::size_t{2} << 20U;
};

template <typename Value>
using LargeVector = std::vector<Value, LargeAllocator<Value>>;

}  // namespace better_bats
