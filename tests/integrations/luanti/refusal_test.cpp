// What cannot be loaded is one line in the log, and the server lives. SPDX-License-Identifier: MIT
#include <fstream>

#include "tests/integrations/luanti/luanti_server.hpp"
#include "tests/support/catch.hpp"

using better_bats::test::LuantiServer;
using better_bats::test::Settings;
using better_bats::test::TemporaryDirectory;

namespace {

/// Starts a server with these settings: it must say once that no bats fly, with the reason, answer commands with the
/// same reason, and end as asked.
void checkRefusal(const Settings& settings, const std::string& reason) {
  const TemporaryDirectory folder;
  LuantiServer server(folder.path() / "world", settings);
  server.await("ready");
  const auto lines = server.logged("[better_bats]");
  REQUIRE(lines.size() == 1);
  CHECK_THAT(lines.front(), Catch::EndsWith("ERROR[Main]: [better_bats] no bats fly: " + reason));
  CHECK_THAT(server.chat("summon_bats 5 0 10 0").words.at("text"), Catch::Equals("No bats fly: " + reason));
  CHECK_THAT(server.chat("gamerule better-bats:bat_swarm_size").words.at("text"),
             Catch::Equals("No bats fly: " + reason));
  server.await("seen");
  CHECK(server.logged("ERROR").size() == 1);
  CHECK(server.stop() == 0);
}

[[nodiscard]] std::string textFile(const TemporaryDirectory& folder) {
  const auto path = folder.path() / "text.so";
  std::ofstream(path) << "not a library\n";
  return path;
}

}  // namespace

TEST_CASE("an untrusted mod") {
  checkRefusal({{"secure.trusted_mods", "another"}},
               "the mod is not trusted; add better_bats to secure.trusted_mods in minetest.conf");
}

TEST_CASE("a missing bridge") {
  checkRefusal({{"better_bats_bridge", "/nowhere/bridge.so"}},
               "/nowhere/bridge.so: cannot open shared object file: No such file or directory");
}

TEST_CASE("a bridge that is no library") {
  const TemporaryDirectory folder;
  checkRefusal({{"better_bats_bridge", textFile(folder)}}, textFile(folder) + ": file too short");
}

TEST_CASE("a bridge of another version") {
  const std::string file = BETTER_BATS_OTHER_BRIDGE;
  checkRefusal({{"better_bats_bridge", file}}, file + ": version is 99, this mod needs 1");
}

TEST_CASE("a missing plugin") {
  checkRefusal({{"better_bats_plugin", "/nowhere/plugin.so"}}, "/nowhere/plugin.so: No such file or directory");
}

TEST_CASE("a plugin of another version of the boundary") {
  const std::string file = BETTER_BATS_OTHER_PLUGIN;
  checkRefusal({{"better_bats_plugin", file}}, file + ": abi_version is 99, this server needs 1");
}
