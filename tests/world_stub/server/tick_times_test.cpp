// Percentiles of tick times. SPDX-License-Identifier: MIT
#include "world_stub/server/tick_times.hpp"

#include "tests/support/catch.hpp"

using better_bats::stub::TickTimes;

TEST_CASE("Without ticks there is nothing to tell") {
  CHECK(TickTimes().summary().samples == 0);
  CHECK(TickTimes().summary().pluginShare() == 0);
}

TEST_CASE("Percentiles and the plugin's share") {
  TickTimes times;
  for (int i = 100; i >= 1; --i) times.add(i, i / 4.0);
  const auto summary = times.summary();
  CHECK(summary.samples == 100);
  CHECK(summary.mean == Approx(50.5));
  CHECK(summary.p50 == 50);
  CHECK(summary.p95 == 95);
  CHECK(summary.p99 == 99);
  CHECK(summary.pluginShare() == Approx(0.25));
}

TEST_CASE("Only the last hundred count") {
  TickTimes times;
  for (int i = 0; i < 1000; ++i) times.add(i < 900 ? 50 : 1, 0);
  CHECK(times.summary().mean == 1);
}
