// Who runs a command, and on what. SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>

namespace better_bats::stub {

class CommandTree;
struct ScriptState;
class Server;

/// The server's own clock, as the `tick` command drives it. Every function returns the reply of the command that it is;
/// they throw rules::CommandError where it fails. Scripts and the live loop have one each.
class TickControl {
 public:
  TickControl() = default;
  TickControl(const TickControl&) = delete;
  TickControl& operator=(const TickControl&) = delete;
  virtual ~TickControl() = default;

  virtual std::string step(std::int64_t ticks) = 0;
  virtual std::string sprint(std::int64_t ticks) = 0;
  virtual std::string stopStepping() = 0;
  virtual std::string stopSprinting() = 0;
  virtual std::string freeze(bool frozen) = 0;
  virtual std::string setRate(double ticksPerSecond) = 0;
  [[nodiscard]] virtual std::string query() const = 0;

  /// `save-all` and `stop`.
  virtual std::string save() = 0;
  virtual std::string stop() = 0;
};

/// What a source may use.
struct CommandAccess {
  static constexpr std::uint32_t consoleLevel = 4;

  std::uint32_t level = consoleLevel;
  bool script = false;  ///< assertions exist in scripts only
};

struct CommandSource {
  Server& server;
  TickControl& ticks;
  const CommandTree& commands;
  CommandAccess access;
  ScriptState* script = nullptr;  ///< null outside scripts
};

}  // namespace better_bats::stub
