// What the README shows is what the plugin says: the tables of rules and parameters, and the example.
// SPDX-License-Identifier: MIT
#include <algorithm>
#include <sstream>
#include <string>
#include <vector>

#include <better_bats/plugin.hpp>

#include "tests/support/catch.hpp"
#include "tests/support/fake_world.hpp"
#include "tests/support/plugin_under_test.hpp"
#include "tests/support/temporary_directory.hpp"

namespace better_bats::test {

namespace {

std::string fileOf(const std::string& name) {
  return readText(std::string(BETTER_BATS_ROOT "/").append(name));
}

/// The piece of a text between two others.
std::string between(const std::string& text, const std::string& before, const std::string& after) {
  const std::size_t begin = text.find(before);
  REQUIRE(begin != std::string::npos);
  const std::size_t end = text.find(after, begin + before.size());
  REQUIRE(end != std::string::npos);
  return text.substr(begin + before.size(), end - begin - before.size());
}

/// The README's row for a setting, made of what `better-bats get` answers: three lines with value, default and range,
/// and the description.
std::string rowOf(const Plugin& plugin, const std::string& name) {
  const CommandResult result = plugin.execute("better-bats get " + name, 4);
  REQUIRE(result.status == Status::Ok);
  const std::string defaultValue = between(result.reply, "\nDefault ", ", range ");
  const std::string range = between(result.reply, ", range ", ", set by ");
  const std::string description = result.reply.substr(result.reply.rfind('\n') + 1);
  std::ostringstream row;
  row << "| `" << name << "` | " << defaultValue << " | " << range << " | " << description << " |\n";
  return row.str();
}

}  // namespace

TEST_CASE("the README's tables hold every rule and parameter as the plugin tells them", "[docs]") {
  const FakeWorld world;
  const Plugin plugin = Plugin::load(pluginPath(), world);
  const std::string readme = fileOf("README.md");
  const std::string question = "better-bats get ";
  const std::vector<std::string> names = plugin.complete(question, question.size());
  CHECK(names.size() > 40);
  for (const std::string& name : names) {
    const std::string row = rowOf(plugin, name);
    INFO(row);
    CHECK(readme.find(row) != std::string::npos);
  }
}

TEST_CASE("the README shows the example that is built and run", "[docs]") {
  CHECK(between(fileOf("README.md"), "```cpp\n", "```") == fileOf("examples/minimal_server.cpp"));
}

TEST_CASE("the example is a complete program of at most 60 lines", "[docs]") {
  const std::string example = fileOf("examples/minimal_server.cpp");
  CHECK(std::count(example.begin(), example.end(), '\n') <= 60);
}

}  // namespace better_bats::test
