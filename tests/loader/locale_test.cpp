// Hosts whose locale writes 0,5 for 0.5 or has another i: files, commands and dumps are the same. The locales are
// compiled here, into a folder of the test's own. SPDX-License-Identifier: MIT
#include <array>
#include <clocale>
#include <cstdio>
#include <cstdlib>
#include <locale>
#include <string>

#include <better_bats/plugin.hpp>

#include "tests/support/catch.hpp"
#include "tests/support/fake_world.hpp"
#include "tests/support/plugin_under_test.hpp"
#include "tests/support/temporary_directory.hpp"

namespace better_bats::test {

namespace {

/// All that a session says and writes, in one text.
std::string everything(const TemporaryDirectory& directory, const std::string& name) {
  FakeWorld world;
  world.ground = 0;
  for (std::uint64_t id = 1; id <= 10; ++id) {
    world.bats.push_back(makeBat(id, {0.25 * static_cast<double>(id), 8.5, 0.5}, {0.2, 0.01, 0}));
  }
  Host host;
  const std::string folder = directory.file(name);
  std::filesystem::create_directory(folder);
  host.rulesPath = folder + "/rules.json";
  host.configPath = folder + "/config.json";
  writeText(host.configPath, R"({"format": 1, "parameters": {"max_speed": 0.45, "flee_force": 2.5e-1}})");
  std::string all;
  host.log = [&](LogLevel, std::string_view line) { all += std::string(line) + "\n"; };
  Plugin plugin = Plugin::load(pluginPath(), world, host);
  for (const char* line : {"better-bats set min_speed 0.125", "better-bats set flock_radius 9.5",
                           "gamerule better-bats:bat_wander 11", "better-bats get min_speed", "bb get max_speed",
                           "bb startle 1.5 2.5 -3.5 16 0.5 3", "gamerule BETTER-BATS:BAT_WANDER 7", "bb get MIN_SPEED",
                           "better-bats set min_speed 0,125", "bb stats", "bb help"}) {
    const CommandResult result = plugin.execute(line, 4);
    all += std::string(line) + " -> " + result.reply + "\n";
  }
  for (int tick = 0; tick < 20; ++tick) {
    static_cast<void>(plugin.flight().applyFlightForces(world.bats));
    world.advance();
  }
  std::string dump = plugin.dump();
  for (const std::string& place : {folder, std::string("/") + name}) {
    for (std::size_t at = dump.find(place); at != std::string::npos; at = dump.find(place))
      dump.erase(at, place.size());
  }
  return all + readText(host.rulesPath) + plugin.saveState() + dump;
}

struct Comma : std::numpunct<char> {
  [[nodiscard]] char do_decimal_point() const override { return ','; }
  [[nodiscard]] char do_thousands_sep() const override { return '.'; }
  [[nodiscard]] std::string do_grouping() const override { return "\3"; }
};

}  // namespace

TEST_CASE("a host's locale changes nothing", "[loader]") {
  const TemporaryDirectory directory;
  const std::string plain = everything(directory, "plain");
  CHECK(plain.find("0.125") != std::string::npos);

  const std::locale before = std::locale::global(std::locale(std::locale::classic(), new Comma));
  CHECK(everything(directory, "facet") == plain);
  std::locale::global(before);

  REQUIRE(::setenv("LOCPATH", directory.path().c_str(), 1) == 0);
  int tried = 0;
  for (const char* name : {"de_DE", "tr_TR"}) {
    const std::string target = directory.file(std::string(name) + ".UTF-8");
    const std::string command = std::string("localedef -f UTF-8 -i ") + name + " " + target + " >/dev/null 2>&1";
    // Our own words, through no hands. NOLINTNEXTLINE(cert-env33-c)
    if (std::system(command.c_str()) != 0) continue;
    if (std::setlocale(LC_ALL, (std::string(name) + ".UTF-8").c_str()) == nullptr) continue;
    ++tried;
    std::array<char, 8> half{};
    std::snprintf(half.data(), half.size(), "%.1f", 0.5);
    CHECK(std::string(half.data()) == "0,5");  // the locale is what it is meant to be
    CHECK(everything(directory, name) == plain);
    std::setlocale(LC_ALL, "C");
  }
  if (tried < 2) WARN("the locales de_DE and tr_TR could not be compiled here");
}

}  // namespace better_bats::test
