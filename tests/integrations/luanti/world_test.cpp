// The mod's bats in a world that changes around them. SPDX-License-Identifier: MIT
#include "tests/integrations/luanti/luanti_server.hpp"
#include "tests/support/catch.hpp"

using better_bats::test::collect;
using better_bats::test::Event;
using better_bats::test::LuantiServer;
using better_bats::test::Settings;
using better_bats::test::TemporaryDirectory;

namespace {

// Air above flat ground, quick to generate.
[[nodiscard]] Settings flatWorld(Settings more = {}) {
  more.insert({{"mg_name", "flat"}, {"mg_flags", "nocaves,nodecorations"}, {"mgflat_ground_level", "0"}});
  return more;
}

void load(LuantiServer& server) {
  server.await("ready");
  server.command("load -1 -1 -1 1 2 1");
  server.await("loaded");
}

[[nodiscard]] Event seenAfter(LuantiServer& server, std::size_t seconds) {
  return collect(server, "seen", seconds).back();
}

}  // namespace

TEST_CASE("bats of unloaded places roost and come back, also after a restart") {
  const TemporaryDirectory folder;
  const auto world = folder.path() / "world";
  const Settings settings = flatWorld({{"server_unload_unused_data_timeout", "3"}});
  {
    LuantiServer server(world, settings);
    load(server);
    CHECK(server.chat("summon_bats 20 0 15 0").words["done"] == "true");
    CHECK(seenAfter(server, 3).number("bats") == 20);

    server.command("unload -1 -1 -1 1 2 1");
    CHECK(seenAfter(server, 8).number("bats") == 0);
    CHECK(server.logged("20 bats roost, since their place was unloaded").size() == 1);

    server.command("load -1 -1 -1 1 2 1");
    server.await("loaded");
    const Event seen = seenAfter(server, 3);
    CHECK(seen.number("bats") == 20);
    CHECK(seen.number("slowest") >= 2.99);
    CHECK(server.stop() == 0);
    CHECK(server.logged("ERROR").empty());
  }
  LuantiServer server(world, settings);
  load(server);
  CHECK(seenAfter(server, 3).number("bats") == 20);
  CHECK(server.stop() == 0);
}

TEST_CASE("without reading again nobody would notice a tower") {
  const TemporaryDirectory folder;
  LuantiServer server(folder.path() / "world", flatWorld({{"better_bats_refreshes", "0"}}));
  load(server);
  const std::string room = "-8 18 -8 7 23 7";
  server.command("room " + room);
  server.await("built");
  CHECK(server.chat("summon_bats 1 0 20 0").words["done"] == "true");
  CHECK(seenAfter(server, 3).number("bats") == 1);
  server.command("tower " + room);
  server.await("built");
  double touches = 0;
  for (const Event& seen : collect(server, "seen", 10)) touches += seen.number("touches");
  CHECK(touches > 0);
  CHECK(server.stop() == 0);
}

TEST_CASE("no bat is lost at Luanti's usual step, which is longer than a tick") {
  const TemporaryDirectory folder;
  LuantiServer server(folder.path() / "world", flatWorld({{"dedicated_server_step", "0.09"}}));
  load(server);
  CHECK(server.chat("summon_bats 20 0 15 0").words["done"] == "true");
  static_cast<void>(seenAfter(server, 3));
  for (const Event& seen : collect(server, "seen", 12)) {
    CHECK(seen.number("bats") == 20);
    CHECK(seen.number("in_solid") == 0);
    CHECK(seen.number("largest") <= 5);
  }
  CHECK(server.stop() == 0);
}

TEST_CASE("bats flee from the entities that the settings name") {
  const TemporaryDirectory folder;
  LuantiServer server(folder.path() / "world", flatWorld({{"better_bats_predators", "other:thing, bb_test:owl"}}));
  load(server);
  CHECK(server.chat("gamerule better-bats:bat_wander 0").words["done"] == "true");
  CHECK(server.chat("summon_bats 1 0 20 0").words["done"] == "true");
  CHECK(seenAfter(server, 3).number("highest") < 23);
  CHECK(server.chat("gamerule better-bats:bat_flight false").words["done"] == "true");
  const Event still = seenAfter(server, 2);
  CHECK(still.number("fastest") == 0);
  // The owl appears below the resting bat, so that it can only be fled upwards.
  server.command("add_below bb_test:owl 5");
  CHECK(server.await("added").words["done"] == "true");
  CHECK(server.chat("gamerule better-bats:bat_flight true").words["done"] == "true");
  CHECK(seenAfter(server, 3).number("highest") > still.number("highest") + 2);
  CHECK(server.stop() == 0);
}

TEST_CASE("bats of other mods fly by the plugin where the settings name them") {
  const TemporaryDirectory folder;
  const Settings settings = flatWorld({{"better_bats_adopt", "bb_test:sinker, bb_test:mob_bat"}});
  LuantiServer server(folder.path() / "world", settings, {{"mobs", BETTER_BATS_MOBS_REDO}});
  load(server);
  const std::string bat = GENERATE("bb_test:sinker", "bb_test:mob_bat");
  server.command("add " + bat + " 0 20 0");
  CHECK(server.await("added").words["done"] == "true");
  static_cast<void>(seenAfter(server, 2));
  const Event flown = seenAfter(server, 2);
  CHECK(flown.number("bats") == 1);
  CHECK(flown.number("slowest") >= 2.99);
  CHECK(flown.number("fastest") <= 7.01);
  CHECK(server.chat("gamerule better-bats:bat_flight false").words["done"] == "true");
  CHECK(seenAfter(server, 2).number("fastest") <= 1.01);  // its own slow movement again
  CHECK(server.stop() == 0);
  CHECK(server.logged("ERROR").empty());
}

TEST_CASE("bats appear at night, up to the limit") {
  const TemporaryDirectory folder;
  LuantiServer server(folder.path() / "world", flatWorld({{"better_bats_spawn_limit", "10"}}));
  load(server);
  server.command("spawn 0 8 0");
  CHECK(server.await("spawned").number("count") == 0);
  server.command("time 0");
  server.command("spawn 0 8 0");
  CHECK(server.await("spawned").number("count") == 10);
  CHECK(server.stop() == 0);
}
