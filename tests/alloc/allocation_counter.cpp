// malloc, interposed: glibc's own does the work. SPDX-License-Identifier: MIT
#include "tests/alloc/allocation_counter.hpp"

#include <atomic>
#include <cerrno>
#include <cstddef>

// glibc's names for what these functions hide, and for the parameters.
// NOLINTBEGIN(bugprone-reserved-identifier,cert-dcl37-c,cert-dcl51-cpp,readability-identifier-naming)
extern "C" {
void* __libc_malloc(std::size_t size);
void* __libc_calloc(std::size_t count, std::size_t size);
void* __libc_realloc(void* block, std::size_t size);
void* __libc_memalign(std::size_t alignment, std::size_t size);
}
// NOLINTEND(bugprone-reserved-identifier,cert-dcl37-c,cert-dcl51-cpp,readability-identifier-naming)

namespace better_bats::test {

namespace {

std::atomic<bool> counting{false};
std::atomic<std::uint64_t> allocations{0};

void note() noexcept {
  if (counting.load(std::memory_order_relaxed)) allocations.fetch_add(1, std::memory_order_relaxed);
}

}  // namespace

AllocationCounter::AllocationCounter() noexcept {
  allocations = 0;
  counting = true;
}

AllocationCounter::~AllocationCounter() {
  counting = false;
}

std::uint64_t AllocationCounter::count() noexcept {
  return allocations;
}

}  // namespace better_bats::test

#define INTERPOSED extern "C" __attribute__((visibility("default")))

// NOLINTBEGIN(readability-inconsistent-declaration-parameter-name): glibc has reserved names there
INTERPOSED void* malloc(std::size_t size) {
  better_bats::test::note();
  return __libc_malloc(size);
}

INTERPOSED void* calloc(std::size_t count, std::size_t size) {
  better_bats::test::note();
  return __libc_calloc(count, size);
}

INTERPOSED void* realloc(void* block, std::size_t size) {
  better_bats::test::note();
  return __libc_realloc(block, size);
}

INTERPOSED void* memalign(std::size_t alignment, std::size_t size) {
  better_bats::test::note();
  return __libc_memalign(alignment, size);
}

INTERPOSED void* aligned_alloc(std::size_t alignment, std::size_t size) {
  better_bats::test::note();
  return __libc_memalign(alignment, size);
}

INTERPOSED int posix_memalign(void** block, std::size_t alignment, std::size_t size) {
  better_bats::test::note();
  *block = __libc_memalign(alignment, size);
  return *block == nullptr ? ENOMEM : 0;
}
// NOLINTEND(readability-inconsistent-declaration-parameter-name)
