// Worker threads by oneTBB. SPDX-License-Identifier: MIT
#include "world_stub/server/workers.hpp"

#include <oneapi/tbb/blocked_range.h>
#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/parallel_for.h>
#include <oneapi/tbb/task_arena.h>

#ifdef BETTER_BATS_THREAD_SANITIZER
#include <sanitizer/tsan_interface.h>
#endif

#include <algorithm>

namespace better_bats::stub {

namespace tbb = oneapi::tbb;

namespace {

// Debian's oneTBB is not built for ThreadSanitizer, which therefore sees neither how pieces are handed over nor that
// all are done at the end: this file is built without it, too, and tells it.
#ifdef BETTER_BATS_THREAD_SANITIZER
void handOver(void* mark) {
  __tsan_release(mark);
}
void takeOver(void* mark) {
  __tsan_acquire(mark);
}
#else
void handOver(void* /*mark*/) {}
void takeOver(void* /*mark*/) {}
#endif

}  // namespace

struct Workers::Arena {
  explicit Arena(std::size_t threads)
      : limit(tbb::global_control::max_allowed_parallelism, threads), arena(static_cast<int>(threads)) {}
  tbb::global_control limit;  // oneTBB would start no more threads than there are cores otherwise
  tbb::task_arena arena;
};

Workers::Workers(std::size_t threads)
    : threads_(threads), arena_(threads > 1 ? std::make_unique<Arena>(threads) : nullptr) {}

Workers::~Workers() = default;

void Workers::parallelFor(std::uint64_t count, std::uint64_t grain, const LoopBody& body) {
  if (!arena_) {
    if (count > 0) body(0, count);
    return;
  }
  using Range = tbb::blocked_range<std::uint64_t>;
  char begun = 0;
  char done = 0;
  handOver(&begun);
  arena_->arena.execute([&] {
    tbb::parallel_for(
        Range(0, count, std::max<std::uint64_t>(grain, 1)),
        [&](const Range& piece) {
          takeOver(&begun);
          body(piece.begin(), piece.end());
          handOver(&done);
        },
        tbb::simple_partitioner());
  });
  takeOver(&done);
}

}  // namespace better_bats::stub
