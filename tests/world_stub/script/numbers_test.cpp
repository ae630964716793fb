// Numbers as Minecraft prints them. SPDX-License-Identifier: MIT
#include "world_stub/script/numbers.hpp"

#include <limits>

#include "tests/support/catch.hpp"

using better_bats::stub::allDigits;
using better_bats::stub::fixedDecimal;

TEST_CASE("Fixed and full digits") {
  CHECK(fixedDecimal(1, 6) == "1.000000");
  CHECK(fixedDecimal(-0.0000004, 6) == "-0.000000");
  CHECK(fixedDecimal(1e300, 1).size() == 303);
  CHECK(allDigits(0.1) == "0.10000000000000001");
  CHECK(allDigits(1) == "1");
  constexpr double infinity = std::numeric_limits<double>::infinity();
  CHECK(fixedDecimal(infinity, 2) == "Infinity");
  CHECK(fixedDecimal(-infinity, 2) == "-Infinity");
  CHECK(fixedDecimal(std::numeric_limits<double>::quiet_NaN(), 2) == "NaN");
}
