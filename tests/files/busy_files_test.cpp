// Files that change while they are read, and places where nothing can be written. SPDX-License-Identifier: MIT
#include <sys/mount.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <fstream>
#include <functional>
#include <string>
#include <vector>

#include <better_bats/plugin.hpp>

#include "rules/file_io.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/fake_world.hpp"
#include "tests/support/plugin_under_test.hpp"
#include "tests/support/temporary_directory.hpp"

namespace better_bats::test {

namespace {

constexpr const char* wander = "better-bats:bat_wander";
constexpr const char* cohesion = "better-bats:bat_cohesion";

/// A process that does the body over and over until the end of the scope.
class Repeating {
 public:
  explicit Repeating(const std::function<void(int round)>& body) : child_(::fork()) {
    if (child_ != 0) return;
    for (int round = 0;; ++round) body(round);
  }
  Repeating(const Repeating&) = delete;
  Repeating& operator=(const Repeating&) = delete;
  ~Repeating() {
    ::kill(child_, SIGKILL);
    ::waitpid(child_, nullptr, 0);
  }

 private:
  pid_t child_;
};

std::string rulesText(int value) {
  const std::string number = std::to_string(value);
  return R"({"format": 1, "rules": {"better-bats:bat_wander": )" + number + R"(, "padding": ")" +
         std::string(100000, 'x') + R"(", "better-bats:bat_cohesion": )" + number + "}}";
}

Host hostIn(const TemporaryDirectory& directory) {
  Host host;
  host.rulesPath = directory.file("rules.json");
  return host;
}

/// Checks what holds for a user who may only read the directory, in a process of that user. `holds` is given a copy of
/// the plugin that this user can read.
void checkAsNobody(const TemporaryDirectory& directory, const std::function<bool(const std::string& plugin)>& holds) {
  std::filesystem::permissions(directory.path(), std::filesystem::perms(0755));
  const std::string plugin = directory.file("plugin.so");
  std::filesystem::copy_file(pluginPath(), plugin);
  const pid_t child = ::fork();
  if (child == 0) {
    constexpr uid_t nobody = 65534;
    if (::setgid(nobody) != 0 || ::setuid(nobody) != 0) ::_exit(2);
    ::_exit(holds(plugin) ? 0 : 1);
  }
  int status = 0;
  REQUIRE(::waitpid(child, &status, 0) == child);
  CHECK(WIFEXITED(status));
  CHECK(WEXITSTATUS(status) == 0);
}

}  // namespace

TEST_CASE("a reload during a write takes the old set or the new one, never a mixture", "[files]") {
  const TemporaryDirectory directory;
  writeText(directory.file("rules.json"), rulesText(1));
  FakeWorld world;
  Plugin plugin = Plugin::load(pluginPath(), world, hostIn(directory));
  for (const bool atomically : {true, false}) {
    const Repeating writer([&](int round) {
      const std::string text = rulesText(round % 50);
      if (atomically) {
        rules::writeFileAtomically(directory.file("rules.json"), text);
      } else {
        std::ofstream(directory.file("rules.json"), std::ios::binary | std::ios::trunc) << text;  // as an editor does
      }
    });
    int taken = 0;
    // A busy machine may leave the writer for long with a file that it has just emptied.
    for (int round = 0; round < 300 || (taken == 0 && round < 100000); ++round) {
      const std::int64_t before = plugin.gameRules().get(wander).value();
      const CommandResult result = plugin.execute("better-bats reload", 4);
      const std::int64_t now = plugin.gameRules().get(wander).value();
      CHECK(now == plugin.gameRules().get(cohesion).value());
      if (result.status == Status::Ok) {
        ++taken;
      } else {
        CHECK(now == before);
        CHECK_FALSE(atomically);
        CHECK(result.reply.find("rules.json") != std::string::npos);
      }
    }
    CHECK(taken > 0);
  }
}

TEST_CASE("on a full disk a set is refused, told once, and changes neither memory nor file", "[files]") {
  const TemporaryDirectory directory;
  const std::string disk = directory.file("disk");
  std::filesystem::create_directory(disk);
  if (::mount("tmpfs", disk.c_str(), "tmpfs", 0, "size=64k") != 0) {
    WARN("no small disk could be mounted here");
    return;
  }
  {
    FakeWorld world;
    std::vector<std::string> lines;
    Host host;
    host.rulesPath = disk + "/rules.json";
    host.log = [&lines](LogLevel, std::string_view line) { lines.emplace_back(line); };
    Plugin plugin = Plugin::load(pluginPath(), world, host);
    REQUIRE(plugin.gameRules().set(wander, 7) == Status::Ok);
    const std::string before = readText(host.rulesPath);
    writeText(disk + "/filler", std::string(100000, 'x'));
    CHECK(plugin.gameRules().set(wander, 8) == Status::NotStored);
    CHECK(lines.size() == 1);
    CHECK(plugin.gameRules().get(wander) == 7);
    CHECK(readText(host.rulesPath) == before);
    const CommandResult refused = plugin.execute("gamerule better-bats:bat_wander 9", 4);
    CHECK(refused.status == Status::CommandFailed);
    CHECK(refused.reply.find("No space left on device") != std::string::npos);
    CHECK(plugin.gameRules().get(wander) == 7);
    CHECK(plugin.execute("better-bats dump " + disk + "/dump.json", 4).status == Status::CommandFailed);
    CHECK_FALSE(std::filesystem::exists(disk + "/dump.json"));
    std::filesystem::remove(disk + "/filler");
    CHECK(plugin.gameRules().set(wander, 8) == Status::Ok);
    CHECK(lines.size() == 1);
  }
  CHECK(::umount(disk.c_str()) == 0);
}

TEST_CASE("a broken rules file that cannot be kept aside stays as it is, and the world goes on", "[files]") {
  if (::geteuid() != 0) return;  // as root, because another user must be tried
  const TemporaryDirectory directory;
  const std::string broken = R"({"format": 1, "rul)";
  writeText(directory.file("rules.json"), broken);
  checkAsNobody(directory, [&](const std::string& plugin) {
    FakeWorld world;
    std::string log;
    Host host = hostIn(directory);
    host.log = [&log](LogLevel, std::string_view line) { log += std::string(line) + "\n"; };
    Plugin loaded = Plugin::load(plugin, world, host);
    const bool told = log.find("cannot be kept aside: ") != std::string::npos &&
                      log.find("the rules cannot be stored: ") != std::string::npos;
    const bool refused = loaded.gameRules().set(wander, 8) == Status::NotStored;
    return told && refused && loaded.gameRules().get(wander) == 5;
  });
  CHECK(readText(directory.file("rules.json")) == broken);
}

TEST_CASE("a user who may not write the directory is told so, and nothing else happens", "[files]") {
  if (::geteuid() != 0) return;  // as root, because another user must be tried
  const TemporaryDirectory directory;
  writeText(directory.file("rules.json"), R"({"format": 1, "rules": {"better-bats:bat_wander": 9}})");
  const std::string before = readText(directory.file("rules.json"));
  checkAsNobody(directory, [&](const std::string& plugin) {
    FakeWorld world;
    Plugin loaded = Plugin::load(plugin, world, hostIn(directory));
    const bool refused = loaded.gameRules().set(wander, 8) == Status::NotStored &&
                         loaded.execute("gamerule better-bats:bat_wander 8", 4).status == Status::CommandFailed;
    return refused && loaded.gameRules().get(wander) == 9;
  });
  CHECK(readText(directory.file("rules.json")) == before);
}

}  // namespace better_bats::test
