// The server directory: one server at a time, its world and its settings. SPDX-License-Identifier: MIT
//
//     session.lock                  held while a server runs; its pid
//     config/better-bats.json       the plugin's config (the plugin's to read)
//     world/world.json              clocks, blocks, entities, flocks
//     world/preset.txt              the preset by whose parameters the world flies, where there is one
//     world/better-bats-rules.json  the gamerules (the plugin's to keep)
//     logs/latest.log               the log of the last run
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>

#include "world_stub/server/descriptor.hpp"

namespace better_bats::stub {

class Server;

/// The directory is in use by another server, or cannot be used; what() is one line.
class DirectoryError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

class ServerDirectory {
 public:
  /// Makes the directory where there is none and locks it. Throws DirectoryError.
  explicit ServerDirectory(const std::string& path);

  [[nodiscard]] const std::string& path() const noexcept { return path_; }
  [[nodiscard]] std::string configPath() const { return path_ + "/config/better-bats.json"; }
  [[nodiscard]] std::string rulesPath() const { return path_ + "/world/better-bats-rules.json"; }
  [[nodiscard]] std::string worldPath() const { return path_ + "/world/world.json"; }
  [[nodiscard]] std::string presetPath() const { return path_ + "/world/preset.txt"; }
  [[nodiscard]] std::string logPath() const { return path_ + "/logs/latest.log"; }
  [[nodiscard]] std::string historyPath() const { return path_ + "/console-history"; }

  /// Stores world and flocks; when it returns they are durable. Throws rules::FileError, and then the old file stands.
  void save(Server& server) const;

  /// Stores the name or path of the world's preset; an empty one for none. Throws rules::FileError.
  void savePreset(std::string_view nameOrPath) const;
  /// What was stored, empty for none. Throws rules::FileError.
  [[nodiscard]] std::string loadPreset() const;

  /// Brings the stored world back. False: there is none, or it was of no use and was moved aside, which is logged.
  [[nodiscard]] bool load(Server& server) const;

 private:
  std::string path_;
  Descriptor lock_;
};

}  // namespace better_bats::stub
