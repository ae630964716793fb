// Rules, config and preset files that are of no use: each is told once, none is lost, and the world goes on or the
// start is refused with the place. SPDX-License-Identifier: MIT
#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include <better_bats/plugin.hpp>

#include "tests/support/catch.hpp"
#include "tests/support/fake_world.hpp"
#include "tests/support/plugin_under_test.hpp"
#include "tests/support/temporary_directory.hpp"

namespace better_bats::test {

namespace {

namespace fs = std::filesystem;

constexpr const char* wander = "better-bats:bat_wander";

struct Content {
  const char* name;
  std::string text;
};

/// Made once: the largest is costly under a sanitizer.
const std::vector<Content>& uselessContents() {
  const std::string whole =
      R"({"format": 1, "rules": {"better-bats:bat_wander": 9, "better-bats:bat_swarm_size": 12}})";
  static const std::vector<Content> contents{{"0 bytes", ""},
                                             {"half a file", whole.substr(0, whole.size() / 2)},
                                             {"100 MiB of [", std::string(std::size_t{100} << 20U, '[')},
                                             {"deep, within the size", std::string(std::size_t{1} << 19U, '[')},
                                             {"not text", std::string("\xff\xfe\x00\x01{", 5)},
                                             {"a list", "[1, 2]"},
                                             {"another format", R"({"format": 2})"},
                                             {"two roots", "{} {}"}};
  return contents;
}

Host hostIn(const TemporaryDirectory& directory, std::vector<std::string>& lines) {
  Host host;
  host.rulesPath = directory.file("rules.json");
  host.configPath = directory.file("config.json");
  host.log = [&lines](LogLevel, std::string_view line) { lines.emplace_back(line); };
  return host;
}

std::size_t naming(const std::vector<std::string>& lines, const std::string& text) {
  return static_cast<std::size_t>(std::count_if(
      lines.begin(), lines.end(), [&](const std::string& l) { return l.find(text) != std::string::npos; }));
}

}  // namespace

TEST_CASE("a rules file of no use is kept aside byte for byte, told once, and the rules begin anew", "[files]") {
  for (const Content& content : uselessContents()) {
    DYNAMIC_SECTION(content.name) {
      const TemporaryDirectory directory;
      writeText(directory.file("rules.json"), content.text);
      FakeWorld world;
      std::vector<std::string> lines;
      {
        Plugin plugin = Plugin::load(pluginPath(), world, hostIn(directory, lines));
        CHECK(naming(lines, "kept as") == 1);
        CHECK(lines.size() == 2);  // what is wrong, and where it went
        CHECK(plugin.gameRules().get(wander) == 5);
        CHECK(plugin.gameRules().set(wander, 8) == Status::Ok);
      }
      CHECK(readText(directory.file("rules.json.broken-1")) == content.text);
      lines.clear();
      Plugin again = Plugin::load(pluginPath(), world, hostIn(directory, lines));
      CHECK(lines.empty());
      CHECK(again.gameRules().get(wander) == 8);
    }
  }
}

TEST_CASE("a config or preset of no use is refused with its name, and nothing is written", "[files]") {
  for (const Content& content : uselessContents()) {
    DYNAMIC_SECTION(content.name) {
      const TemporaryDirectory directory;
      FakeWorld world;
      std::vector<std::string> lines;
      writeText(directory.file("config.json"), content.text);
      CHECK_THROWS_WITH(Plugin::load(pluginPath(), world, hostIn(directory, lines)), Catch::Contains("config.json"));
      CHECK_FALSE(fs::exists(directory.file("rules.json")));
      CHECK(readText(directory.file("config.json")) == content.text);

      writeText(directory.file("config.json"), R"({"format": 1})");
      writeText(directory.file("mine.json"), content.text);
      const Plugin plugin = Plugin::load(pluginPath(), world, hostIn(directory, lines));
      const std::string before = plugin.execute("better-bats get max_speed", 4).reply;
      const CommandResult refused = plugin.execute("better-bats preset " + directory.file("mine.json"), 4);
      CHECK(refused.status == Status::CommandFailed);
      CHECK(refused.reply.find("mine.json") != std::string::npos);
      CHECK(plugin.execute("better-bats get max_speed", 4).reply == before);
      writeText(directory.file("config.json"), content.text);
      CHECK(plugin.execute("better-bats reload", 4).status == Status::CommandFailed);
      CHECK(plugin.execute("better-bats get max_speed", 4).reply == before);
    }
  }
}

TEST_CASE("a directory in a file's place is told, a set fails, and memory agrees with what is stored", "[files]") {
  const TemporaryDirectory directory;
  fs::create_directory(directory.file("rules.json"));
  FakeWorld world;
  std::vector<std::string> lines;
  Plugin plugin = Plugin::load(pluginPath(), world, hostIn(directory, lines));
  CHECK(naming(lines, "Not a regular file") > 0);
  CHECK(plugin.gameRules().set(wander, 8) == Status::NotStored);
  CHECK(plugin.gameRules().get(wander) == 5);
  CHECK(plugin.execute("gamerule better-bats:bat_wander 8", 4).status == Status::CommandFailed);
  CHECK(plugin.execute("better-bats reset", 4).status == Status::CommandFailed);
  CHECK(plugin.gameRules().get(wander) == 5);
  CHECK(fs::is_directory(directory.file("rules.json")));
  fs::remove(directory.file("rules.json"));
  CHECK(plugin.gameRules().set(wander, 8) == Status::Ok);
  CHECK(readText(directory.file("rules.json")).find("\"better-bats:bat_wander\": 8") != std::string::npos);
}

TEST_CASE("paths with blanks, quotes and letters of any script are paths", "[files]") {
  for (const char* name :
       {"with blanks", "b\xc3\xa4ts \xf0\x9f\xa6\x87", "it's \"quoted\"", "\xff not UTF-8", "%s%n {}"}) {
    DYNAMIC_SECTION(name) {
      const TemporaryDirectory directory;
      const fs::path folder = directory.path() / name;
      fs::create_directory(folder);
      const std::string plugin = (folder / "libbetter bats.so").string();
      fs::copy_file(pluginPath(), plugin);
      FakeWorld world;
      std::vector<std::string> lines;
      Host host;
      host.rulesPath = (folder / "rules.json").string();
      host.configPath = (folder / "config.json").string();
      host.log = [&lines](LogLevel, std::string_view line) { lines.emplace_back(line); };
      writeText(host.configPath, R"({"format": 1, "parameters": {"flock_radius": 9}})");
      Plugin loaded = Plugin::load(plugin, world, host);
      CHECK(loaded.gameRules().set(wander, 8) == Status::Ok);
      CHECK(loaded.execute("better-bats get flock_radius", 4).reply.find('9') != std::string::npos);
      CHECK(loaded.execute("better-bats status", 4).status == Status::Ok);
      CHECK(loaded.execute("better-bats dump " + (folder / "dump.json").string(), 4).status == Status::Ok);
      CHECK(fs::exists(folder / "rules.json"));
      CHECK(lines.empty());
    }
  }
}

}  // namespace better_bats::test
