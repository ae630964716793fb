// The documents' tables against the code's. SPDX-License-Identifier: MIT
#include <algorithm>
#include <filesystem>

#include "plugin/settings/parameter_values.hpp"
#include "rules/bat_rules.hpp"
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

/// What stands between each `begin` and the `end` that follows it.
std::vector<std::string> piecesBetween(const std::string& text, std::string_view begin, char end) {
  std::vector<std::string> pieces;
  std::size_t at = text.find(begin);
  while (at != std::string::npos) {
    const std::size_t stop = std::min(text.find(end, at + begin.size()), text.size());
    pieces.push_back(text.substr(at + begin.size(), stop - at - begin.size()));
    at = text.find(begin, end == '\n' ? stop : stop + 1);
  }
  return pieces;
}

/// The anchor that a heading has: lower case, blanks to dashes, other signs gone.
std::string anchorOf(const std::string& heading) {
  std::string anchor;
  for (const char c : heading) {
    if (c >= 'A' && c <= 'Z') anchor += static_cast<char>(c - 'A' + 'a');
    if ((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-' || c == '_') anchor += c;
    if (c == ' ') anchor += '-';
  }
  return anchor;
}

bool hasAnchor(const std::string& document, const std::string& anchor) {
  const std::vector<std::string> headings = piecesBetween("\n" + document, "\n#", '\n');
  return std::any_of(headings.begin(), headings.end(), [&](const std::string& heading) {
    const std::size_t begin = heading.find_first_not_of("# ");
    return begin != std::string::npos && anchorOf(heading.substr(begin)) == anchor;
  });
}

/// The links of a document, and the files of ours that it names in backticks, that lead nowhere.
std::vector<std::string> deadEnds(const std::filesystem::path& file) {
  std::vector<std::string> dead;
  const std::string text = readText(file);
  for (const std::string& link : piecesBetween(text, "](", ')')) {
    if (link.find("://") != std::string::npos || link.find(' ') != std::string::npos) continue;  // a lambda is no link
    const std::size_t hash = std::min(link.find('#'), link.size());
    const auto target = hash == 0 ? file : file.parent_path() / link.substr(0, hash);
    const bool leads =
        std::filesystem::exists(target) && (hash == link.size() || hasAnchor(readText(target), link.substr(hash + 1)));
    if (!leads) dead.push_back(link);
  }
  for (const std::string& quoted : piecesBetween(text, "`", '`')) {
    const std::string path = quoted.substr(quoted.rfind(' ') + 1);
    const bool isOurs = path.starts_with("tests/") || path.starts_with("docs/") || path.starts_with("api/") ||
                        path.starts_with("plugin/") || path.starts_with("examples/");
    const bool isPattern = path.find_first_of("*<") != std::string::npos || path.find("FILE") != std::string::npos;
    if (isOurs && !isPattern && !std::filesystem::exists(kSources / path)) dead.push_back(path);
  }
  return dead;
}

}  // namespace

TEST_CASE("no link leads nowhere, and every file that is named is there", "[docs]") {
  for (const auto& file : documents()) {
    INFO(file);
    CHECK(deadEnds(file) == kNone);
  }
  const TemporaryDirectory folder;
  writeText(folder.file("a.md"),
            "# A b\n[x](#a-b) [y](#c) [z](a.md#a-b) [u](b.md) `tests/none.cpp` `tests/CMakeLists.txt`");
  CHECK(deadEnds(folder.path() / "a.md") == std::vector<std::string>{"#c", "b.md", "tests/none.cpp"});
}

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

TEST_CASE("the README describes every rule and parameter in the words of better-bats get", "[docs]") {
  const std::string readme = readText(kSources / "README.md");
  const auto row = [&](std::string_view name, std::string_view description) {
    const std::string start = "| `" + std::string(name) + "` | ";
    INFO(name);
    const std::size_t begin = readme.find(start);
    REQUIRE(begin != std::string::npos);
    const std::string line = readme.substr(begin, readme.find('\n', begin) - begin);
    CHECK(line.ends_with("| " + std::string(description) + " |"));
  };
  for (const rules::GameRule& rule : rules::batRules()) row(rule.id, rule.description);
  for (const Parameter& parameter : parameterTable()) row(parameter.key, parameter.description);
}

TEST_CASE("the README shows the example that is built and run, of at most 60 lines", "[docs]") {
  const std::string example = readText(kSources / "examples" / "minimal_server.cpp");
  CHECK(piecesBetween(readText(kSources / "README.md"), "```cpp\n", '`').front() == example);
  CHECK(std::count(example.begin(), example.end(), '\n') <= 60);
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
