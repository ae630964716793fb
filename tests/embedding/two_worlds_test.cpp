// Two worlds in one process: each flies as if it were alone, to the bit. SPDX-License-Identifier: MIT
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "tests/determinism/scenes.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/parallel_loop.hpp"
#include "tests/support/plugin_under_test.hpp"

extern "C" const better_bats_entry_table better_bats_entry;

namespace better_bats::test {

namespace {

constexpr int kTicks = 30;

/// A world with a plugin of its own, flown tick by tick.
class Flight {
 public:
  Flight(const Scene& scene, const PluginFactory& make) : scene_(scene) {
    scene.build(world_);
    plugin_ = make(world_);
    for (const auto& [id, value] : scene.rules) require(plugin_->gameRules().set(id, value) == Status::Ok);
    for (const std::string& command : scene.commands) {
      require(plugin_->execute("better-bats set " + command).status == Status::Ok);
    }
  }

  void tick() {
    if (scene_.startleEvery != 0 && world_.gameClock % scene_.startleEvery == 0) {
      require(plugin_->flight().startle(world_.bats.front().position, 12, 0.4, 2) == Status::Ok);
    }
    flyOneTick(plugin_->flight(), world_, Calls::Span);
    for (const Bat& bat : world_.bats) {
      trace_.push_back(bat.velocity);
      flocks_.push_back(plugin_->flockOf(bat.id).flock);
    }
  }

  [[nodiscard]] bool sameAs(const Flight& other) const { return trace_ == other.trace_ && flocks_ == other.flocks_; }

 private:
  static void require(bool held) {
    if (!held) throw std::runtime_error("the scene could not be set up");
  }

  const Scene& scene_;
  FakeWorld world_;
  std::unique_ptr<PluginUnderTest> plugin_;
  std::vector<Vec3> trace_;
  std::vector<std::uint64_t> flocks_;
};

const Scene& sceneOf(const std::string& name) {
  for (const Scene& scene : scenes()) {
    if (scene.name == name) return scene;
  }
  throw std::runtime_error(name);
}

/// Loaded twice from its file, and two sessions of one library.
const std::vector<std::pair<const char*, PluginFactory>>& ways() {
  static const std::vector<std::pair<const char*, PluginFactory>> both{
      {"two files", [](const World& world) { return loadedPlugin(pluginPath(), world); }},
      {"one library", [](const World& world) { return linkedPlugin(better_bats_entry, world); }},
      {"one library, with worker threads",
       [](const World& world) { return linkedPlugin(better_bats_entry, world, threadedHost(2)); }}};
  return both;
}

const std::vector<std::pair<const char*, const char*>> kPairs{
    {"day", "classic_boids"}, {"torus", "night"}, {"startles", "edge_of_loaded"}, {"predators", "predators"}};

}  // namespace

TEST_CASE("two worlds that take turns fly as if each were alone", "[embedding]") {
  for (const auto& [way, make] : ways()) {
    for (const auto& [first, second] : kPairs) {
      DYNAMIC_SECTION(way << ": " << first << " and " << second) {
        Flight aloneFirst(sceneOf(first), make);
        for (int tick = 0; tick < kTicks; ++tick) aloneFirst.tick();
        Flight aloneSecond(sceneOf(second), make);
        for (int tick = 0; tick < kTicks; ++tick) aloneSecond.tick();

        Flight a(sceneOf(first), make);
        Flight b(sceneOf(second), make);
        for (int tick = 0; tick < kTicks; ++tick) {
          a.tick();
          b.tick();
        }
        CHECK(a.sameAs(aloneFirst));
        CHECK(b.sameAs(aloneSecond));
      }
    }
  }
}

TEST_CASE("two worlds on two threads fly as if each were alone", "[embedding][threads]") {
  for (const auto& [way, make] : ways()) {
    for (const auto& [first, second] : kPairs) {
      DYNAMIC_SECTION(way << ": " << first << " and " << second) {
        Flight aloneFirst(sceneOf(first), make);
        for (int tick = 0; tick < kTicks; ++tick) aloneFirst.tick();
        Flight aloneSecond(sceneOf(second), make);
        for (int tick = 0; tick < kTicks; ++tick) aloneSecond.tick();

        Flight a(sceneOf(first), make);
        Flight b(sceneOf(second), make);
        std::thread other([&b] {
          for (int tick = 0; tick < kTicks; ++tick) b.tick();
        });
        for (int tick = 0; tick < kTicks; ++tick) a.tick();
        other.join();
        CHECK(a.sameAs(aloneFirst));
        CHECK(b.sameAs(aloneSecond));
      }
    }
  }
}

TEST_CASE("what is set for one world is not set for the other", "[embedding]") {
  for (const auto& [way, make] : ways()) {
    DYNAMIC_SECTION(way) {
      const FakeWorld one;
      const FakeWorld two;
      const auto first = make(one);
      const auto second = make(two);
      REQUIRE(first->gameRules().set("better-bats:bat_alignment", 77) == Status::Ok);
      REQUIRE(first->execute("bb set flock_radius 3").status == Status::Ok);
      CHECK(second->gameRules().get("better-bats:bat_alignment") == 5);
      CHECK(second->execute("bb get flock_radius").reply.find("currently set to: 12\n") != std::string::npos);
    }
  }
}

TEST_CASE("the comparison sees a difference", "[embedding]") {
  const PluginFactory& make = ways().front().second;
  Flight a(sceneOf("day"), make);
  Flight b(sceneOf("night"), make);
  a.tick();
  b.tick();
  CHECK_FALSE(a.sameAs(b));
}

}  // namespace better_bats::test
