// Fifty bats over generated terrain in a real Luanti server. SPDX-License-Identifier: MIT
#include <iostream>

#include "tests/integrations/luanti/luanti_server.hpp"
#include "tests/support/catch.hpp"

using better_bats::test::collect;
using better_bats::test::Event;
using better_bats::test::LuantiServer;
using better_bats::test::TemporaryDirectory;

namespace {

constexpr double kFloat32 = 1e-5;  // Luanti stores velocities so

void print(const Event& event) {
  std::cout << event.name;
  for (const auto& [key, value] : event.words) std::cout << ' ' << key << '=' << value;
  std::cout << std::endl;
}

/// What must hold in every second of flight.
void checkFlight(const Event& seen, double bats, double limit) {
  print(seen);
  CHECK(seen.number("bats") == bats);
  CHECK(seen.number("in_solid") == 0);
  CHECK(seen.number("slowest") >= 3 - kFloat32);
  CHECK(seen.number("fastest") <= 7 + kFloat32);
  CHECK(seen.number("flocks") >= 2);
  CHECK(seen.number("largest") <= limit);
}

}  // namespace

TEST_CASE("50 bats fly for 30 seconds in Luanti", "[luanti]") {
  const TemporaryDirectory folder;
  LuantiServer server(folder.path() / "world", {});
  server.await("ready");
  server.command("load -2 -1 -2 2 3 2");
  server.await("loaded");
  server.command("ground 0 0");
  const int ground = static_cast<int>(server.await("ground").number("y"));
  CHECK(server.logged("[better_bats] no bats fly").empty());

  // One bat more, alone in a room in the sky, for the tower.
  const std::string room = "14 48 14 29 53 29";
  server.command("room " + room);
  server.await("built");
  CHECK(server.chat("summon_bats 1 22 50 22").words["done"] == "true");
  CHECK(server.chat("summon_bats 50 0 " + std::to_string(ground + 12) + " 0").words["done"] == "true");
  constexpr double bats = 51;
  static_cast<void>(collect(server, "seen", 3));  // they have been given a speed, and have found flocks

  for (const Event& seen : collect(server, "seen", 10)) checkFlight(seen, bats, 5);

  server.command("tower " + room);
  server.await("built");
  static_cast<void>(collect(server, "seen", 2));
  double touches = 0;
  double visits = 0;
  for (const Event& seen : collect(server, "seen", 12)) {
    checkFlight(seen, bats, 5);
    touches += seen.number("touches");
    visits += seen.number("visits");
  }
  CHECK(visits > 10);
  CHECK(touches == 0);

  const Event reply = server.chat("gamerule better-bats:bat_swarm_size 2");
  CHECK(reply.words.at("text") == "Gamerule better-bats:bat_swarm_size is now set to: 2");
  static_cast<void>(collect(server, "seen", 2));
  for (const Event& seen : collect(server, "seen", 4)) checkFlight(seen, bats, 2);

  CHECK(server.stop() == 0);
  CHECK(server.logged("ERROR").empty());
}
