// The plugins of a server, loaded by path. SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include <better_bats/plugin.hpp>

namespace better_bats::stub {

/// In the order in which they were loaded. The first one flies the bats and answers its commands; the others stand by
/// and take over when it is unloaded: two that both flew would give every bat every force twice.
class PluginRack {
 public:
  struct Entry {
    std::string id;  ///< of the file's name: "better_bats", then "better_bats_2"
    Plugin plugin;
  };

  /// `makeHost` gives each plugin what the server offers to it.
  PluginRack(const World& world, std::function<Host()> makeHost) : world_(world), makeHost_(std::move(makeHost)) {}

  /// Throws PluginError, one line with path and reason; a file that is loaded already is refused.
  const Entry& load(const std::string& path);
  /// False where there is none of that id.
  bool unload(std::string_view id);
  /// Loads the file anew in the place of the old, which goes on where the new one is refused (PluginError). Flocks and
  /// rules go over. False where there is none of that id.
  bool reload(std::string_view id);

  /// The one that flies, or null.
  [[nodiscard]] Plugin* pilot() noexcept { return entries_.empty() ? nullptr : &entries_.front().plugin; }
  [[nodiscard]] const std::vector<Entry>& entries() const noexcept { return entries_; }
  /// Of the plugin of that id; empty where there is none.
  [[nodiscard]] std::string pathOf(std::string_view id) const;
  void clear() noexcept { entries_.clear(); }

 private:
  void refuseSecondTime(const std::string& path) const;
  [[nodiscard]] std::string freeId(const std::string& path) const;
  [[nodiscard]] std::vector<Entry>::iterator find(std::string_view id);

  const World& world_;
  std::function<Host()> makeHost_;
  std::vector<Entry> entries_;
};

}  // namespace better_bats::stub
