// Every golden case, in every way of calling, through the plugin loaded from its file and linked without the boundary's
// file. SPDX-License-Identifier: MIT
#include <string>
#include <vector>

#include "tests/support/catch.hpp"
#include "tests/support/golden_runner.hpp"

extern "C" const better_bats_entry_table better_bats_entry;

namespace better_bats::test {

namespace {

// Read once: every section runs its test case from the beginning.
const std::vector<GoldenCase>& flightCases() {
  static const auto cases = loadFlightCases(BETTER_BATS_GOLDEN_DIRECTORY "/flight_cases.json");
  return cases;
}

const std::vector<GoldenCase>& reynoldsCases() {
  static const auto cases = loadReynoldsCases(BETTER_BATS_GOLDEN_DIRECTORY "/reynolds_cases.json");
  return cases;
}

std::unique_ptr<PluginUnderTest> loaded(const World& world) {
  return loadedPlugin(pluginPath(), world);
}

std::unique_ptr<PluginUnderTest> linked(const World& world) {
  return linkedPlugin(better_bats_entry, world);
}

void checkAll(const std::vector<GoldenCase>& cases, const PluginFactory& make) {
  for (const Calls calls : {Calls::Single, Calls::Span, Calls::SpanProbe, Calls::Shuffled, Calls::Mixed}) {
    for (const GoldenCase& golden : cases) {
      DYNAMIC_SECTION(golden.name << ", " << nameOf(calls)) {
        constexpr std::size_t shown = 8;
        const std::vector<std::string> lines = differences(golden, calls, make);
        for (std::size_t i = 0; i < lines.size() && i < shown; ++i) UNSCOPED_INFO(lines[i]);
        CHECK(lines.empty());
      }
    }
  }
}

}  // namespace

TEST_CASE("all golden cases are there", "[golden]") {
  CHECK(flightCases().size() == 156);
  CHECK(reynoldsCases().size() == 8);
}

TEST_CASE("flight cases through the loaded plugin", "[golden]") {
  checkAll(flightCases(), loaded);
}

TEST_CASE("flight cases through the linked plugin", "[golden]") {
  checkAll(flightCases(), linked);
}

TEST_CASE("Reynolds cases through the loaded plugin", "[golden]") {
  checkAll(reynoldsCases(), loaded);
}

TEST_CASE("Reynolds cases through the linked plugin", "[golden]") {
  checkAll(reynoldsCases(), linked);
}

TEST_CASE("a difference of 2e-9 is seen", "[golden]") {
  auto golden = flightCases().front();
  golden.expected.front().velocity.y += 2e-9;
  const auto lines = differences(golden, Calls::Span, linked);
  REQUIRE(lines.size() == 1);
  CHECK(lines.front().find("ground_1: bat 1, vy: expected ") == 0);
}

}  // namespace better_bats::test
