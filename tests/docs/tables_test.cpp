// The documents' tables against the code's. SPDX-License-Identifier: MIT
#include <filesystem>

#include "tests/docs/setting_tables.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/temporary_directory.hpp"

namespace better_bats::test {

namespace {

const std::filesystem::path kSources = BETTER_BATS_SOURCE_DIRECTORY;

std::vector<std::filesystem::path> documents() {
  std::vector<std::filesystem::path> files{kSources / "README.md"};
  for (const auto& entry : std::filesystem::directory_iterator(kSources / "docs")) {
    if (entry.path().extension() == ".md") files.push_back(entry.path());
  }
  return files;
}

const std::vector<std::string> kNone;

std::string table(const std::string& row) {
  return "| parameter | default | range | unit |\n| --- | --- | --- | --- |\n" + row + "\n";
}

}  // namespace

TEST_CASE("no table of any document says another default or range than the code", "[docs]") {
  for (const auto& file : documents()) {
    INFO(file);
    CHECK(readSettingTables(readText(file)).faults == kNone);
  }
}

TEST_CASE("README and the operator's guide name every rule and parameter", "[docs]") {
  for (const char* file : {"README.md", "docs/operating.md"}) {
    INFO(file);
    CHECK(readSettingTables(readText(kSources / file)).names == allSettings());
  }
}

TEST_CASE("the README with one wrong default or range is found out", "[docs]") {
  const std::string readme = readText(kSources / "README.md");
  const auto changed = [&](const std::string& from, const std::string& to) {
    std::string text = readme;
    const std::size_t at = text.find(from);
    REQUIRE(at != std::string::npos);
    return readSettingTables(text.replace(at, from.size(), to)).faults.size();
  };
  CHECK(changed("`flock_radius` | 12 | 0..64", "`flock_radius` | 13 | 0..64") == 1);
  CHECK(changed("`flock_radius` | 12 | 0..64", "`flock_radius` | 12 | 0..65") == 1);
  CHECK(changed("`better-bats:bat_wander` | 5 |", "`better-bats:bat_wander` | 6 |") == 1);
  CHECK(changed("`flock_radius`", "`flok_radius`") == 1);
}

TEST_CASE("what a row may look like", "[docs]") {
  CHECK(readSettingTables(table("| `flock_radius` | 12 | 0..64 | blocks |")).faults == kNone);
  CHECK(readSettingTables(table("| `min_speed`, `max_speed` | 0.15, 0.35 | 0..64 | blocks |")).faults == kNone);
  CHECK(readSettingTables(table("| `planar` | false | true or false | |")).faults == kNone);
  CHECK(readSettingTables(table("| `min_speed`, `max_speed` | 0.15 | 0..64 | blocks |")).faults ==
        std::vector<std::string>{"`min_speed`, `max_speed`: the default is 0.15, 0.35, not 0.15"});
  CHECK(readSettingTables(table("| flock_radius | 12 | 0..64 | blocks |")).faults.size() == 1);
  CHECK(readSettingTables(table("| `planar` | false | | |\n| `planar` | false | true or false | |")).faults.size() ==
        2);
  CHECK(readSettingTables("| option | default | range |\n| --- | --- | --- |\n| `x` | 1 | 2 |\n").names.empty());
}

}  // namespace better_bats::test
