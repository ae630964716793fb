// `--preset`: the flight parameters of a preset, its world and its bats. SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>

#include "world_stub/server/server.hpp"

namespace better_bats::stub {

/// One line with file, place and reason.
class PresetError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

class PresetScene {
 public:
  /// A preset by its name, or a file of that form by its path; `seed` is that of a world for which the preset names
  /// none. Throws PresetError.
  PresetScene(const std::string& nameOrPath, std::int64_t seed);

  /// Nothing where the preset leaves the world to the server.
  [[nodiscard]] const std::optional<WorldSpec>& world() const noexcept { return world_; }

  /// Gives the parameters to the plugin that flies. Throws PresetError where it refuses them. Without a plugin there is
  /// nobody to tell, and the log says so.
  void setParameters(Server& server) const;

  /// Makes the preset's world, empty. [Limit: there is one]
  void createWorld(Server& server) const;

  /// Spreads the preset's bats over the world, with the server's seed. Returns how many there are.
  std::uint64_t spawnBats(Server& server) const;

 private:
  std::string name_;
  std::optional<WorldSpec> world_;
  std::uint64_t bats_ = 0;
};

}  // namespace better_bats::stub
