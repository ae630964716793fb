// `better-bats dump` holds all that decides the next tick: a world made from the JSON alone flies it bit for bit.
// SPDX-License-Identifier: MIT
#include "tests/replay/replay_world.hpp"

#include <bit>
#include <limits>

#include <better_bats/plugin.hpp>

#include "tests/determinism/scenes.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/temporary_directory.hpp"
#include "world_stub/world/stub_world.hpp"

namespace better_bats::test {

namespace {

const std::vector<std::string> kNone;

std::string bitsOf(Vec3 v) {
  std::string text;
  for (const double component : {v.x, v.y, v.z}) {
    // Every NaN is the same here: JSON has one null for all.
    const bool isNan = component != component;
    text += isNan ? "nan " : hexadecimal(std::bit_cast<std::uint64_t>(component)) + " ";
  }
  return text;
}

/// A line for each bat whose two velocities differ in any bit.
std::vector<std::string> differences(const std::vector<Bat>& expected, const std::vector<Vec3>& found) {
  std::vector<std::string> lines;
  if (expected.size() != found.size()) lines.emplace_back("another number of bats");
  for (std::size_t i = 0; i < expected.size() && i < found.size(); ++i) {
    if (bitsOf(expected[i].velocity) == bitsOf(found[i])) continue;
    lines.push_back("bat " + std::to_string(expected[i].id) + ": " + bitsOf(expected[i].velocity) + "but " +
                    bitsOf(found[i]));
  }
  return lines;
}

struct Replayed {
  Status status = Status::Internal;
  std::vector<Vec3> velocities;  ///< in the dump's order
  std::vector<Vec3> rehearsed;
};

Replayed replay(const std::string& dump) {
  const TemporaryDirectory folder;
  ReplayWorld world(dump);
  Host host;
  host.configPath = folder.file("config.json");
  writeText(host.configPath, world.config);
  const Plugin plugin = Plugin::load(pluginPath(), world, host);
  REQUIRE(plugin.loadState(world.state) == Status::Ok);
  Replayed replayed;
  std::vector<Bat> bats = world.bats;
  replayed.status = plugin.flight().applyFlightForces(bats);
  for (const Bat& bat : bats) replayed.velocities.push_back(bat.velocity);
  replayed.rehearsed = world.nextVelocities;
  return replayed;
}

/// A scene, flown for a while with its rules and parameters; a startle is under way at the end.
class FlownScene {
 public:
  explicit FlownScene(const Scene& scene, int ticks = 40) {
    scene.build(world);
    for (const auto& [id, value] : scene.rules) REQUIRE(plugin.gameRules().set(id, value) == Status::Ok);
    for (const std::string& command : scene.commands) {
      REQUIRE(plugin.execute("better-bats set " + command, 4).status == Status::Ok);
    }
    for (int tick = 0; tick < ticks; ++tick) flyOneTick(plugin.flight(), world, Calls::Span);
    if (scene.startleEvery == 0) return;
    REQUIRE(plugin.flight().startle(world.bats.front().position, 12, 0.4, 3) == Status::Ok);
  }

  FakeWorld world;
  Plugin plugin = Plugin::load(pluginPath(), world);
};

const Scene& sceneOf(const std::string& name) {
  for (const Scene& scene : scenes()) {
    if (scene.name == name) return scene;
  }
  throw std::runtime_error(name);
}

/// A world that has no answer about one strip of columns.
class GapWorld final : public FakeWorld {
 public:
  [[nodiscard]] Surface surfaceHeight(std::int32_t x, std::int32_t z) const override {
    if (x == 3) throw std::runtime_error("no answer");
    return FakeWorld::surfaceHeight(x, z);
  }
};

void replaced(std::string& text, const std::string& from, const std::string& to) {
  std::size_t count = 0;
  for (std::size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size()), ++count) {
    text.replace(at, from.size(), to);
  }
  INFO("no " << from);
  REQUIRE(count > 0);
}

}  // namespace

TEST_CASE("the dump of every scene flies the next tick to the bit", "[replay]") {
  for (const Scene& scene : scenes()) {
    DYNAMIC_SECTION(scene.name) {
      FlownScene flown(scene, scene.name == "crowd" ? 5 : 40);
      const std::string dump = flown.plugin.dump();
      REQUIRE(flown.plugin.flight().applyFlightForces(flown.world.bats) == Status::Ok);
      const Replayed replayed = replay(dump);
      CHECK(replayed.status == Status::Ok);
      CHECK(differences(flown.world.bats, replayed.velocities) == kNone);
      CHECK(differences(flown.world.bats, replayed.rehearsed) == kNone);
    }
  }
}

TEST_CASE("fast bats ask about columns far away, and the dump has them", "[replay]") {
  Scene scene = sceneOf("edge_of_loaded");
  scene.commands = {"max_speed 5", "min_speed 3"};
  FlownScene flown(scene, 7);
  const std::string dump = flown.plugin.dump();
  REQUIRE(flown.plugin.flight().applyFlightForces(flown.world.bats) == Status::Ok);
  CHECK(differences(flown.world.bats, replay(dump).velocities) == kNone);
}

TEST_CASE("bats that the world has no answer for, and guests that are no numbers, are replayed too", "[replay]") {
  GapWorld world;
  world.ground = 64;
  world.worldSeed = -5;
  for (std::uint64_t id = 1; id <= 12; ++id) {
    const auto place = static_cast<double>(id);
    world.bats.push_back(makeBat(id, {place - 4.5, 68, 0.5 * place}, {-0.0, 0.1, -0.0}));
  }
  world.bats[5].velocity.y = std::numeric_limits<double>::quiet_NaN();
  world.bats[6].flags = BETTER_BATS_ENTITY_ALIVE;
  const Plugin plugin = Plugin::load(pluginPath(), world);
  const std::string dump = plugin.dump();
  REQUIRE(plugin.flight().applyFlightForces(world.bats) == Status::HostFailed);
  const Replayed replayed = replay(dump);
  CHECK(replayed.status == Status::HostFailed);
  CHECK(differences(world.bats, replayed.velocities) == kNone);
  CHECK(differences(world.bats, replayed.rehearsed) == kNone);
}

TEST_CASE("a dump of the stub server's hills at night flies on to the bit", "[replay]") {
  stub::StubWorld world(stub::WorldSpec::makeHills(7));
  world.setDayTime(12600);
  const auto kind = world.entityKind("minecraft:bat");
  for (int i = 0; i < 60; ++i) {
    const std::int32_t x = 8 * (i % 10) - 40;
    const std::int32_t z = 8 * (i / 10) - 24;
    const double height = world.surfaceHeight(x, z).height + 1.5 + i % 4;
    world.entities().add(*kind, {x + 0.5, height, z + 0.5}, {0.2, 0, 0.1});
  }
  const Plugin plugin = Plugin::load(pluginPath(), world);
  for (int tick = 0; tick < 100; ++tick) {
    REQUIRE(plugin.flight().applyFlightForces(world.entities().bats()) == Status::Ok);
    world.moveEntities();
    world.advanceClocks();
  }
  const std::string dump = plugin.dump();
  std::vector<Bat> bats(world.entities().bats().begin(), world.entities().bats().end());
  REQUIRE(plugin.flight().applyFlightForces(bats) == Status::Ok);
  CHECK(differences(bats, replay(dump).velocities) == kNone);
}

TEST_CASE("a dump disturbs nothing, whenever it is written", "[replay]") {
  FlownScene plain(sceneOf("startles"));
  FlownScene dumped(sceneOf("startles"));
  for (int tick = 0; tick < 10; ++tick) {
    CHECK(dumped.plugin.dump() == dumped.plugin.dump());
    flyOneTick(plain.plugin.flight(), plain.world, Calls::Span);
    flyOneTick(dumped.plugin.flight(), dumped.world, Calls::Span);
  }
  for (std::size_t i = 0; i < plain.world.bats.size(); ++i) {
    CHECK(bitsOf(plain.world.bats[i].position) == bitsOf(dumped.world.bats[i].position));
  }
}

TEST_CASE("every part of a dump decides the flight: with one changed the replay differs", "[replay]") {
  struct Change {
    const char* scene;
    const char* from;
    const char* to;
  };
  const std::vector<Change> changes{{"night", "\"night\": true", "\"night\": false"},
                                    {"night", R"("seed": "20240229")", R"("seed": "20240228")"},
                                    {"night", R"("game_time": "10")", R"("game_time": "20")"},
                                    {"night", "\"surface\": 64", "\"surface\": 50"},
                                    {"night", "\"sees_sky\": true", "\"sees_sky\": false"},
                                    {"day", R"("solid": "3")", R"("solid": "0")"},
                                    {"day", R"("fluid": ")", R"("fluid": "1)"},
                                    {"dusk", R"("day_time": "11910")", R"("day_time": "12040")"},
                                    {"dusk", "bat_alignment\": 5", "bat_alignment\": 50"},
                                    {"dusk", "\"flocks\": [{", R"("flocks": [], "others": [{)"},
                                    {"dusk", "\"max_speed\": 0.35", "\"max_speed\": 0.3"},
                                    {"torus", "\"period\": [64, 0, 48]", "\"period\": [0, 0, 0]"},
                                    {"predators", R"("kind": "minecraft:phantom")", R"("kind": "minecraft:cow")"},
                                    {"predators", "\"alive\": true", "\"alive\": false"},
                                    {"startles", "\"force\": 0.4", "\"force\": 0.1"},
                                    {"edge_of_loaded", "\"loaded\": false", "\"loaded\": true"},
                                    {"classic_boids", "\"planar\": true", "\"planar\": false"},
                                    {"box_of_boids", "\"max\": [200, 120, 80]", "\"max\": [150, 120, 80]"}};
  for (const Change& change : changes) {
    DYNAMIC_SECTION(change.scene << ", " << change.from) {
      FlownScene flown(sceneOf(change.scene), 10);
      std::string dump = flown.plugin.dump();
      replaced(dump, change.from, change.to);
      REQUIRE(flown.plugin.flight().applyFlightForces(flown.world.bats) == Status::Ok);
      CHECK_FALSE(differences(flown.world.bats, replay(dump).velocities).empty());
    }
  }
}

}  // namespace better_bats::test
