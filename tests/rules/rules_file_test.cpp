// The file that keeps the rules: what it accepts, and that nothing is ever lost. SPDX-License-Identifier: MIT
#include "rules/rules_file.hpp"

#include <sys/stat.h>

#include <array>

#include "rules/bat_rules.hpp"
#include "rules/file_io.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/temporary_directory.hpp"

using namespace better_bats::rules;
using better_bats::test::readText;
using better_bats::test::TemporaryDirectory;
using better_bats::test::writeText;

namespace {

const GameRule& alignment() {
  return batRule(BatRule::Alignment);
}

std::string rulesText(const std::string& members) {
  return R"({"format": 1, "rules": {)" + members + "}}";
}

struct World {
  TemporaryDirectory folder;
  GameRuleRegistry registry{batRules()};
  RulesFile file{folder.file("rules.json")};

  void has(const std::string& text) const { writeText(file.path(), text); }
  [[nodiscard]] std::string text() const { return readText(file.path()); }
  [[nodiscard]] RulesFile::Content content() const { return file.read(batRules()).value(); }

  void set(const GameRule& rule, std::int64_t value) const {
    const RuleChange change{&rule, value};
    file.store(registry, {&change, 1});
  }

  /// What reading says that ends it, without the file's name.
  [[nodiscard]] std::string broken() const {
    try {
      static_cast<void>(file.read(batRules()));
    } catch (const BrokenFile& error) {
      return std::string(error.what()).substr(file.path().size() + 2);
    }
    return "not broken";
  }
};

}  // namespace

TEST_CASE("a new file holds all rules, and is read back") {
  World world;
  CHECK_FALSE(world.file.read(batRules()));
  world.set(alignment(), 20);
  CHECK(world.text() == R"({
  "format": 1,
  "rules": {
    "better-bats:bat_alignment": 20,
    "better-bats:bat_cohesion": 5,
    "better-bats:bat_separation": 10,
    "better-bats:bat_swarm_size": 5,
    "better-bats:bat_wander": 5,
    "better-bats:bat_flight": true
  }
}
)");
  const auto content = world.content();
  CHECK(content.problems.empty());
  CHECK(content.values[0] == 20);
  CHECK(content.values[5] == 1);
  CHECK(world.registry.value(alignment()) == 5);  // memory is the registry's affair
}

TEST_CASE("a set leaves everything else in the file as it is written") {
  const World world;
  const std::string text =
      "\xEF\xBB\xBF{\r\n \"format\": 1, \"note\": [1e400000, 1.50],\r\n \"rules\": {\"other:rule\": {\"x\": 1}, "
      "\"better-bats:bat_alignment\": 7 ,\"better-bats:bat_wander\": \"wrong\"}}\r\n";
  const std::string valid = std::string(text).replace(text.find("1e400000"), 8, "1e4");
  world.has(valid);
  world.set(alignment(), 20);
  CHECK(world.text() == std::string(valid).replace(valid.find("7 ,"), 1, "20"));

  world.has(text);  // not a number for anyone: not touched, not lost
  CHECK_THROWS_AS(world.set(alignment(), 20), BrokenFile);
  CHECK(world.text() == text);
}

TEST_CASE("a set adds what the file has not") {
  const World world;
  world.has("{\"keep\": 0}");
  world.set(alignment(), 20);
  CHECK(world.text() == "{\"keep\": 0,\"rules\": {\"better-bats:bat_alignment\": 20}}");
  world.set(batRule(BatRule::Flight), 0);
  CHECK(world.content().values[0] == 20);
  CHECK(world.content().values[5] == 0);
}

TEST_CASE("a value of the wrong type or out of range is named and not taken") {
  for (const char* wrong : {"101", "-1", "12.9", "true", "\"5\"", "4294967301", "null", "5.0", "[5]", "1e1"}) {
    const World world;
    world.has(rulesText(R"("better-bats:bat_wander": 9, "better-bats:bat_alignment": )" + std::string(wrong)));
    const auto content = world.content();
    CHECK_FALSE(content.values[0]);
    CHECK(content.values[4] == 9);
    REQUIRE(content.problems.size() == 1);
    CHECK(content.problems[0] == content.wrongValue + "; it stays at its default 5");
    CHECK(content.problems[0] == world.file.path() + ": line 1, column 83: better-bats:bat_alignment: " + wrong +
                                     " is not an integer of 0..100; it stays at its default 5");
  }
  const World world;
  world.has(rulesText("\"better-bats:bat_flight\": 1"));
  CHECK(world.content().problems.at(0).ends_with(
      "better-bats:bat_flight: 1 is not true or false; it stays at its default true"));
}

TEST_CASE("an unknown rule is told, and is no wrong value") {
  const World world;
  world.has(rulesText("\"better-bats:bat_aligment\": 7"));
  const auto content = world.content();
  CHECK(content.wrongValue.empty());
  REQUIRE(content.problems.size() == 1);
  CHECK(content.problems[0].ends_with(": \"better-bats:bat_aligment\" is no rule of this version; it is kept"));
}

TEST_CASE("a file full of unknown rules is read at once and told in a few lines") {
  const World world;
  std::string members = "\"0\": 0";
  for (int i = 1; i < 80000; ++i) members += ",\"" + std::to_string(i) + "\": 0";
  world.has(rulesText(members));
  const auto content = world.content();
  REQUIRE(content.problems.size() == 21);
  CHECK(content.problems.back() == world.file.path() + ": and 79980 more");
}

TEST_CASE("a file that is not ours is broken, with the place") {
  const World world;
  const auto brokenWith = [&world](const std::string& text) {
    world.has(text);
    return world.broken();
  };
  CHECK(brokenWith("{\"format\": 1,\n \"rules\": {,}}").starts_with("line 2, column 12: "));
  CHECK(brokenWith("").starts_with("line 1, column 1: "));
  CHECK(brokenWith(rulesText("\"a\": 1, \"a\": 2")) == "line 1, column 33: the key \"a\" is there twice");
  CHECK(brokenWith("{\"rules\": []}") == "line 1, column 11: rules is not an object");
  CHECK(brokenWith("{\"format\": 3}").starts_with("line 1, column 12: format is not 1"));
  CHECK(brokenWith(std::string(jsonFileLimit + 1, ' ')) == "Longer than 1048576 bytes");
  CHECK(brokenWith(std::string(100000, '[')).ends_with("nested too deeply"));
}

TEST_CASE("a broken file moves aside under a free name") {
  const World world;
  world.has("one");
  CHECK(moveAside(world.file.path()) == world.file.path() + ".broken-1");
  world.has("two");
  CHECK(moveAside(world.file.path()) == world.file.path() + ".broken-2");
  CHECK(readText(world.file.path() + ".broken-1") == "one");
  CHECK(readText(world.file.path() + ".broken-2") == "two");
  CHECK_FALSE(world.file.read(batRules()));
}

TEST_CASE("a symbolic link stays one and the mode stays") {
  const World world;
  const std::string target = world.folder.file("real.json");
  writeText(target, "{}");
  REQUIRE(::chmod(target.c_str(), 0604) == 0);
  std::filesystem::create_symlink("real.json", world.folder.file("middle.json"));
  std::filesystem::create_symlink(world.folder.file("middle.json"), world.file.path());
  world.set(alignment(), 20);
  CHECK(std::filesystem::is_symlink(world.file.path()));
  CHECK(std::filesystem::is_symlink(world.folder.file("middle.json")));
  CHECK(readText(target) == "{\"rules\": {\"better-bats:bat_alignment\": 20}}");
  struct stat status {};
  REQUIRE(::stat(target.c_str(), &status) == 0);
  CHECK((status.st_mode & 07777U) == 0604);

  // Also one that leads nowhere yet.
  std::filesystem::remove(target);
  world.set(alignment(), 30);
  CHECK(std::filesystem::is_symlink(world.file.path()));
  CHECK(world.content().values[0] == 30);
}

TEST_CASE("links that lead in a circle are told, and stay") {
  const World world;
  std::filesystem::create_symlink("other.json", world.file.path());
  std::filesystem::create_symlink("rules.json", world.folder.file("other.json"));
  const std::string told = world.file.path() + ": Too many levels of symbolic links";
  CHECK_THROWS_WITH(world.file.read(batRules()), told);
  CHECK_THROWS_WITH(writeFileAtomically(world.file.path(), "{}"), Catch::Contains("Too many levels of symbolic links"));
  CHECK_THROWS_WITH(moveAside(world.file.path()), Catch::Contains("Too many levels of symbolic links"));
  CHECK(std::filesystem::is_symlink(world.file.path()));
  CHECK(std::distance(std::filesystem::directory_iterator(world.folder.path()), {}) == 2);
}

TEST_CASE("what a killed server left behind is no obstacle, and nothing is left behind") {
  const World world;
  writeText(world.file.path() + ".tmp", "half of a fi");
  world.set(alignment(), 20);
  CHECK(world.content().values[0] == 20);
  CHECK(std::distance(std::filesystem::directory_iterator(world.folder.path()), {}) == 1);
}

TEST_CASE("several changes are one write") {
  const World world;
  world.has(rulesText("\"better-bats:bat_wander\": 9"));
  const std::array changes{RuleChange{&alignment(), 20}, RuleChange{&batRule(BatRule::Wander), 0}};
  world.file.store(world.registry, changes);
  CHECK(world.text() == rulesText("\"better-bats:bat_wander\": 0,\"better-bats:bat_alignment\": 20"));
}
