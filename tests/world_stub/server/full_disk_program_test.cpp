// A disk that is full while the server runs, and files that are of no use when it starts: the server goes on or says
// why not, and nothing is lost. SPDX-License-Identifier: MIT
#include <sys/mount.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "tests/support/catch.hpp"
#include "tests/support/temporary_directory.hpp"
#include "tests/world_stub/server/program.hpp"

namespace {

using better_bats::test::ProgramResult;
using better_bats::test::RunningProgram;
using better_bats::test::runProgram;
using better_bats::test::runShell;
using better_bats::test::TemporaryDirectory;

/// A small disk of its own, which can be full.
class SmallDisk {
 public:
  SmallDisk() : mounted_(::mount("tmpfs", folder_.path().c_str(), "tmpfs", 0, "size=256k") == 0) {}
  SmallDisk(const SmallDisk&) = delete;
  SmallDisk& operator=(const SmallDisk&) = delete;
  ~SmallDisk() {
    if (mounted_) ::umount2(folder_.path().c_str(), MNT_DETACH);
  }

  [[nodiscard]] bool isMounted() const noexcept { return mounted_; }
  [[nodiscard]] std::string file(const std::string& name) const { return folder_.file(name); }
  void fill() const { std::ofstream(file("filler")) << std::string(std::size_t{1} << 20U, 'x'); }
  void empty() const { std::filesystem::remove(file("filler")); }

 private:
  TemporaryDirectory folder_;
  bool mounted_;
};

[[nodiscard]] std::size_t countOf(const std::string& text, const std::string& part) {
  std::size_t count = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++count;
  return count;
}

[[nodiscard]] std::string contentOf(const std::string& file) {
  std::ostringstream text;
  text << std::ifstream(file).rdbuf();
  return text.str();
}

}  // namespace

TEST_CASE("A disk that is full under a running server costs what would have been stored, and is told of") {
  const SmallDisk disk;
  if (!disk.isMounted()) {
    WARN("no small disk could be mounted here");
    return;
  }
  const std::string directory = disk.file("data");
  RunningProgram server({"--live", "--dir", directory, "--port", "0"}, RunningProgram::Input::Pipe);
  REQUIRE(server.waitFor("Done!"));
  server.type("gamerule better-bats:bat_wander 7\nsave-all\n");
  REQUIRE(server.waitFor("Saved the game"));
  const std::string world = contentOf(directory + "/world/world.json");
  disk.fill();
  // More than the log file's last page has room for.
  std::string lines;
  for (int i = 1; i <= 300; ++i) lines += "time set " + std::to_string(i) + "\n";
  server.type(lines);
  CHECK(server.waitFor("The log file lacks what is told from here on"));
  CHECK(server.waitFor("Set the time to 300\n"));
  server.type("gamerule better-bats:bat_wander 8\n");
  CHECK(server.waitFor("could not be stored"));
  server.type("gamerule better-bats:bat_wander\nsave-all\n");
  CHECK(server.waitFor("currently set to: 7"));
  CHECK(server.waitFor("Unable to save the game"));
  CHECK(contentOf(directory + "/world/world.json") == world);
  disk.empty();
  server.type("gamerule better-bats:bat_wander 8\nsave-all\nstop\n");
  CHECK(server.waitFor("now set to: 8"));
  CHECK(server.waitFor("Saved the game"));
  CHECK(server.wait() == 0);
  CHECK(countOf(server.output(), "The log file lacks") == 1);
  CHECK(contentOf(directory + "/logs/latest.log").find("bat_wander 8") != std::string::npos);
  CHECK(contentOf(directory + "/world/better-bats-rules.json").find("\"better-bats:bat_wander\": 8") !=
        std::string::npos);
}

TEST_CASE("A server that cannot write its lock for want of space says so, and starts when there is some") {
  const SmallDisk disk;
  if (!disk.isMounted()) {
    WARN("no small disk could be mounted here");
    return;
  }
  const std::vector<std::string> arguments{"--dir", disk.file("data")};
  disk.fill();
  const ProgramResult refused = runProgram(arguments, "stop\n");
  CHECK(refused.status == 1);
  CHECK(refused.errors.find("session.lock: No space left on device") != std::string::npos);
  disk.empty();
  CHECK(runProgram(arguments, "stop\n").status == 0);
}

TEST_CASE("What stands in the place of the server's files is told of by name, and left as it is") {
  const auto serverWith = [](const std::string& folderInTheWay) {
    const TemporaryDirectory folder;
    const std::string directory = folder.file("data");
    std::filesystem::create_directories(directory + folderInTheWay);
    ProgramResult result = runProgram({"--dir", directory}, "gamerule better-bats:bat_wander\nsave-all\nstop\n");
    CHECK(std::filesystem::is_directory(directory + folderInTheWay));
    CHECK((result.output + result.errors).find(folderInTheWay.substr(1)) != std::string::npos);
    return result;
  };
  CHECK(serverWith("/session.lock").status == 1);
  CHECK(serverWith("/world/world.json").status == 1);
  const ProgramResult rules = serverWith("/world/better-bats-rules.json");
  CHECK(rules.status == 0);
  CHECK(rules.output.find("currently set to: 5") != std::string::npos);
  CHECK(rules.output.find("Saved the game") != std::string::npos);
  CHECK(serverWith("/config/better-bats.json").errors.find("Plugin refused") != std::string::npos);
  CHECK(serverWith("/logs/latest.log").status == 0);
  const ProgramResult preset = serverWith("/world/preset.txt");
  CHECK(preset.status == 1);  // what is not saved is told again at the end
  CHECK(preset.output.find("Unable to save the game") != std::string::npos);
}

TEST_CASE("A world whose preset cannot be read opens without it, and stays as it is") {
  const TemporaryDirectory folder;
  const std::vector<std::string> arguments{"--dir", folder.file("data")};
  REQUIRE(runProgram(arguments, "summon cow 1 2 3\nstop\n").status == 0);
  std::filesystem::create_directories(folder.file("data/world/preset.txt"));
  const ProgramResult again = runProgram(arguments, "execute if entity @e[type=cow]\nstop\n");
  CHECK(again.status == 0);
  CHECK(countOf(again.errors, "preset.txt: Not a regular file; bats fly without the world's preset") == 1);
  CHECK(again.output.find("Test passed. Count: 1") != std::string::npos);
}

TEST_CASE("A world file of no use is kept aside byte for byte, whatever it holds") {
  const std::vector<std::string> contents{"", R"({"format": 1, "blo)", std::string(100U << 20U, '['),
                                          std::string("\0\xff", 2), "[]"};
  for (std::size_t i = 0; i < contents.size(); ++i) {
    const std::string& content = contents[i];
    DYNAMIC_SECTION("content " << i << ", " << content.size() << " bytes") {
      const TemporaryDirectory folder;
      const std::string directory = folder.file("data");
      std::filesystem::create_directories(directory + "/world");
      std::ofstream(directory + "/world/world.json", std::ios::binary) << content;
      const ProgramResult result = runProgram({"--dir", directory}, "stop\n");
      CHECK(result.status == 0);
      CHECK(countOf(result.errors, "a new world begins") == 1);
      CHECK(contentOf(directory + "/world/world.json.broken-1") == content);
      CHECK(std::filesystem::exists(directory + "/world/world.json"));
    }
  }
}

TEST_CASE("A user who may not write the server directory is told so") {
  if (::geteuid() != 0) return;  // as root, because another user must be tried
  const TemporaryDirectory folder;
  std::filesystem::permissions(folder.path(), std::filesystem::perms(0755));
  const std::string server = folder.file("server");
  std::filesystem::copy_file(BETTER_BATS_SERVER_FILE, server);
  const auto asNobody = [&](const std::string& directory) {
    return runShell("setpriv --reuid=65534 --regid=65534 --clear-groups '" + server + "' --plugin '" +
                    BETTER_BATS_PLUGIN_FILE + "' --dir '" + directory + "' </dev/null --live --port 0");
  };
  const ProgramResult fresh = asNobody(folder.file("new"));
  CHECK(fresh.status == 1);
  CHECK(fresh.errors.find("/new/config: Permission denied") != std::string::npos);
  REQUIRE(runProgram({"--dir", folder.file("data")}, "stop\n").status == 0);
  const ProgramResult old = asNobody(folder.file("data"));
  CHECK(old.status == 1);
  CHECK(old.errors.find("session.lock: Permission denied") != std::string::npos);
}

TEST_CASE("A server directory may have any name") {
  const TemporaryDirectory folder;
  for (const char* name :
       {"with blanks", "b\xc3\xa4ts \xf0\x9f\xa6\x87", "it's \"quoted\"", "\xff not UTF-8", "%s%n {}"}) {
    DYNAMIC_SECTION(name) {
      const std::string directory = folder.file(name);
      const std::vector<std::string> arguments{"--dir", directory};
      REQUIRE(runProgram(arguments, "gamerule better-bats:bat_wander 9\nsummon cow 1 2 3\nstop\n").status == 0);
      const ProgramResult again = runProgram(arguments, "gamerule better-bats:bat_wander\nstop\n");
      CHECK(again.output.find("currently set to: 9") != std::string::npos);
      CHECK(again.errors.find("Opened the world in") != std::string::npos);
    }
  }
}
