// The plugin as tests drive it, whether it was loaded from its file or is linked into the test.
// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <string>

#include <better_bats/plugin.hpp>

namespace better_bats::test {

/// One session. The world must outlive it.
class PluginUnderTest {
 public:
  PluginUnderTest() = default;
  PluginUnderTest(const PluginUnderTest&) = delete;
  PluginUnderTest& operator=(const PluginUnderTest&) = delete;
  virtual ~PluginUnderTest() = default;

  [[nodiscard]] virtual const BatFlightHelper& flight() const = 0;
  [[nodiscard]] virtual GameRules& gameRules() = 0;
  [[nodiscard]] virtual CommandResult execute(const std::string& line) const = 0;
  [[nodiscard]] virtual FlockMembership flockOf(std::uint64_t bat) const = 0;
};

/// Throws PluginError.
[[nodiscard]] std::unique_ptr<PluginUnderTest> loadedPlugin(const std::string& path, const World& world,
                                                            Host host = {});

/// A session of an entry table that is already in the process. Throws PluginError.
[[nodiscard]] std::unique_ptr<PluginUnderTest> linkedPlugin(const better_bats_entry_table& entry, const World& world,
                                                            Host host = {});

/// The file that the tests load: the environment's BETTER_BATS_PLUGIN, else the one built beside them.
[[nodiscard]] std::string pluginPath();

}  // namespace better_bats::test
