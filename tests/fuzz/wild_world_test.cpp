// Whole worlds of random choices: a fixed set of seeds, the same in every build. SPDX-License-Identifier: MIT
#include <cstdlib>

#include "tests/fuzz/wild_world.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/random.hpp"

namespace better_bats::test {

TEST_CASE("worlds of random choices keep every promise", "[fuzz]") {
  // BETTER_BATS_WORLDS: how many, for a long run.
  const char* wanted = std::getenv("BETTER_BATS_WORLDS");
  const long worlds = wanted != nullptr ? std::strtol(wanted, nullptr, 10) : 300;
  std::uint64_t ticks = 0;
  for (long seed = 1; seed <= worlds; ++seed) {
    Random random(static_cast<std::uint64_t>(seed));
    std::vector<std::uint8_t> bytes(1000 + random.next() % 20000);
    for (std::uint8_t& byte : bytes) byte = static_cast<std::uint8_t>(random.next() >> 40);
    INFO("seed " << seed);
    try {
      ticks += static_cast<std::uint64_t>(WildWorld().run(Bytes(bytes), 200));
    } catch (const BrokenPromise& broken) {
      FAIL_CHECK(broken.what());
    }
  }
  WARN(worlds << " worlds, " << ticks << " ticks");
  CHECK(ticks > static_cast<std::uint64_t>(worlds) * 10);
}

}  // namespace better_bats::test
