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

thread_local std::uint64_t leftUntilFailure = 0;  // 0: none is to fail
thread_local bool failed = false;

/// Whether this allocation may succeed.
bool note() noexcept {
  if (counting.load(std::memory_order_relaxed)) allocations.fetch_add(1, std::memory_order_relaxed);
  if (leftUntilFailure == 0 || --leftUntilFailure > 0) return true;
  failed = true;
  return false;
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

AllocationFailure::AllocationFailure(std::uint64_t n) noexcept {
  failed = false;
  leftUntilFailure = n;
}

AllocationFailure::~AllocationFailure() {
  leftUntilFailure = 0;
}

bool AllocationFailure::happened() noexcept {
  return failed;
}

}  // namespace better_bats::test

#define INTERPOSED extern "C" __attribute__((visibility("default")))

// NOLINTBEGIN(readability-inconsistent-declaration-parameter-name): glibc has reserved names there
INTERPOSED void* malloc(std::size_t size) {
  return better_bats::test::note() ? __libc_malloc(size) : nullptr;
}

INTERPOSED void* calloc(std::size_t count, std::size_t size) {
  return better_bats::test::note() ? __libc_calloc(count, size) : nullptr;
}

INTERPOSED void* realloc(void* block, std::size_t size) {
  return better_bats::test::note() ? __libc_realloc(block, size) : nullptr;
}

INTERPOSED void* memalign(std::size_t alignment, std::size_t size) {
  return better_bats::test::note() ? __libc_memalign(alignment, size) : nullptr;
}

INTERPOSED void* aligned_alloc(std::size_t alignment, std::size_t size) {
  return better_bats::test::note() ? __libc_memalign(alignment, size) : nullptr;
}

INTERPOSED int posix_memalign(void** block, std::size_t alignment, std::size_t size) {
  *block = better_bats::test::note() ? __libc_memalign(alignment, size) : nullptr;
  return *block == nullptr ? ENOMEM : 0;
}
// NOLINTEND(readability-inconsistent-declaration-parameter-name)
