// Numbers as text. SPDX-License-Identifier: MIT
#include "rules/number_text.hpp"

#include <limits>

#include "tests/support/catch.hpp"

using better_bats::rules::fromText;
using better_bats::rules::javaDouble;
using better_bats::rules::toText;

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
  CHECK(javaDouble(1e-7) == "1.0E-7");
  CHECK(javaDouble(-1.25e-10) == "-1.25E-10");
  CHECK(javaDouble(1e100) == "1.0E100");
  CHECK(javaDouble(-std::numeric_limits<double>::max()) == "-1.7976931348623157E308");
  CHECK(javaDouble(1.5e300) == "1.5E300");
  CHECK(javaDouble(std::numeric_limits<double>::quiet_NaN()) == "NaN");
  CHECK(javaDouble(-std::numeric_limits<double>::infinity()) == "-Infinity");
}

TEST_CASE("Text is a number whole or not at all") {
  CHECK(toText(0.035) == "0.035");
  CHECK(toText(1e30) == "1e+30");
  CHECK(fromText<int>("-12") == -12);
  for (const char* none : {"", "12 ", "+12", "1e400", "0x10"}) CHECK_FALSE(fromText<double>(none).has_value());
  CHECK_FALSE(fromText<int>("2147483648").has_value());
}
