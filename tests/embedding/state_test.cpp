// state/1: what a server saves with its world, so that flocks go on where they were. SPDX-License-Identifier: MIT
#include <string>
#include <vector>

#include "tests/determinism/scenes.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/plugin_under_test.hpp"

namespace better_bats::test {

namespace {

void fly(const Plugin& plugin, FakeWorld& world, int ticks) {
  for (int tick = 0; tick < ticks; ++tick) flyOneTick(plugin.flight(), world, Calls::Span);
}

void applyRules(Plugin& plugin, const Scene& scene) {
  for (const auto& [id, value] : scene.rules) REQUIRE(plugin.gameRules().set(id, value) == Status::Ok);
  for (const std::string& command : scene.commands) {
    REQUIRE(plugin.execute("better-bats set " + command, 4).status == Status::Ok);
  }
}

/// How many bats differ, in flight or flock.
std::size_t differing(const FakeWorld& world, const Plugin& plugin, const FakeWorld& other, const Plugin& otherPlugin) {
  std::size_t count = 0;
  for (std::size_t i = 0; i < world.bats.size(); ++i) {
    const Bat& a = world.bats[i];
    const Bat& b = other.bats[i];
    const bool same = a.position == b.position && a.velocity == b.velocity &&
                      plugin.flockOf(a.id).flock == otherPlugin.flockOf(b.id).flock;
    count += same ? 0 : 1;
  }
  return count;
}

/// Two servers in the same state: one goes on, the other's plugin is loaded anew, with or without the saved state.
struct Restart {
  Restart(const Scene& scene, bool withState) {
    scene.build(stayed);
    scene.build(restarted);
    applyRules(staying, scene);
    {
      Plugin before = Plugin::load(pluginPath(), restarted);
      applyRules(before, scene);
      fly(staying, stayed, 60);
      fly(before, restarted, 60);
      for (Plugin* plugin : {&staying, &before}) {
        REQUIRE(plugin->flight().startle(stayed.bats.front().position, 15, 0.5, 30) == Status::Ok);
      }
      state = before.saveState();
    }
    applyRules(after, scene);
    if (withState) REQUIRE(after.loadState(state) == Status::Ok);
    fly(staying, stayed, 60);
    fly(after, restarted, 60);
  }

  FakeWorld stayed, restarted;
  std::string state;
  Plugin staying = Plugin::load(pluginPath(), stayed);
  Plugin after = Plugin::load(pluginPath(), restarted);
};

}  // namespace

TEST_CASE("flocks and startles that were saved go on where they were, to the bit", "[embedding]") {
  for (const Scene& scene : scenes()) {
    if (scene.name == "crowd") continue;  // long, and no other code than clump's
    DYNAMIC_SECTION(scene.name) {
      const Restart restart(scene, true);
      CHECK(differing(restart.stayed, restart.staying, restart.restarted, restart.after) == 0);
    }
  }
}

TEST_CASE("without the saved state they do not", "[embedding]") {
  const Restart restart(scenes().front(), false);
  CHECK(differing(restart.stayed, restart.staying, restart.restarted, restart.after) > 0);
}

TEST_CASE("a state that was loaded is saved as it was", "[embedding]") {
  const Restart restart(scenes().front(), true);
  const FakeWorld world;
  const Plugin plugin = Plugin::load(pluginPath(), world);
  REQUIRE(plugin.loadState(restart.state) == Status::Ok);
  CHECK(plugin.saveState() == restart.state);
}

TEST_CASE("members that are gone leave, as they would without a restart", "[embedding]") {
  FakeWorld world;
  for (std::uint64_t id = 1; id <= 4; ++id) {
    world.bats.push_back(makeBat(id, {static_cast<double>(2 * id), 80, 0}, {0.2, 0, 0}));
  }
  const Plugin plugin = Plugin::load(pluginPath(), world);
  REQUIRE(plugin.loadState(R"({"format": 1, "next_flock_id": "9", "startles": [],
      "flocks": [{"id": "3", "members": ["99", "2", "4"]}, {"id": "8", "members": ["70", "1"]}]})") == Status::Ok);
  fly(plugin, world, 1);
  CHECK(plugin.flockOf(2).flock == 3);
  CHECK(plugin.flockOf(4).flock == 3);
  CHECK(plugin.flockOf(1).flock == 3);
  CHECK(plugin.flockOf(3).flock == 3);
  CHECK(plugin.flockOf(99).flock == 0);
}

TEST_CASE("a document that is not one of ours changes nothing", "[embedding]") {
  const std::string noFlocks = R"("flocks": [], "startles": []})";
  const std::string noStartles = R"(, "startles": []})";
  const std::string head = R"({"format": 1, "next_flock_id": "5", )";
  const std::vector<std::string> documents{
      "",
      "bats",
      "null",
      "[]",
      "{}",
      std::string("\0\xff\xfe", 3),
      R"({"format": 2, "next_flock_id": "5", )" + noFlocks,
      R"({"format": "1", "next_flock_id": "5", )" + noFlocks,
      R"({"next_flock_id": "5", )" + noFlocks,
      R"({"format": 1, "next_flock_id": 5, )" + noFlocks,
      R"({"format": 1, "next_flock_id": "0", )" + noFlocks,
      R"({"format": 1, "next_flock_id": "-1", )" + noFlocks,
      R"({"format": 1, "next_flock_id": "99999999999999999999", )" + noFlocks,
      R"({"format": 1, "format": 1, "next_flock_id": "5", )" + noFlocks,
      head + R"("startles": []})",
      head + R"("flocks": {}, "startles": []})",
      head + R"("flocks": [7])" + noStartles,
      head + R"("flocks": [{"id": "1"}])" + noStartles,
      head + R"("flocks": [{"id": "1", "members": ["1"]}])" + noStartles,
      head + R"("flocks": [{"id": "1", "members": [1, 2]}])" + noStartles,
      head + R"("flocks": [{"id": "0", "members": ["1", "2"]}])" + noStartles,
      head + R"("flocks": [{"id": "5", "members": ["1", "2"]}])" + noStartles,
      head + R"("flocks": [{"id": "1", "members": ["1", "1"]}])" + noStartles,
      head + R"("flocks": [{"id": "1", "members": ["1", "2"]}, {"id": "2", "members": ["2", "3"]}])" + noStartles,
      head + R"("flocks": [{"id": "2", "members": ["1", "2"]}, {"id": "1", "members": ["3", "4"]}])" + noStartles,
      head + R"("flocks": [], "startles": [{"position": [0, 0], "radius": 1, "force": 1, "ticks": "1"}]})",
      head + R"("flocks": [], "startles": [{"position": [0, 0, 2e9], "radius": 1, "force": 1, "ticks": "1"}]})",
      head + R"("flocks": [], "startles": [{"position": [0, 0, 0], "radius": 1025, "force": 1, "ticks": "1"}]})",
      head + R"("flocks": [], "startles": [{"position": [0, 0, 0], "radius": 1, "force": -1, "ticks": "1"}]})",
      head + R"("flocks": [], "startles": [{"position": [0, 0, 0], "radius": 1, "force": 1, "ticks": "0"}]})",
      head + noFlocks + "x",
  };
  const Scene& scene = scenes().front();
  FakeWorld world;
  FakeWorld plain;
  scene.build(world);
  scene.build(plain);
  const Plugin plugin = Plugin::load(pluginPath(), world);
  const Plugin other = Plugin::load(pluginPath(), plain);
  fly(plugin, world, 20);
  fly(other, plain, 20);
  const std::string before = plugin.saveState();
  for (const std::string& document : documents) {
    INFO(document);
    CHECK(plugin.loadState(document) == Status::InvalidArgument);
    CHECK(plugin.saveState() == before);
  }
  // Every proper beginning of a good document too: a file that was cut short.
  for (std::size_t size = 0; size < before.size(); size += 37) {
    CHECK(plugin.loadState(before.substr(0, size)) == Status::InvalidArgument);
  }
  fly(plugin, world, 20);
  fly(other, plain, 20);
  CHECK(differing(world, plugin, plain, other) == 0);
}

}  // namespace better_bats::test
