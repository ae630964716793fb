// A real Luanti server on loopback, with a world, a game and a mod of ours. SPDX-License-Identifier: MIT
#pragma once

#include <sys/types.h>

#include <chrono>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "tests/support/temporary_directory.hpp"

namespace better_bats::test {

using Settings = std::map<std::string, std::string>;
using Mods = std::map<std::string, std::filesystem::path>;

/// One line «[bb_test] event key=value ...» of the test game.
struct Event {
  std::string name;
  std::map<std::string, std::string> words;

  /// NaN where there is no such number.
  [[nodiscard]] double number(const std::string& key) const;
};

class LuantiServer {
 public:
  /// Starts a server on the world in `folder`, which is made where there is none. The settings come on top of the
  /// tests' own. It ends after two minutes at the latest, also when the test dies.
  /// Mods beside better_bats are given by name and folder.
  LuantiServer(const std::filesystem::path& folder, const Settings& settings, const Mods& mods = {});
  LuantiServer(const LuantiServer&) = delete;
  LuantiServer& operator=(const LuantiServer&) = delete;
  ~LuantiServer();

  /// Carries out lines of the test game's commands.
  void command(const std::string& lines) const;

  /// The next event of this name that has not been waited for. Fails the test after the timeout.
  Event await(const std::string& name, std::chrono::seconds timeout = std::chrono::seconds(20));

  /// Sends a chat command and returns its reply.
  Event chat(const std::string& line);

  /// Log lines so far that contain the text.
  [[nodiscard]] std::vector<std::string> logged(const std::string& text) const;

  /// Asks the server to stop; returns its exit status, or 128 + the signal that ended it.
  int stop();

 private:
  [[nodiscard]] int exitStatus();

  std::filesystem::path folder_, log_;
  pid_t process_ = -1;
  std::streamoff read_ = 0;
};

/// The next `count` events of that name.
[[nodiscard]] std::vector<Event> collect(LuantiServer& server, const std::string& name, std::size_t count);

}  // namespace better_bats::test
