// The server's tick with the real plugin. SPDX-License-Identifier: MIT
#include "world_stub/server/server.hpp"

#include "tests/support/catch.hpp"

namespace {

using better_bats::LogLevel;
using better_bats::Status;
using better_bats::stub::batKind;
using better_bats::stub::Server;
using better_bats::stub::ServerSettings;
using better_bats::stub::WorldSpec;

}  // namespace

TEST_CASE("A tick flies the bats, moves them, then advances both clocks") {
  Server server{ServerSettings{}};
  REQUIRE(server.tryLoadPlugin(BETTER_BATS_PLUGIN_FILE));
  server.world().entities().add(batKind, {0, 80, 0}, {0.2, 0, 0});
  int heard = 0;
  server.onTick([&] {
    ++heard;
    CHECK(server.world().gameTime() == heard);
  });
  for (int i = 0; i < 10; ++i) server.tick();
  CHECK(heard == 10);
  CHECK(server.world().dayTime() == 10);
  CHECK(server.tickTimes().summary().samples == 10);
  CHECK(server.world().entities().bats()[0].position.x > 1);
}

TEST_CASE("A refused plugin is one line with path and reason, and the server goes on") {
  std::vector<std::string> lines;
  ServerSettings settings;
  settings.log = [&](LogLevel, std::string_view line) { lines.emplace_back(line); };
  Server server(settings);
  CHECK_FALSE(server.tryLoadPlugin("no/such/plugin.so"));
  REQUIRE(lines.size() == 1);
  CHECK(lines[0] == "Plugin refused: no/such/plugin.so: No such file or directory");
  server.world().entities().add(batKind, {0, 80, 0}, {0.5, 0, 0});
  server.tick();
  CHECK(server.world().entities().bats()[0].position.x == 0.5);
}

TEST_CASE("A new world forgets flocks and keeps rules") {
  Server server{ServerSettings{}};
  REQUIRE(server.tryLoadPlugin(BETTER_BATS_PLUGIN_FILE));
  REQUIRE(server.pilot()->gameRules().set("better-bats:bat_swarm_size", 9) == Status::Ok);
  for (int world = 0; world < 2; ++world) {
    server.createWorld(WorldSpec::makeFlat(64));
    CHECK(server.world().gameTime() == 0);
    server.world().entities().add(batKind, {0, 80, 0}, {0.2, 0, 0});
    server.world().entities().add(batKind, {0, 80, 2}, {0.2, 0, 0});
    server.tick();
    CHECK(server.pilot()->flockOf(1).flock == 1);
  }
  CHECK(server.pilot()->gameRules().get("better-bats:bat_swarm_size") == 9);
}

TEST_CASE("The fingerprint sees clocks, entities, blocks, rules and parameters") {
  Server server{ServerSettings{}};
  REQUIRE(server.tryLoadPlugin(BETTER_BATS_PLUGIN_FILE));
  std::string last = server.fingerprint();
  CHECK(server.fingerprint() == last);
  const auto changed = [&] {
    const std::string now = server.fingerprint();
    const bool differs = now != last;
    last = now;
    return differs;
  };
  server.world().setDayTime(5);
  CHECK(changed());
  server.world().entities().add(batKind, {0, 80, 0}, {0.2, 0, 0});
  CHECK(changed());
  server.world().entities().setVelocity(1, {0.3, 0, 0});
  CHECK(changed());
  server.world().setBlock({0, 70, 0}, better_bats::stub::BlockType::Stone);
  CHECK(changed());
  REQUIRE(server.pilot()->gameRules().set("better-bats:bat_wander", 1) == Status::Ok);
  CHECK(changed());
  CHECK(server.pilot()->execute("better-bats set flock_radius 10", 4).status == Status::Ok);
  CHECK(changed());
}

TEST_CASE("Several threads fly the same bits as one") {
  const auto flown = [](std::size_t threads) {
    ServerSettings settings;
    settings.threads = threads;
    Server server(settings);
    REQUIRE(server.tryLoadPlugin(BETTER_BATS_PLUGIN_FILE));
    better_bats::SpawnRequest request{};
    request.count = 2000;
    request.speed = 0.2;
    server.spawnBats(request);
    for (int i = 0; i < 50; ++i) server.tick();
    return server.fingerprint();
  };
  CHECK(flown(1) == flown(4));
}
