// Several plugins of one server. SPDX-License-Identifier: MIT
#include "world_stub/server/plugin_rack.hpp"

#include "tests/support/catch.hpp"
#include "world_stub/world/stub_world.hpp"

namespace {

using better_bats::Host;
using better_bats::PluginError;
using better_bats::Status;
using better_bats::stub::PluginRack;
using better_bats::stub::StubWorld;

}  // namespace

TEST_CASE("The first plugin flies, the next takes over") {
  const StubWorld world;
  PluginRack rack(world, [] { return Host{}; });
  CHECK(rack.pilot() == nullptr);
  CHECK(rack.load(BETTER_BATS_PLUGIN_FILE).id == "better_bats");
  CHECK(rack.load(BETTER_BATS_PLUGIN_FILE).id == "better_bats_2");
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
