// libFuzzer: SNBT. What was read is printed, and what is printed reads as the same. SPDX-License-Identifier: MIT
#include <cstdio>
#include <cstdlib>

#include "tests/fuzz/bytes.hpp"
#include "world_stub/script/snbt.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace better_bats;
  rules::CommandReader reader(test::textOf(data, size));
  try {
    const std::string first = stub::printed(stub::readNbt(reader));
    rules::CommandReader again(first);
    const std::string second = stub::printed(stub::readNbt(again));
    if (first == second) return 0;
    std::fprintf(stderr, "broken: %s reads as %s\n", first.c_str(), second.c_str());
    std::abort();
  } catch (const rules::CommandError& error) {
    static_cast<void>(error.render());
  }
  return 0;
}
