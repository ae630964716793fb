// What 500 bats cost a Luanti server: by the plugin, and by the same model in plain Lua. SPDX-License-Identifier: MIT
#include <cstdio>

#include "tests/integrations/luanti/luanti_server.hpp"
#include "tests/support/catch.hpp"

using better_bats::test::Event;
using better_bats::test::LuantiServer;
using better_bats::test::TemporaryDirectory;

namespace {

void printRow(const char* name, double forces, const Event& cost) {
  const double share = forces + cost.number("objects") + cost.number("map");
  std::printf("%-44s %9.0f us %9.0f us %6.1f %%\n", name, forces, share, share / 50000 * 100);
}

}  // namespace

TEST_CASE("500 bats fly alike by the plugin and by the same model in plain Lua, and their costs are told") {
  const TemporaryDirectory folder;
  LuantiServer server(folder.path() / "world", {{"world_start_time", "19000"}},
                      {{"bb_bench", BETTER_BATS_LUANTI_BENCH}});
  server.await("ready");
  server.command("load -5 -2 -5 4 5 4");
  server.await("loaded", std::chrono::seconds(60));
  CHECK(server.chat("gamerule better-bats:bat_wander 0").words["done"] == "true");
  std::string summon;
  for (int x = -40; x <= 40; x += 20) {
    for (int z = -40; z <= 40; z += 20) {
      summon += "chat summon_bats 20 " + std::to_string(x) + " 30 " + std::to_string(z) + '\n';
    }
  }
  server.command(summon);
  const Event cost = server.await("cost", std::chrono::seconds(90));

  std::printf("%.0f bats, dusk, medians of 120 ticks %22s %12s  of 50 ms\n", cost.number("bats"), "forces",
              "our share");
  printRow("by the plugin", cost.number("forces"), cost);
  printRow("plain Lua, minetest.get_node, all pairs", cost.number("asking"), cost);
  printRow("plain Lua, map kept in tables, all pairs", cost.number("keeping"), cost);
  std::printf("of each share: objects %.0f us, map %.0f us; largest difference of velocities %g nodes/s in %.0f\n",
              cost.number("objects"), cost.number("map"), cost.number("worst"), cost.number("compared"));
  CHECK(cost.number("bats") == 500);
  CHECK(cost.number("compared") > 50000);
  CHECK(cost.number("worst") < 1e-3);
  // How many times cheaper it is stands in the table above; a busy machine is no fault.
  CHECK(server.stop() == 0);
}
