// Flies a golden case and says where it differs. SPDX-License-Identifier: MIT
#include "tests/support/golden_runner.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <sstream>
#include <stdexcept>
#include <string_view>
#include <utility>

#include "tests/support/random.hpp"

namespace better_bats::test {

namespace {

constexpr double tolerance = 1e-9;

// No string is made while all is well: tests that count allocations fly by these functions.
void require(Status status, std::string_view what) {
  if (status != Status::Ok) throw std::runtime_error(std::string(what) + ": " + describe(status));
}

void setRules(GameRules& rules, const RuleValues& values) {
  for (const auto& [id, value] : values) require(rules.set(id, value), id);
}

/// Collects the differences of one case.
class Report {
 public:
  explicit Report(std::string caseName) : caseName_(std::move(caseName)) {}

  void compare(std::uint64_t bat, const char* component, double expected, double found, double allowed) {
    if (std::abs(expected - found) <= allowed) return;  // false for NaN, so that NaN is reported
    add(bat, component, expected, found);
  }

  /// Far from the origin a position has no digits for 1e-9.
  void comparePosition(std::uint64_t bat, const char* component, double expected, double found) {
    const double allowed = std::max(tolerance, 4 * std::numeric_limits<double>::epsilon() * std::abs(expected));
    compare(bat, component, expected, found, allowed);
  }

  template <typename Value>
  void add(std::uint64_t bat, const char* component, Value expected, Value found) {
    std::ostringstream line;
    line.precision(std::numeric_limits<double>::max_digits10);
    line << caseName_ << ": bat " << bat << ", " << component << ": expected " << expected << ", found " << found;
    lines_.push_back(line.str());
  }

  [[nodiscard]] std::vector<std::string> take() { return std::move(lines_); }

 private:
  std::string caseName_;
  std::vector<std::string> lines_;
};

void compareBat(const ExpectedBat& expected, const FakeWorld& world, Report& report) {
  const auto found =
      std::find_if(world.bats.begin(), world.bats.end(), [&](const Bat& bat) { return bat.id == expected.id; });
  if (found == world.bats.end()) return report.add(expected.id, "presence", 1, 0);
  report.compare(expected.id, "vx", expected.velocity.x, found->velocity.x, tolerance);
  report.compare(expected.id, "vy", expected.velocity.y, found->velocity.y, tolerance);
  report.compare(expected.id, "vz", expected.velocity.z, found->velocity.z, tolerance);
  report.comparePosition(expected.id, "x", expected.position.x, found->position.x);
  report.comparePosition(expected.id, "y", expected.position.y, found->position.y);
  report.comparePosition(expected.id, "z", expected.position.z, found->position.z);
}

/// Every bat's flock and its size; with each bat's own flock right, the members are right too.
void compareFlocks(const GoldenCase& golden, const PluginUnderTest& plugin, Report& report) {
  for (const ExpectedBat& bat : golden.expected) {
    const FlockMembership found = plugin.flockOf(bat.id);
    const std::size_t size = bat.flock == 0 ? 1 : golden.flocks.at(bat.flock).size();
    if (found.flock != bat.flock) report.add(bat.id, "flock", bat.flock, found.flock);
    if (found.size != size) report.add(bat.id, "flock size", size, std::size_t{found.size});
  }
}

}  // namespace

const char* nameOf(Calls calls) {
  switch (calls) {
    case Calls::Single: return "single";
    case Calls::Span: return "span";
    case Calls::SpanProbe: return "span with bulk probes";
    case Calls::Shuffled: return "shuffled span";
    case Calls::Mixed: return "one bat, then the span";
  }
  return "unknown";
}

void prepare(const GoldenCase& golden, FakeWorld& world) {
  world.ground = golden.ground;
  for (const auto& [at, block] : golden.blocks) world.setBlock(at, block);
  world.limits = golden.bounds;
  world.loaded = golden.loaded;
  world.dayClock = golden.dayTime;
  world.worldSeed = golden.seed;
  world.bats = golden.bats;
  world.others = golden.others;
}

void flyOneTick(const BatFlightHelper& flight, FakeWorld& world, Calls calls) {
  if (calls == Calls::Single) {
    for (Bat& bat : world.bats) {
      require(flight.applyFlightForces(bat), "applyFlightForces of one bat");
      world.move(bat);
    }
    ++world.gameClock;
    ++world.dayClock;
    return;
  }
  if (calls == Calls::Shuffled) {
    Random random(static_cast<std::uint64_t>(world.gameClock));
    shuffle(world.bats, random);
  }
  if (calls == Calls::Mixed && !world.bats.empty()) {
    require(flight.applyFlightForces(world.bats.back()), "applyFlightForces of one bat");
  }
  require(flight.applyFlightForces(world.bats), "applyFlightForces of all bats");
  world.advance();
}

std::vector<std::string> differences(const GoldenCase& golden, Calls calls, const PluginFactory& make) {
  FakeWorld world;
  prepare(golden, world);
  world.answersProbes = calls == Calls::SpanProbe;
  const auto plugin = make(world);
  for (const auto& [name, value] : golden.parameters) {
    const std::string command = std::string("better-bats set ").append(name).append(" ").append(value);
    const CommandResult result = plugin->execute(command);
    require(result.status, command + ": " + result.reply);
  }
  setRules(plugin->gameRules(), golden.rules);
  for (int tick = 0; tick < golden.ticks; ++tick) {
    for (const RuleEvent& event : golden.events) {
      if (event.tick == tick) setRules(plugin->gameRules(), event.rules);
    }
    for (const better_bats_startle& startle : golden.startles) {
      require(plugin->flight().startle(startle.position, startle.radius, startle.force, startle.ticks), "startle");
    }
    flyOneTick(plugin->flight(), world, calls);
  }
  Report report(golden.name);
  for (const ExpectedBat& bat : golden.expected) compareBat(bat, world, report);
  compareFlocks(golden, *plugin, report);
  return report.take();
}

}  // namespace better_bats::test
