// Who runs a command, and on what. SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <functional>
#include <string>

namespace better_bats::stub {

class CommandTree;
struct ScriptState;
class Server;

/// Work that takes longer than a tick and needs nothing but what it holds, so that it can be done beside the ticks.
struct LongWork {
  /// Told how many steps are done; may throw WorkGivenUp.
  using StepsDone = std::function<void(int)>;

  std::string begun;  ///< the reply while the work is still to be done: "Rendering ..."
  std::string unit;   ///< of its steps, for a progress bar
  std::int64_t steps = 0;
  /// Returns the reply; throws rules::CommandError. [any-thread] It is destroyed on the tick thread.
  std::function<std::string(const StepsDone& done)> run;
};

/// The server ends, and nobody waits for the work any more.
struct WorkGivenUp {};

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

  /// In scripts at once; in the live server on a thread of its own, and its reply follows when it is done.
  virtual std::string carryOut(LongWork work) = 0;

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
