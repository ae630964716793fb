// Which vector code is chosen. SPDX-License-Identifier: MIT
#include "plugin/flock/flight_kernels.hpp"

#include <string_view>

#include "plugin/flock/processor.hpp"
#include "tests/support/catch.hpp"

namespace better_bats {

TEST_CASE("the widest vectors of the machine are used, up to those that are allowed") {
  const auto name = [](int bits) { return std::string_view(flightKernels(bits).name); };
  CHECK(name(0) == "plain");
  CHECK(name(255) == "plain");
#if defined(__x86_64__)
  const Processor processor = Processor::ask();
  const std::string_view half = processor.avx2 ? "avx2" : "plain";
  CHECK(name(256) == half);
  CHECK(name(511) == half);
  CHECK(name(512) == (processor.avx512 ? "avx512" : half));
#endif
}

}  // namespace better_bats
