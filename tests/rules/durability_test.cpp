// The rules file against kill -9, full disks and folders that may not be written. SPDX-License-Identifier: MIT
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <cstdlib>
#include <functional>

#include "rules/bat_rules.hpp"
#include "rules/file_io.hpp"
#include "rules/rules_file.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/temporary_directory.hpp"

using namespace better_bats::rules;
using better_bats::test::readText;
using better_bats::test::TemporaryDirectory;
using better_bats::test::writeText;

namespace {

const GameRule& swarmSize() {
  return batRule(BatRule::SwarmSize);
}

void store(const RulesFile& file, std::int64_t value) {
  const RuleChange change{&swarmSize(), value};
  file.store(GameRuleRegistry(batRules()), {&change, 1});
}

std::string setFailure(const RulesFile& file) {
  try {
    store(file, 77);
  } catch (const FileError& error) {
    return error.what();
  }
  return "no failure";
}

// Runs the body in a process of its own and returns its exit status.
int inChild(const std::function<int()>& body) {
  const pid_t child = ::fork();
  if (child == 0) ::_exit(body());
  int status = 0;
  REQUIRE(::waitpid(child, &status, 0) == child);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

// Sets the rule to 1, 2, 3, ... and reports each value that is durable.
[[noreturn]] void setForEver(const RulesFile& file, int acknowledge) {
  for (std::int32_t value = 1;; ++value) {
    store(file, value);
    if (::write(acknowledge, &value, sizeof(value)) != sizeof(value)) ::_exit(1);
  }
}

std::int64_t storedValue(const RulesFile& file) {
  return file.read(batRules()).value().values[static_cast<std::size_t>(BatRule::SwarmSize)].value();
}

}  // namespace

TEST_CASE("after kill -9 the file holds the last acknowledged value or the next one") {
  const TemporaryDirectory folder;
  const RulesFile file(folder.file("rules.json"));
  const char* wanted = std::getenv("BETTER_BATS_KILL_ROUNDS");
  const long rounds = wanted != nullptr ? std::strtol(wanted, nullptr, 10) : 40;
  for (long round = 0; round < rounds; ++round) {
    std::array<int, 2> pipe{};
    REQUIRE(::pipe(pipe.data()) == 0);
    const pid_t child = ::fork();
    if (child == 0) setForEver(file, pipe[1]);
    ::close(pipe[1]);
    std::int32_t acknowledged = 0;
    while (::read(pipe[0], &acknowledged, sizeof(acknowledged)) > 0 && acknowledged < 1 + round % 5) continue;
    ::usleep(static_cast<useconds_t>(37 * round % 1000));
    ::kill(child, SIGKILL);
    while (::read(pipe[0], &acknowledged, sizeof(acknowledged)) > 0) continue;
    ::close(pipe[0]);
    ::waitpid(child, nullptr, 0);
    const std::int64_t stored = storedValue(file);
    REQUIRE(stored >= acknowledged);
    REQUIRE(stored <= acknowledged + 1);
  }
}

TEST_CASE("a folder in the file's place is reported and left alone") {
  const TemporaryDirectory folder;
  const RulesFile file(folder.file("rules.json"));
  std::filesystem::create_directory(file.path());
  CHECK(setFailure(file) == file.path() + ": Not a regular file");
  CHECK_THROWS_AS(file.read(batRules()), FileError);
  CHECK(std::filesystem::is_directory(file.path()));
}

TEST_CASE("a folder that is not there, a pipe and a loop of links are reported") {
  const TemporaryDirectory folder;
  CHECK(setFailure(RulesFile(folder.file("none/rules.json"))).ends_with(": No such file or directory"));
  REQUIRE(::mkfifo(folder.file("pipe").c_str(), 0600) == 0);
  CHECK(setFailure(RulesFile(folder.file("pipe"))).ends_with(": Not a regular file"));
  std::filesystem::create_symlink("loop", folder.file("loop"));
  CHECK(setFailure(RulesFile(folder.file("loop"))).ends_with(": Too many levels of symbolic links"));
}

TEST_CASE("a write that fails half-way leaves the old file and no other") {
  const TemporaryDirectory folder;
  const RulesFile file(folder.file("rules.json"));
  const std::string old = R"({"rules": {}, "padding": ")" + std::string(5000, 'x') + "\"}";
  writeText(file.path(), old);
  const int status = inChild([&] {
    if (::signal(SIGXFSZ, SIG_IGN) == SIG_ERR) return 2;
    const rlimit limit{4096, 4096};
    if (::setrlimit(RLIMIT_FSIZE, &limit) != 0) return 2;
    return setFailure(file).ends_with(": File too large") ? 0 : 1;
  });
  CHECK(status == 0);
  CHECK(readText(file.path()) == old);
  CHECK(std::distance(std::filesystem::directory_iterator(folder.path()), {}) == 1);
}

TEST_CASE("a folder that may not be written is reported") {
  if (::geteuid() != 0) return;  // as root, because another user must be tried
  const TemporaryDirectory folder;
  const RulesFile file(folder.file("rules.json"));
  writeText(file.path(), "{}");
  std::filesystem::permissions(folder.path(), std::filesystem::perms(0755));
  const int status = inChild([&] {
    constexpr uid_t nobody = 65534;
    if (::setgid(nobody) != 0 || ::setuid(nobody) != 0) return 2;
    return setFailure(file).ends_with(": Permission denied") ? 0 : 1;
  });
  CHECK(status == 0);
  CHECK(readText(file.path()) == "{}");
}

TEST_CASE("a full disk is reported, and the old file is byte-identical") {
  const TemporaryDirectory folder;
  const std::string disk = folder.file("disk");
  std::filesystem::create_directory(disk);
  if (::mount("tmpfs", disk.c_str(), "tmpfs", 0, "size=64k") != 0) {
    WARN("no small disk could be mounted here");
    return;
  }
  const RulesFile file(disk + "/rules.json");
  store(file, 5);
  const std::string old = readText(file.path());
  writeText(disk + "/filler", std::string(100000, 'x'));
  CHECK(setFailure(file).ends_with(": No space left on device"));
  CHECK(readText(file.path()) == old);
  std::filesystem::remove(disk + "/filler");
  CHECK(setFailure(file) == "no failure");
  CHECK(storedValue(file) == 77);
  CHECK(::umount(disk.c_str()) == 0);
}
