// Loading, unloading and changing the file beneath. SPDX-License-Identifier: MIT
#include <dlfcn.h>

#include <filesystem>
#include <fstream>
#include <string>

#include <better_bats/plugin.hpp>

#include "tests/loader/process_maps.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/fake_world.hpp"
#include "tests/support/plugin_under_test.hpp"
#include "tests/support/temporary_directory.hpp"

namespace better_bats::test {

namespace {

namespace fs = std::filesystem;

std::string fake(const std::string& variant) {
  return BETTER_BATS_FAKE_DIRECTORY "/libfake_" + variant + ".so";
}

/// Puts the bytes of one file into another in place, as a careless build does: the inode stays.
void overwrite(const fs::path& path, const fs::path& with) {
  std::ifstream source(with, std::ios::binary);
  std::ofstream(path, std::ios::binary | std::ios::trunc) << source.rdbuf();
}

FakeWorld& fill(FakeWorld& world) {
  world.ground = 0;
  world.bats = {makeBat(1, {0.5, 12, 0.5}, {0.2, 0, 0}), makeBat(2, {2.5, 12, 0.5}, {0.2, 0, 0.1})};
  return world;
}

/// The bats of a small world after some ticks of this plugin.
std::vector<Bat> flown(const Plugin& plugin, FakeWorld& world, int ticks) {
  for (int tick = 0; tick < ticks; ++tick) {
    REQUIRE(plugin.flight().applyFlightForces(world.bats) == Status::Ok);
    world.advance();
  }
  return world.bats;
}

bool sameBits(const std::vector<Bat>& a, const std::vector<Bat>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const Bat& one, const Bat& other) {
    return one.id == other.id && one.position == other.position && one.velocity == other.velocity;
  });
}

}  // namespace

TEST_CASE("a plugin that is unloaded is gone from the process", "[loader]") {
  FakeWorld world;
  fill(world);
  CHECK(pluginMappings() == 0);
  for (int round = 0; round < 3; ++round) {
    const Plugin plugin = Plugin::load(pluginPath(), world);
    flown(plugin, world, 3);
    CHECK(plugin.execute("better-bats status", 4).status == Status::Ok);
    CHECK(pluginMappings() > 0);  // else the count below would prove nothing
  }
  CHECK(pluginMappings() == 0);
}

TEST_CASE("dlclose unloads the plugin's file", "[loader]") {
  const std::string path = pluginPath();
  void* const handle = ::dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  REQUIRE(handle != nullptr);
  void* const again = ::dlopen(path.c_str(), RTLD_NOW | RTLD_NOLOAD);
  CHECK(again == handle);
  ::dlclose(again);
  ::dlclose(handle);
  CHECK(::dlopen(path.c_str(), RTLD_NOW | RTLD_NOLOAD) == nullptr);
}

TEST_CASE("a changed build is loaded after unloading the old one", "[loader]") {
  const TemporaryDirectory directory;
  const fs::path path = directory.path() / "plugin.so";
  const FakeWorld world;
  fs::copy_file(fake("good"), path);
  {
    const Plugin first = Plugin::load(path, world);
    CHECK(first.version() == "first");
    overwrite(path, fake("changed"));
    CHECK(first.version() == "first");
    const Plugin second = Plugin::load(path, world);
    CHECK(second.version() == "second");
    CHECK(first.version() == "first");
  }
  CHECK(Plugin::load(path, world).version() == "second");
}

TEST_CASE("overwriting the file of a loaded plugin changes nothing for it", "[loader]") {
  const TemporaryDirectory directory;
  const fs::path path = directory.path() / "plugin.so";
  fs::copy_file(pluginPath(), path);
  FakeWorld world;
  FakeWorld untouched;
  const Plugin plugin = Plugin::load(path, fill(world));
  const Plugin other = Plugin::load(pluginPath(), fill(untouched));
  std::ofstream(path, std::ios::binary | std::ios::trunc) << std::string(fs::file_size(pluginPath()), '\0');
  CHECK(sameBits(flown(plugin, world, 50), flown(other, untouched, 50)));
  std::ofstream(path, std::ios::trunc).close();
  CHECK(sameBits(flown(plugin, world, 50), flown(other, untouched, 50)));
  CHECK(plugin.execute("better-bats status", 4).status == Status::Ok);
}

TEST_CASE("two plugins in one process share nothing", "[loader]") {
  FakeWorld alone;
  const std::vector<Bat> expected = flown(Plugin::load(pluginPath(), fill(alone)), alone, 60);

  FakeWorld world;
  FakeWorld crowded;
  Plugin plugin = Plugin::load(pluginPath(), fill(world));
  Plugin other = Plugin::load(pluginPath(), fill(crowded));
  REQUIRE(other.gameRules().set("better-bats:bat_separation", 90) == Status::Ok);
  REQUIRE(other.flight().startle({0, 12, 0}, 16, 1, 60) == Status::Ok);
  for (int tick = 0; tick < 60; ++tick) {
    flown(plugin, world, 1);
    flown(other, crowded, 1);
  }
  CHECK(sameBits(world.bats, expected));
  CHECK_FALSE(sameBits(crowded.bats, expected));
  CHECK(plugin.gameRules().get("better-bats:bat_separation") == 10);
}

}  // namespace better_bats::test
