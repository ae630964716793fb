// Every scene's hash is the committed one, however the bats are flown. SPDX-License-Identifier: MIT
#include <cmath>
#include <fstream>
#include <map>
#include <stdexcept>
#include <thread>

#include "tests/determinism/scenes.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/parallel_loop.hpp"

namespace better_bats::test {

namespace {

const std::map<std::string, std::string>& committedHashes() {
  static const auto hashes = [] {
    std::ifstream file(BETTER_BATS_HASH_FILE);
    std::map<std::string, std::string> byScene;
    for (std::string scene, hash; file >> scene >> hash;) byScene[scene] = hash;
    return byScene;
  }();
  return hashes;
}

std::unique_ptr<PluginUnderTest> serial(const World& world) {
  return loadedPlugin(pluginPath(), world);
}

void check(const Scene& scene, Calls calls, const PluginFactory& make) {
  CHECK(hexadecimal(hashOf(scene, calls, make)) == committedHashes().at(scene.name));
}

}  // namespace

TEST_CASE("every scene has a committed hash, and no two are alike", "[determinism]") {
  REQUIRE(committedHashes().size() == scenes().size());
  std::map<std::string, int> seen;
  for (const auto& [scene, hash] : committedHashes()) CHECK(++seen[hash] == 1);
}

TEST_CASE("one bat at a time, all at once, shuffled and mixed give the same bits", "[determinism]") {
  for (const Scene& scene : scenes()) {
    for (const Calls calls : {Calls::Single, Calls::Span, Calls::SpanProbe, Calls::Shuffled, Calls::Mixed}) {
      DYNAMIC_SECTION(scene.name << ", " << nameOf(calls)) {
        check(scene, calls, serial);
      }
    }
  }
}

TEST_CASE("1 to 8 threads give the same bits", "[determinism][threads]") {
  for (const Scene& scene : scenes()) {
    for (const unsigned threads : {1u, 2u, 3u, 8u}) {
      DYNAMIC_SECTION(scene.name << ", " << threads << " threads") {
        check(scene, Calls::Shuffled,
              [threads](const World& world) { return loadedPlugin(pluginPath(), world, threadedHost(threads)); });
      }
    }
  }
}

TEST_CASE("a host whose world is asked on one thread alone gets the same bits", "[determinism][threads]") {
  for (const Scene& scene : scenes()) {
    DYNAMIC_SECTION(scene.name) {
      check(scene, Calls::Span, [](const World& world) {
        Host host = threadedHost(4);
        host.concurrentReads = false;
        return loadedPlugin(pluginPath(), world, host);
      });
    }
  }
}

TEST_CASE("plain, 256 and 512 bits of vectors give the same bits", "[determinism]") {
  for (const Scene& scene : scenes()) {
    for (const char* bits : {"0", "256", "512"}) {
      DYNAMIC_SECTION(scene.name << ", " << bits) {
        check(scene, Calls::Span, [bits](const World& world) {
          auto plugin = serial(world);
          REQUIRE(plugin->execute(std::string("better-bats set vector_bits ") + bits).status == Status::Ok);
          return plugin;
        });
      }
    }
  }
}

TEST_CASE("two worlds fly on two threads at once as they do alone", "[determinism][threads]") {
  const Scene& one = scenes().at(0);
  const Scene& other = scenes().at(4);
  std::string hashOfOther;
  std::thread thread([&] { hashOfOther = hexadecimal(hashOf(other, Calls::Span, serial)); });
  const std::string hashOfOne = hexadecimal(hashOf(one, Calls::Single, serial));
  thread.join();
  CHECK(hashOfOne == committedHashes().at(one.name));
  CHECK(hashOfOther == committedHashes().at(other.name));
}

TEST_CASE("a scene that differs in one bit has another hash", "[determinism]") {
  Scene scene = scenes().front();
  scene.ticks = 3;
  const std::uint64_t plain = hashOf(scene, Calls::Span, serial);
  scene.build = [](FakeWorld& world) {
    scenes().front().build(world);
    world.bats.front().position.x = std::nextafter(world.bats.front().position.x, 1e9);
  };
  CHECK(hashOf(scene, Calls::Span, serial) != plain);
}

}  // namespace better_bats::test
