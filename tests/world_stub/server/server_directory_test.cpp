// The server directory: one server at a time, the world as it was. SPDX-License-Identifier: MIT
#include "world_stub/server/server_directory.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <optional>

#include "tests/support/catch.hpp"
#include "tests/support/temporary_directory.hpp"
#include "world_stub/server/server.hpp"
#include "world_stub/world/world_file.hpp"

namespace {

using better_bats::LogLevel;
using better_bats::stub::DirectoryError;
using better_bats::stub::Server;
using better_bats::stub::ServerDirectory;
using better_bats::stub::ServerSettings;
using better_bats::test::TemporaryDirectory;

[[nodiscard]] std::string refusal(const std::string& path) {
  try {
    const ServerDirectory directory(path);
  } catch (const DirectoryError& error) {
    return error.what();
  }
  return "opened";
}

}  // namespace

TEST_CASE("A second server is refused with the first one's pid") {
  const TemporaryDirectory folder;
  const std::string path = folder.file("data");
  std::optional<ServerDirectory> first(path);
  CHECK(refusal(path) == path + " is in use by the server with pid " + std::to_string(::getpid()));
  first.reset();
  CHECK(refusal(path) == "opened");
}

TEST_CASE("A lock whose holder has not said who it is names nobody") {
  const TemporaryDirectory folder;
  const std::string path = folder.file("data");
  std::filesystem::create_directory(path);
  const better_bats::stub::Descriptor lock(::open((path + "/session.lock").c_str(), O_RDWR | O_CREAT, 0644));
  REQUIRE(::flock(lock.get(), LOCK_EX) == 0);
  CHECK(refusal(path) == path + " is in use by the server with pid unknown");
}

TEST_CASE("A directory that cannot be made is refused") {
  const TemporaryDirectory folder;
  std::ofstream(folder.file("file")) << "x";
  CHECK(refusal(folder.file("file")).find(folder.file("file")) == 0);
}

TEST_CASE("A world comes back with its flocks and flies on bit for bit") {
  const TemporaryDirectory folder;
  const ServerDirectory directory(folder.file("data"));
  Server server{ServerSettings{}};
  REQUIRE(server.tryLoadPlugin(BETTER_BATS_PLUGIN_FILE));
  CHECK_FALSE(directory.load(server));
  better_bats::SpawnRequest request{};
  request.count = 60;
  request.speed = 0.25;
  server.spawnBats(request);
  for (int i = 0; i < 200; ++i) server.tick();
  directory.save(server);

  Server restarted{ServerSettings{}};
  REQUIRE(restarted.tryLoadPlugin(BETTER_BATS_PLUGIN_FILE));
  REQUIRE(directory.load(restarted));
  CHECK(restarted.world().gameTime() == 200);
  CHECK(restarted.fingerprint() == server.fingerprint());
  for (int i = 0; i < 200; ++i) {
    server.tick();
    restarted.tick();
  }
  CHECK(restarted.fingerprint() == server.fingerprint());
}

TEST_CASE("A world file that is of no use is kept aside and told of") {
  const TemporaryDirectory folder;
  const ServerDirectory directory(folder.file("data"));
  std::ofstream(directory.worldPath()) << R"({"format": 1, "clo)";
  std::vector<std::string> lines;
  ServerSettings settings;
  settings.log = [&](LogLevel, std::string_view line) { lines.emplace_back(line); };
  Server server(settings);
  CHECK_FALSE(directory.load(server));
  REQUIRE(lines.size() == 1);
  CHECK(lines[0].find(directory.worldPath()) == 0);
  CHECK_FALSE(std::filesystem::exists(directory.worldPath()));
  CHECK(std::filesystem::exists(directory.worldPath() + ".broken-1"));
}

TEST_CASE("A world whose flocks cannot be restored opens, and says so") {
  const TemporaryDirectory folder;
  const ServerDirectory directory(folder.file("data"));
  std::vector<std::string> lines;
  ServerSettings settings;
  settings.log = [&](LogLevel, std::string_view line) { lines.emplace_back(line); };
  Server server(settings);
  server.world().setDayTime(77);
  const better_bats::stub::AttachedTexts nonsense{{"flocks", "no flocks"}};
  std::ofstream(directory.worldPath()) << better_bats::stub::saveWorld(server.world(), nonsense);
  REQUIRE(server.tryLoadPlugin(BETTER_BATS_PLUGIN_FILE));
  server.world().setDayTime(0);
  CHECK(directory.load(server));
  CHECK(server.world().dayTime() == 77);
  REQUIRE(lines.size() == 1);
  CHECK(lines[0] == directory.worldPath() + ": the flocks could not be restored, bats will find new ones");
}
