// Loading and exchanging plugins. SPDX-License-Identifier: MIT
#include "world_stub/server/plugin_rack.hpp"

#include <algorithm>
#include <filesystem>

namespace better_bats::stub {

std::string PluginRack::freeId(const std::string& path) const {
  std::string stem = std::filesystem::path(path).stem().string();
  if (stem.rfind("lib", 0) == 0 && stem.size() > 3) stem.erase(0, 3);
  std::string id = stem;
  const auto taken = [&](const Entry& entry) { return entry.id == id; };
  for (int number = 2; std::any_of(entries_.begin(), entries_.end(), taken); ++number) {
    id = stem + "_" + std::to_string(number);
  }
  return id;
}

std::vector<PluginRack::Entry>::iterator PluginRack::find(std::string_view id) {
  return std::find_if(entries_.begin(), entries_.end(), [&](const Entry& entry) { return entry.id == id; });
}

void PluginRack::refuseSecondTime(const std::string& path) const {
  for (const Entry& entry : entries_) {
    // Where a file is gone meanwhile nothing is equivalent, and the loader says what is wrong.
    std::error_code ignored;
    if (std::filesystem::equivalent(entry.plugin.path(), path, ignored)) {
      throw PluginError(path + ": is loaded already; `plugin reload " + entry.id + "` loads it anew");
    }
  }
}

const PluginRack::Entry& PluginRack::load(const std::string& path) {
  refuseSecondTime(path);
  entries_.push_back(Entry{freeId(path), Plugin::load(path, world_, makeHost_())});
  return entries_.back();
}

std::string PluginRack::pathOf(std::string_view id) const {
  const auto place = std::find_if(entries_.begin(), entries_.end(), [&](const Entry& entry) { return entry.id == id; });
  return place == entries_.end() ? std::string() : place->plugin.path();
}

bool PluginRack::unload(std::string_view id) {
  const auto place = find(id);
  if (place == entries_.end()) return false;
  entries_.erase(place);
  return true;
}

bool PluginRack::reload(std::string_view id) {
  const auto place = find(id);
  if (place == entries_.end()) return false;
  Plugin& old = place->plugin;
  Plugin fresh = Plugin::load(old.path(), world_, makeHost_());
  for (const GameRule& rule : old.gameRules().all()) {
    // A new build may not know the rule, or have another range: it then keeps its default.
    static_cast<void>(fresh.gameRules().set(rule.id, rule.value));
  }
  static_cast<void>(fresh.loadState(old.saveState()));
  old = std::move(fresh);
  return true;
}

}  // namespace better_bats::stub
