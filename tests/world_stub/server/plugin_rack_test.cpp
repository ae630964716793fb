// Several plugins of one server. SPDX-License-Identifier: MIT
#include "world_stub/server/plugin_rack.hpp"

#include <filesystem>

#include "tests/support/catch.hpp"
#include "tests/support/temporary_directory.hpp"
#include "world_stub/world/stub_world.hpp"

namespace {

using better_bats::Host;
using better_bats::PluginError;
using better_bats::Status;
using better_bats::stub::PluginRack;
using better_bats::stub::StubWorld;
using better_bats::test::TemporaryDirectory;

}  // namespace

TEST_CASE("The first plugin flies, the next takes over") {
  const TemporaryDirectory folder;
  const std::string second = folder.file("libbetter_bats.so");
  std::filesystem::copy_file(BETTER_BATS_PLUGIN_FILE, second);
  const StubWorld world;
  PluginRack rack(world, [] { return Host{}; });
  CHECK(rack.pilot() == nullptr);
  CHECK(rack.load(BETTER_BATS_PLUGIN_FILE).id == "better_bats");
  CHECK(rack.load(second).id == "better_bats_2");
  REQUIRE(rack.pilot()->gameRules().set("better-bats:bat_wander", 7) == Status::Ok);
  CHECK_FALSE(rack.unload("better_bats_3"));
  CHECK(rack.unload("better_bats"));
  CHECK(rack.pilot()->gameRules().get("better-bats:bat_wander") == 5);
  CHECK(rack.unload("better_bats_2"));
  CHECK(rack.pilot() == nullptr);
}

TEST_CASE("A reload keeps the rules, a refused load changes nothing") {
  const StubWorld world;
  PluginRack rack(world, [] { return Host{}; });
  rack.load(BETTER_BATS_PLUGIN_FILE);
  REQUIRE(rack.pilot()->gameRules().set("better-bats:bat_wander", 7) == Status::Ok);
  CHECK(rack.reload("better_bats"));
  CHECK(rack.pilot()->gameRules().get("better-bats:bat_wander") == 7);
  CHECK_FALSE(rack.reload("nobody"));
  CHECK_THROWS_AS(rack.load("/dev/null"), PluginError);
  CHECK(rack.entries().size() == 1);
}

TEST_CASE("A file is loaded once, whatever it is called") {
  const TemporaryDirectory folder;
  const std::string link = folder.file("link.so");
  std::filesystem::create_symlink(BETTER_BATS_PLUGIN_FILE, link);
  const StubWorld world;
  PluginRack rack(world, [] { return Host{}; });
  rack.load(BETTER_BATS_PLUGIN_FILE);
  CHECK_THROWS_WITH(rack.load(link), link + ": is loaded already; `plugin reload better_bats` loads it anew");
  CHECK(rack.entries().size() == 1);
  CHECK(rack.unload("better_bats"));
  CHECK(rack.load(link).id == "link");
}
