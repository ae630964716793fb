// A parallel_for on threads of the test's own: plain std::thread, which ThreadSanitizer understands.
// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <thread>
#include <vector>

#include <better_bats/host.hpp>

namespace better_bats::test {

/// A host whose loops run on so many threads, in small pieces, so that the pieces' order varies. One thread: serial,
/// backwards.
[[nodiscard]] inline Host threadedHost(unsigned threads) {
  Host host;
  host.concurrentReads = true;
  host.parallelFor = [threads](std::uint64_t count, std::uint64_t grain, const LoopBody& body) {
    const std::uint64_t piece = std::max<std::uint64_t>(grain, 1);
    const std::uint64_t pieces = (count + piece - 1) / piece;
    std::atomic<std::uint64_t> taken{0};
    const auto work = [&] {
      for (std::uint64_t done = taken++; done < pieces; done = taken++) {
        const std::uint64_t begin = (pieces - 1 - done) * piece;
        body(begin, std::min(begin + piece, count));
      }
    };
    std::vector<std::thread> others;
    for (unsigned i = 1; i < threads; ++i) others.emplace_back(work);
    work();
    for (std::thread& thread : others) thread.join();
  };
  return host;
}

}  // namespace better_bats::test
