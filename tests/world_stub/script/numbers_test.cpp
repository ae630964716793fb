// Numbers as Minecraft prints them. SPDX-License-Identifier: MIT
#include "world_stub/script/numbers.hpp"

#include <limits>

#include "tests/support/catch.hpp"

using better_bats::stub::allDigits;
using better_bats::stub::fixedDecimal;
using better_bats::stub::javaDouble;

TEST_CASE("Doubles print as Java prints them") {
  CHECK(javaDouble(0) == "0.0");
  CHECK(javaDouble(-0.0) == "-0.0");
  CHECK(javaDouble(1) == "1.0");
  CHECK(javaDouble(0.1) == "0.1");
  CHECK(javaDouble(-1234567.5) == "-1234567.5");
  CHECK(javaDouble(9999999) == "9999999.0");
  CHECK(javaDouble(1e7) == "1.0E7");
  CHECK(javaDouble(12345678) == "1.2345678E7");
  CHECK(javaDouble(0.001) == "0.001");
  CHECK(javaDouble(0.0001) == "1.0E-4");
  CHECK(javaDouble(1.5e300) == "1.5E300");
  CHECK(javaDouble(std::numeric_limits<double>::quiet_NaN()) == "NaN");
  CHECK(javaDouble(-std::numeric_limits<double>::infinity()) == "-Infinity");
}

TEST_CASE("Fixed and full digits") {
  CHECK(fixedDecimal(1, 6) == "1.000000");
  CHECK(fixedDecimal(-0.0000004, 6) == "-0.000000");
  CHECK(fixedDecimal(1e300, 1).size() == 303);
  CHECK(allDigits(0.1) == "0.10000000000000001");
  CHECK(allDigits(1) == "1");
}
