// A whole night over hills: nobody in stone, nobody under water for long, nobody lost. SPDX-License-Identifier: MIT
#include <map>

#include "tests/support/bytes_held.hpp"
#include "tests/support/catch.hpp"
#include "world_stub/server/server.hpp"

namespace {

using better_bats::Entity;
using better_bats::SpawnRequest;
using better_bats::stub::Server;
using better_bats::stub::ServerSettings;
using better_bats::stub::WorldSpec;

constexpr std::uint64_t batCount = 200;
constexpr int nightLength = 12000;
constexpr int longestBath = 20;

struct Watch {
  std::map<std::uint64_t, int> ticksInFluid;
  int longest = 0;
  std::size_t inSolid = 0;

  void look(const Server& server) {
    for (const Entity& bat : server.world().entities().bats()) {
      if (server.world().inSolid(bat.position)) ++inSolid;
      int& ticks = ticksInFluid[bat.id];
      ticks = server.world().inFluid(bat.position) ? ticks + 1 : 0;
      longest = std::max(longest, ticks);
    }
  }
};

}  // namespace

TEST_CASE("200 bats over hills through a whole night") {
  Server server{ServerSettings{}};
  REQUIRE(server.tryLoadPlugin(BETTER_BATS_PLUGIN_FILE));
  server.createWorld(WorldSpec::makeHills(1));
  server.world().setDayTime(12000);
  SpawnRequest request{};
  request.count = batCount;
  request.speed = 0.25;
  REQUIRE(server.spawnBats(request) == batCount);
  Watch watch;
  std::size_t warm = 0;
  for (int tick = 1; tick <= nightLength; ++tick) {
    server.tick();
    watch.look(server);
    if (tick == 1000) warm = better_bats::test::bytesHeld();
    if (tick % 1000 == 0) {
      const auto figures = server.pilot()->statistics();
      CHECK(figures.at("bats") == batCount);
      CHECK(figures.at("largest_flock") <= 5);
    }
  }
  CHECK(watch.inSolid == 0);
  CHECK(watch.longest <= longestBath);
  CHECK(better_bats::test::bytesHeld() < warm + (std::size_t{1} << 20U));
  CHECK(server.world().chunkLoads() == 0);
}
