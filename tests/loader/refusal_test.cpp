// A plugin that is refused: one line with the file and the reason, nothing of it called, nothing of it left.
// SPDX-License-Identifier: MIT
#include <fstream>
#include <string>

#include <better_bats/plugin.hpp>

#include "tests/loader/process_maps.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/fake_world.hpp"
#include "tests/support/plugin_under_test.hpp"
#include "tests/support/temporary_directory.hpp"

namespace better_bats::test {

namespace {

/// What Plugin::load says about this file; empty when it loads.
std::string refusalOf(const std::string& path) {
  const FakeWorld world;
  try {
    const Plugin plugin = Plugin::load(path, world);
    return {};
  } catch (const PluginError& error) {
    return error.what();
  }
}

std::string fake(const std::string& variant) {
  return BETTER_BATS_FAKE_DIRECTORY "/libfake_" + variant + ".so";
}

/// One line that begins with the file and holds each of the given pieces.
void checkRefused(const std::string& path, std::initializer_list<const char*> pieces) {
  const std::string reason = refusalOf(path);
  INFO(reason);
  CHECK(reason.find(path + ": ") == 0);
  CHECK(reason.find('\n') == std::string::npos);
  CHECK(reason.find("/proc/self/fd") == std::string::npos);
  for (const char* const piece : pieces) CHECK(reason.find(piece) != std::string::npos);
  CHECK(pluginMappings() == 0);
}

}  // namespace

TEST_CASE("the good fake loads, so the variants are refused for what they vary", "[loader]") {
  CHECK(refusalOf(fake("good")).empty());
}

TEST_CASE("a missing file is refused", "[loader]") {
  checkRefused("/nowhere/libbetter_bats.so", {"No such file or directory"});
}

TEST_CASE("a directory is refused", "[loader]") {
  checkRefused("/", {"directory"});
}

TEST_CASE("a text file is refused", "[loader]") {
  const TemporaryDirectory directory;
  const std::string path = directory.path() / "plugin.so";
  std::ofstream(path) << "bats, but in words\n";
  checkRefused(path, {"file too short"});
  std::ofstream(path) << std::string(100000, 'b');
  checkRefused(path, {"invalid ELF header"});
}

TEST_CASE("an empty file and a piece of a plugin are refused", "[loader]") {
  const TemporaryDirectory directory;
  const std::string path = directory.path() / "plugin.so";
  std::ofstream(path).close();
  checkRefused(path, {"file too short"});
  std::filesystem::copy_file(pluginPath(), path, std::filesystem::copy_options::overwrite_existing);
  const std::uintmax_t whole = std::filesystem::file_size(path);
  for (const std::uintmax_t part : {8u, 12u, 32u}) {  // where debug information ends a file, half of it would do
    std::filesystem::resize_file(path, whole / part);
    checkRefused(path, {"the file is cut short"});
  }
  std::filesystem::resize_file(path, 40);
  checkRefused(path, {"file too short"});
}

TEST_CASE("another version of the boundary is refused", "[loader]") {
  checkRefused(fake("wrong_version"), {"abi_version is 99, ", "needs 1"});
}

TEST_CASE("another size of the entry table is refused", "[loader]") {
  const std::string needed = "needs " + std::to_string(sizeof(better_bats_entry_table));
  checkRefused(fake("wrong_size"), {"struct_size is 8, ", needed.c_str()});
}

TEST_CASE("a library without the symbol is refused", "[loader]") {
  checkRefused(fake("no_symbol"), {"has no symbol better_bats_entry"});
}

TEST_CASE("a plugin whose session cannot be created is refused with its own reason", "[loader]") {
  checkRefused(fake("create_fails"), {"the bats are on strike"});
}

TEST_CASE("a plugin without an extension of version 1 is refused", "[loader]") {
  checkRefused(fake("no_extensions"), {"has no extension better_bats.flight/1"});
}

TEST_CASE("after a refusal the real plugin still loads", "[loader]") {
  CHECK_FALSE(refusalOf(fake("wrong_version")).empty());
  CHECK(refusalOf(pluginPath()).empty());
}

}  // namespace better_bats::test
