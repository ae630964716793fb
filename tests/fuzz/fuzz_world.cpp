// libFuzzer: whole worlds. SPDX-License-Identifier: MIT
#include <cstdio>
#include <cstdlib>

#include "tests/fuzz/wild_world.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace better_bats::test;
  constexpr int mostTicks = 200;
  try {
    WildWorld().run(Bytes({data, size}), mostTicks);
  } catch (const BrokenPromise& broken) {
    std::fprintf(stderr, "broken: %s\n", broken.what());
    std::abort();
  }
  return 0;
}
