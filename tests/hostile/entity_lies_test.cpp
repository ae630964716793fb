// Hosts that lie about entities: who is there, what it is, and when. SPDX-License-Identifier: MIT
#include <algorithm>
#include <limits>

#include "tests/hostile/lying_world.hpp"
#include "tests/hostile/scene.hpp"
#include "tests/support/plugin_under_test.hpp"

namespace better_bats::test {

TEST_CASE("one id in two states is left alone, and the others fly as if it were not there", "[hostile]") {
  for (const Calls calls : {Calls::Single, Calls::Span}) {
    DYNAMIC_SECTION(nameOf(calls)) {
      FakeWorld honest;
      fillScene(honest);
      honest.bats.erase(honest.bats.begin() + 4);
      FakeWorld world;
      fillScene(world);
      world.bats.push_back(makeBat(5, {4, 12, 0.25}, {0, 0.3, 0}));
      std::vector<std::string> lines;
      const Plugin plugin = Plugin::load(pluginPath(), world, logInto(lines));
      const Plugin other = Plugin::load(pluginPath(), honest);
      const Vec3 first = world.bats[4].velocity;
      const Vec3 second = world.bats.back().velocity;
      for (int tick = 0; tick < 20; ++tick) {
        flyOneTick(other.flight(), honest, calls);
        for (Bat& bat : world.bats) {
          if (calls == Calls::Single) static_cast<void>(plugin.flight().applyFlightForces(bat));
        }
        if (calls == Calls::Span) static_cast<void>(plugin.flight().applyFlightForces(world.bats));
        for (Bat& bat : world.bats) {
          if (bat.id != 5) world.move(bat);
        }
        ++world.gameClock;
        ++world.dayClock;
      }
      CHECK(bitsOf(world.bats[4].velocity) == bitsOf(first));
      CHECK(bitsOf(world.bats.back().velocity) == bitsOf(second));
      CHECK(lines.size() == 1);
      std::erase_if(world.bats, [](const Bat& bat) { return bat.id == 5; });
      checkSameBut(world.bats, honest.bats, 0);
    }
  }
}

TEST_CASE("a bat that becomes a cow has left its flock and is not written", "[hostile]") {
  FakeWorld honest;
  FakeWorld world;
  fillScene(honest);
  fillScene(world);
  const Plugin plugin = Plugin::load(pluginPath(), world);
  const Plugin other = Plugin::load(pluginPath(), honest);
  for (int tick = 0; tick < 10; ++tick) {
    flyOneTick(plugin.flight(), world, Calls::Span);
    flyOneTick(other.flight(), honest, Calls::Span);
  }
  REQUIRE(plugin.flockOf(2).flock != 0);
  world.bats[1].kind = kindOf("cow").value();
  honest.bats[1].flags = 0;
  const Vec3 before = world.bats[1].velocity;
  for (int tick = 0; tick < 10; ++tick) {
    static_cast<void>(plugin.flight().applyFlightForces(world.bats));
    static_cast<void>(other.flight().applyFlightForces(honest.bats));
    for (std::size_t i = 0; i < world.bats.size(); ++i) {
      if (i != 1) world.move(world.bats[i]);
    }
    ++world.gameClock, ++world.dayClock;
    honest.advance();
    CHECK(plugin.flockOf(2).flock == 0);
  }
  CHECK(bitsOf(world.bats[1].velocity) == bitsOf(before));
  checkSameBut(world.bats, honest.bats, 2);
}

TEST_CASE("what becomes another in the middle of the call is not written", "[hostile]") {
  struct Change {
    const char* name;
    void (*apply)(Bat&);
  };
  const std::vector<Change> changes{{"a cow", [](Bat& bat) { bat.kind = kindOf("cow").value(); }},
                                    {"dead", [](Bat& bat) { bat.flags = 0; }},
                                    {"resting", [](Bat& bat) { bat.flags = BETTER_BATS_ENTITY_ALIVE; }},
                                    {"another bat", [](Bat& bat) { bat.id = 77; }}};
  for (const Change& change : changes) {
    for (const char* when : {"surfaceHeight", "block", "dayTime"}) {
      DYNAMIC_SECTION(change.name << " in " << when) {
        FakeWorld honest;
        LyingWorld world;
        fillScene(honest);
        fillScene(world);
        const Plugin plugin = Plugin::load(pluginPath(), world);
        const Plugin other = Plugin::load(pluginPath(), honest);
        flyOneTick(plugin.flight(), world, Calls::Span);
        flyOneTick(other.flight(), honest, Calls::Span);
        const Vec3 before = world.bats[4].velocity;
        world.onCall = [&](std::string_view function) {
          if (function == when) change.apply(world.bats[4]);
        };
        static_cast<void>(plugin.flight().applyFlightForces(world.bats));
        static_cast<void>(other.flight().applyFlightForces(honest.bats));
        checkSound(world.bats);
        const bool beforeSnapshot = std::string_view(when) == "dayTime";
        const bool rightlyAnother = beforeSnapshot && world.bats[4].id == 77;
        CHECK((bitsOf(world.bats[4].velocity) == bitsOf(before)) != rightlyAnother);
        if (beforeSnapshot) continue;  // the flock flew without it
        world.bats[4].id = 5;
        checkSameBut(world.bats, honest.bats, 5);
      }
    }
  }
}

TEST_CASE("a bat that rests in the middle of a call and wakes before its end keeps its velocity", "[hostile]") {
  // However fast: in a debug build the plugin looks at what it has written, and this is not its own.
  const auto fill = [](FakeWorld& world) {
    world.ground = 0;
    for (std::uint64_t id = 1; id <= 300; ++id) {
      world.bats.push_back(makeBat(id, {static_cast<double>(id), 8, 0.5}, {0.2, 0, 0}));
    }
    world.bats[0].velocity = {2.84, 0, 0};
  };
  int calls = 0;
  LyingWorld counted;
  fill(counted);
  counted.onCall = [&](std::string_view) { ++calls; };
  CHECK(Plugin::load(pluginPath(), counted).flight().applyFlightForces(counted.bats) == Status::Ok);
  LyingWorld world;
  fill(world);
  int call = 0;
  world.onCall = [&](std::string_view function) {
    ++call;
    if (function == "surfaceHeight") world.bats[0].flags = BETTER_BATS_ENTITY_ALIVE;
    if (call == calls) world.bats[0].flags |= BETTER_BATS_ENTITY_FLYING;
  };
  CHECK(Plugin::load(pluginPath(), world).flight().applyFlightForces(world.bats) == Status::Ok);
  CHECK(call == calls);
  CHECK((world.bats[0].flags & BETTER_BATS_ENTITY_FLYING) != 0);
  CHECK(bitsOf(world.bats[0].velocity) == bitsOf({2.84, 0, 0}));
}

TEST_CASE("entities of other kinds in a scan's answer are nobody", "[hostile]") {
  for (const Calls calls : {Calls::Single, Calls::Span}) {
    DYNAMIC_SECTION(nameOf(calls)) {
      FakeWorld honest;
      LyingWorld world;
      fillScene(honest);
      fillScene(world);
      world.onScan = [&](std::vector<Entity>& found) {
        // Everything there is, and cows that are said to fly.
        found.insert(found.end(), world.bats.begin(), world.bats.end());
        found.insert(found.end(), world.others.begin(), world.others.end());
        for (std::uint64_t id = 200; id < 210; ++id) {
          found.push_back({id, kindOf("cow").value(), 3, {2.0 * static_cast<double>(id - 200), 12, 1}, {}});
        }
      };
      const Plugin plugin = Plugin::load(pluginPath(), world);
      const Plugin other = Plugin::load(pluginPath(), honest);
      for (int tick = 0; tick < 30; ++tick) {
        flyOneTick(plugin.flight(), world, calls);
        flyOneTick(other.flight(), honest, calls);
      }
      checkSameBut(world.bats, honest.bats, 0);
    }
  }
}

TEST_CASE("a scan's visitor survives any batch that can be told from a good one", "[hostile]") {
  FakeWorld world;
  fillScene(world);
  better_bats_world table = detail::makeWorldTable(world);
  table.scan_entities = [](void*, const better_bats_box*, const std::uint32_t*, std::uint32_t,
                           better_bats_entity_visitor visit, void* visitor) -> better_bats_status {
    const Entity bat = makeBat(1, {0, 12, 0}, {0.2, 0, 0});
    visit(visitor, nullptr, 0);
    visit(visitor, nullptr, 7);
    visit(visitor, &bat, 0);
    visit(visitor, &bat, std::numeric_limits<std::uint64_t>::max());
    visit(visitor, &bat, std::uint64_t{1} << 40);
    return BETTER_BATS_OK;
  };
  const detail::SharedLibrary library(pluginPath());
  better_bats_host host{};
  host.struct_size = sizeof host;
  host.world = &table;
  better_bats_session* session = nullptr;
  REQUIRE(library.entry()->create(&host, nullptr, &session) == BETTER_BATS_OK);
  const auto* flight = static_cast<const better_bats_flight_1*>(library.entry()->extension(BETTER_BATS_FLIGHT_1));
  Bat bat = makeBat(1, {0, 12, 0}, {0.2, 0, 0});
  CHECK(flight->apply_flight_forces(session, &bat) == BETTER_BATS_HOST_FAILED);
  CHECK(bitsOf(bat.velocity) == bitsOf({0.2, 0, 0}));
  library.entry()->destroy(session);
}

TEST_CASE("minus zero and the smallest numbers are numbers", "[hostile]") {
  constexpr double smallest = std::numeric_limits<double>::denorm_min();
  for (const double odd : {-0.0, smallest, -smallest, std::numeric_limits<double>::min(), 1e-300}) {
    FakeWorld world;
    fillScene(world);
    world.bats[2].position = {odd, 12, odd};
    world.bats[2].velocity = {odd, odd, odd};
    world.bats[3].position = {odd, 12, 0};
    const Plugin plugin = Plugin::load(pluginPath(), world);
    for (int tick = 0; tick < 20; ++tick) flyOneTick(plugin.flight(), world, Calls::Span);
    checkSound(world.bats);
    CHECK(std::sqrt(lengthSquared(world.bats[2].velocity)) >= 0.15 * (1 - 1e-12));
  }
}

}  // namespace better_bats::test
