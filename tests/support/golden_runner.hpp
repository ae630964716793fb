// Flies a golden case and says where it differs. SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "tests/support/golden_case.hpp"
#include "tests/support/plugin_under_test.hpp"

namespace better_bats::test {

/// The ways in which a server may fly its bats. All give the same velocities.
enum class Calls : std::uint8_t {
  Single,     ///< bat by bat, each moved before the next is asked for
  Span,       ///< all at once, the terrain asked block by block
  SpanProbe,  ///< all at once, the terrain by the bulk query
  Shuffled,   ///< all at once, in another order every tick
  Mixed       ///< one bat alone, then all at once within the same tick
};

[[nodiscard]] const char* nameOf(Calls calls);

/// Makes the plugin under test for a world.
using PluginFactory = std::function<std::unique_ptr<PluginUnderTest>(const World&)>;

/// The world of a case before its first tick.
void prepare(const GoldenCase& golden, FakeWorld& world);

/// Flies all bats of the world for one tick and moves them. Throws std::runtime_error when a call fails.
void flyOneTick(const BatFlightHelper& flight, FakeWorld& world, Calls calls);

/// Flies the case; each difference beyond 1e-9 is a line with case, bat, component, expected and found.
[[nodiscard]] std::vector<std::string> differences(const GoldenCase& golden, Calls calls, const PluginFactory& make);

}  // namespace better_bats::test
