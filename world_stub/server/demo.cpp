// The demo. SPDX-License-Identifier: MIT
#include "world_stub/server/demo.hpp"

#include <unistd.h>

#include <cstdio>
#include <optional>
#include <vector>

#include "world_stub/script/immediate_clock.hpp"
#include "world_stub/script/numbers.hpp"
#include "world_stub/server/console_command.hpp"
#include "world_stub/server/flock_report.hpp"
#include "world_stub/server/pipe_input.hpp"
#include "world_stub/server/progress.hpp"
#include "world_stub/server/stop_signals.hpp"
#include "world_stub/server/stored_server.hpp"

namespace better_bats::stub {
namespace {

constexpr int unusable = 2;
constexpr int endedBySignal = 128;  // and its number, as the shell says it: commands may have been left undone
constexpr int ticks = 2400;
constexpr int reportEvery = 200;
/// A pipe whose other end stays open and silent must not keep the demo from beginning.
constexpr int patienceMs = 1000;

void printLine(std::FILE* to, std::string_view line) {
  std::fwrite(line.data(), 1, line.size(), to);
  std::fputc('\n', to);
  std::fflush(to);
}

class Demo {
 public:
  Demo(const Options& options, const std::string& pluginPath)
      : options_(options),
        firstCommands_(readFirstCommands()),
        signals_(isStored() ? std::make_optional<StopSignals>() : std::nullopt),
        stored_(
            options, pluginPath, [](std::string_view line) { printLine(stderr, line); },
            isStored() ? StoredServer::Storage::Directory : StoredServer::Storage::None),
        clock_(
            stored_.server(), ImmediateClock::Steps::WhenFrozen, [this] { stored_.save(); },
            [this] { return interrupted(); }),
        source_{stored_.server(), clock_, stored_.commands(), {}, nullptr} {}

  int run() {
    // Commands may load a plugin yet.
    if (!isStored() && !canFly()) return unusable;
    if (!isStored()) say("A world of the demo's own, by default rules: " + options_.directory + " is not used");
    if (!stored_.restoreWorld()) say(stored_.stageWorld());
    for (const std::string& line : firstCommands_) {
      carryOut(line);
      if (ending()) break;
    }
    if (!ending()) {
      if (!canFly()) return unusable;
      fly();
    }
    if (signal_) stored_.log(LogLevel::Info, clock_.stop() + " (" + std::string(signal_->name) + ")");
    if (clock_.stopped() && isStored()) stored_.save();
    stored_.closeStatistics();
    return signal_ ? endedBySignal + signal_->number : 0;
  }

 private:
  void say(std::string_view line) const {
    if (!options_.quiet) printLine(stdout, line);
  }

  /// A demo of bats that nobody flies would show nothing, and seem to have shown it. Whoever unloads the plugin wants
  /// it.
  [[nodiscard]] bool canFly() {
    if (stored_.server().pilot() != nullptr || stored_.hadPlugin()) return true;
    stored_.log(LogLevel::Error, "The demo needs a plugin that flies the bats, so it ends here");
    return false;
  }

  /// Commands are for the server in the directory. A demo without any needs none, and flies the same wherever it runs.
  [[nodiscard]] bool isStored() const noexcept { return !firstCommands_.empty(); }

  /// What stands on the pipe before the demo begins.
  [[nodiscard]] std::vector<std::string> readFirstCommands() {
    std::vector<std::string> lines;
    if (::isatty(STDIN_FILENO) != 0) return lines;
    pipe_.emplace(STDIN_FILENO);
    while (auto line = pipe_->next(patienceMs)) lines.push_back(std::move(*line));
    return lines;
  }

  [[nodiscard]] bool interrupted() {
    if (!signal_ && signals_) signal_ = signals_->take();
    return signal_.has_value();
  }

  [[nodiscard]] bool ending() { return clock_.stopped() || interrupted(); }

  void carryOut(const std::string& line) {
    const std::string reply = runConsoleLine(line, source_);
    if (!reply.empty()) printLine(stdout, reply);
  }

  /// Commands that come while the bats fly.
  void carryOutLateCommands() {
    if (!pipe_ || pipe_->ended()) return;
    while (const auto line = pipe_->next(0)) carryOut(*line);
  }

  void fly() {
    say(flockReportHeader());
    say(flockReportLine(stored_.server(), "before"));
    Progress progress("ticks", ticks);
    for (int tick = 1; tick <= ticks && !ending(); ++tick) {
      stored_.server().tick();
      progress.show(tick);
      if (tick % reportEvery == 0) {
        progress.clear();
        say(flockReportLine(stored_.server(), tick == ticks ? "after" : "during"));
      }
      carryOutLateCommands();
    }
    progress.clear();
    tellEnd();
  }

  void tellEnd() {
    Server& server = stored_.server();
    const std::size_t bats = server.world().entities().bats().size();
    const TickTimes::Summary times = server.tickTimes().summary();
    say(std::to_string(bats - batsUnderRoof(server.world())) + " of " + std::to_string(bats) +
        " bats are under the open sky. A tick took " + fixedDecimal(times.mean, 3) + " ms, the plugin's part of it " +
        fixedDecimal(times.pluginMean, 3) + " ms.");
    say("The demo is over.");
  }

  const Options& options_;
  std::optional<PipeInput> pipe_;
  std::vector<std::string> firstCommands_;  // read from the pipe
  std::optional<StopSignals> signals_;      // before every thread; none where there is nothing to save
  std::optional<StopSignal> signal_;
  StoredServer stored_;
  ImmediateClock clock_;
  CommandSource source_;
};

}  // namespace

int runDemo(const Options& options, const std::string& pluginPath) {
  return Demo(options, pluginPath).run();
}

}  // namespace better_bats::stub
