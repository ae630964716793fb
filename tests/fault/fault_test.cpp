// One faulty answer, one faulty bat, and the kill switch: what they cost and whom. SPDX-License-Identifier: MIT
#include <limits>
#include <stdexcept>
#include <string>
#include <vector>

#include <better_bats/plugin.hpp>

#include "tests/support/bits.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/fake_world.hpp"
#include "tests/support/golden_runner.hpp"
#include "tests/support/plugin_under_test.hpp"

namespace better_bats::test {

namespace {

/// Throws when it is asked about one column.
class BrokenWorld final : public FakeWorld {
 public:
  std::int32_t brokenX = 1000;

  [[nodiscard]] Surface surfaceHeight(std::int32_t x, std::int32_t z) const override {
    if (x == brokenX) throw std::runtime_error("the column is on fire");
    return FakeWorld::surfaceHeight(x, z);
  }
  [[nodiscard]] Block block(BlockPos position) const override {
    if (position.x == brokenX) throw std::runtime_error("the column is on fire");
    return FakeWorld::block(position);
  }
};

/// Ten bats, too far apart to be neighbours, all over the same ground.
void fillApart(FakeWorld& world) {
  world.ground = 0;
  for (std::uint64_t id = 1; id <= 10; ++id) {
    world.bats.push_back(makeBat(id, {20.0 * static_cast<double>(id) + 0.5, 3, 0.5}, {0, 0, 0.2}));
  }
}

/// Ten bats of one swarm.
void fillTogether(FakeWorld& world) {
  world.ground = 0;
  for (std::uint64_t id = 1; id <= 10; ++id) {
    world.bats.push_back(
        makeBat(id, {1.5 * static_cast<double>(id), 12, 0.25}, {0.2, 0, 0.01 * static_cast<double>(id)}));
  }
}

Host logInto(std::vector<std::string>& lines) {
  Host host;
  host.log = [&lines](LogLevel level, std::string_view line) {
    if (level >= LogLevel::Warning) lines.emplace_back(line);
  };
  return host;
}

}  // namespace

TEST_CASE("a callback that throws costs one bat one tick", "[fault]") {
  for (const bool probes : {false, true}) {
    DYNAMIC_SECTION((probes ? "asked in bulk" : "asked block by block")) {
      BrokenWorld world;
      FakeWorld whole;
      fillApart(world);
      fillApart(whole);
      world.answersProbes = whole.answersProbes = probes;
      std::vector<std::string> lines;
      const Plugin plugin = Plugin::load(pluginPath(), world, logInto(lines));
      const Plugin other = Plugin::load(pluginPath(), whole);
      world.brokenX = 100;  // under bat 5
      const std::vector<Bat> before = world.bats;
      CHECK(plugin.flight().applyFlightForces(world.bats) == Status::HostFailed);
      CHECK(other.flight().applyFlightForces(whole.bats) == Status::Ok);
      for (std::size_t i = 0; i < world.bats.size(); ++i) {
        INFO("bat " << world.bats[i].id);
        const bool broken = world.bats[i].id == 5;
        CHECK(world.bats[i].velocity == (broken ? before : whole.bats)[i].velocity);
        CHECK_FALSE(whole.bats[i].velocity == before[i].velocity);  // so that «kept» and «written» differ
      }
      REQUIRE(lines.size() == 1);
      CHECK(lines.front().find('\n') == std::string::npos);

      world.brokenX = 1000;
      world.advance();
      CHECK(plugin.flight().applyFlightForces(world.bats) == Status::Ok);
      CHECK_FALSE(world.bats[4].velocity == before[4].velocity);
    }
  }
}

TEST_CASE("a callback that throws for a single bat says so to its caller alone", "[fault]") {
  BrokenWorld world;
  fillApart(world);
  const Plugin plugin = Plugin::load(pluginPath(), world);
  world.brokenX = 100;
  for (Bat& bat : world.bats) {
    const Vec3 before = bat.velocity;
    CHECK(plugin.flight().applyFlightForces(bat) == (bat.id == 5 ? Status::HostFailed : Status::Ok));
    CHECK((bat.velocity == before) == (bat.id == 5));
  }
}

TEST_CASE("a callback that throws for ever is not logged for ever", "[fault]") {
  BrokenWorld world;
  fillApart(world);
  std::vector<std::string> lines;
  const Plugin plugin = Plugin::load(pluginPath(), world, logInto(lines));
  world.brokenX = 100;
  for (int tick = 0; tick < 400; ++tick) {
    static_cast<void>(plugin.flight().applyFlightForces(world.bats));
    ++world.gameClock;
  }
  INFO("first line: " << (lines.empty() ? "none" : lines.front()));
  CHECK_FALSE(lines.empty());
  CHECK(lines.size() <= 5);
}

TEST_CASE("a bat that is not finite leaves the other nine's bits unchanged", "[fault]") {
  constexpr double nan = std::numeric_limits<double>::quiet_NaN();
  constexpr double infinity = std::numeric_limits<double>::infinity();
  const Vec3 sound{4, 12, 0.25};
  struct Case {
    const char* name;
    Vec3 position, velocity;
  };
  const std::vector<Case> cases{
      {"NaN position", {nan, 12, 0.25}, {}},       {"NaN velocity", sound, {0, nan, 0}},
      {"infinite position", {0, infinity, 0}, {}}, {"infinite velocity", sound, {-infinity, 0, 0}},
      {"huge position", {0, 12, 2e9}, {}},         {"huge velocity", sound, {1e300, 0, 0}}};
  for (const Case& guest : cases) {
    for (const Calls calls : {Calls::Single, Calls::Span}) {
      DYNAMIC_SECTION(guest.name << ", " << nameOf(calls)) {
        FakeWorld nine;
        fillTogether(nine);
        nine.bats.erase(nine.bats.begin() + 4);
        FakeWorld ten = {};
        fillTogether(ten);
        ten.bats[4].position = guest.position;
        ten.bats[4].velocity = guest.velocity;
        std::vector<std::string> lines;
        const Plugin plugin = Plugin::load(pluginPath(), ten, logInto(lines));
        const Plugin other = Plugin::load(pluginPath(), nine);
        for (int tick = 0; tick < 50; ++tick) {
          flyOneTick(other.flight(), nine, calls);
          for (Bat& bat : ten.bats) {
            if (calls == Calls::Single) static_cast<void>(plugin.flight().applyFlightForces(bat));
          }
          if (calls == Calls::Span) static_cast<void>(plugin.flight().applyFlightForces(ten.bats));
          for (Bat& bat : ten.bats) {
            if (bat.id != 5) ten.move(bat);
          }
          ++ten.gameClock;
          ++ten.dayClock;
        }
        CHECK(bitsOf(ten.bats[4].position) == bitsOf(guest.position));
        CHECK(bitsOf(ten.bats[4].velocity) == bitsOf(guest.velocity));
        ten.bats.erase(ten.bats.begin() + 4);
        for (std::size_t i = 0; i < 9; ++i) {
          CHECK(ten.bats[i].position == nine.bats[i].position);
          CHECK(ten.bats[i].velocity == nine.bats[i].velocity);
        }
        CHECK(lines.size() == 1);  // reported once
      }
    }
  }
}

TEST_CASE("the kill switch writes no velocity", "[fault]") {
  FakeWorld world;
  fillTogether(world);
  Plugin plugin = Plugin::load(pluginPath(), world);
  REQUIRE(plugin.gameRules().set("better-bats:bat_flight", 0) == Status::Ok);
  const std::vector<Bat> before = world.bats;
  for (const Calls calls : {Calls::Span, Calls::Single}) {
    for (int tick = 0; tick < 5; ++tick) flyOneTick(plugin.flight(), world, calls);
  }
  for (std::size_t i = 0; i < before.size(); ++i) CHECK(world.bats[i].velocity == before[i].velocity);
  REQUIRE(plugin.gameRules().set("better-bats:bat_flight", 1) == Status::Ok);
  flyOneTick(plugin.flight(), world, Calls::Span);
  for (std::size_t i = 0; i < before.size(); ++i) CHECK_FALSE(world.bats[i].velocity == before[i].velocity);
}

TEST_CASE("a bat whom no scan finds flies alone, also where there was a crowd before", "[fault]") {
  FakeWorld world;
  world.ground = 0;
  for (std::uint64_t id = 1; id <= 400; ++id) {
    const auto i = static_cast<double>(id);
    world.bats.push_back(makeBat(id, {0.3 * i, 8 + 0.01 * i, 0.2 * i}, {0.2, 0, 0}));
  }
  for (const char* law : {"additive", "reynolds"}) {
    const Plugin plugin = Plugin::load(pluginPath(), world);
    const Plugin other = Plugin::load(pluginPath(), world);
    for (const Plugin* one : {&plugin, &other}) {
      REQUIRE(one->execute(std::string("better-bats set steering ") + law, 4).status == Status::Ok);
    }
    std::vector<Bat> crowd = world.bats;
    REQUIRE(plugin.flight().applyFlightForces(crowd) == Status::Ok);
    ++world.gameClock;
    world.bats.swap(crowd);
    world.bats.clear();  // as far as a scan can tell
    for (std::size_t i = 0; i < crowd.size(); i += 37) {
      Bat after = makeBat(1000 + i, crowd[i].position, {0.2, 0, 0.1});
      Bat alone = after;
      CHECK(plugin.flight().applyFlightForces(after) == Status::Ok);
      CHECK(other.flight().applyFlightForces(alone) == Status::Ok);
      CHECK(bitsOf(after.velocity) == bitsOf(alone.velocity));
    }
    world.bats = crowd;
  }
}

}  // namespace better_bats::test
