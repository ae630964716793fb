// The demo. SPDX-License-Identifier: MIT
#include "world_stub/server/demo.hpp"

#include <unistd.h>

#include <cstdio>
#include <optional>
#include <vector>

#include "rules/file_io.hpp"
#include "world_stub/script/commands/commands.hpp"
#include "world_stub/script/immediate_clock.hpp"
#include "world_stub/server/console_command.hpp"
#include "world_stub/server/flock_report.hpp"
#include "world_stub/server/pipe_input.hpp"
#include "world_stub/server/server_directory.hpp"
#include "world_stub/server/server_log.hpp"
#include "world_stub/server/stage.hpp"

namespace better_bats::stub {
namespace {

constexpr int ticks = 2400;
constexpr int reportEvery = 200;
constexpr int progressEvery = 40;
constexpr int progressWidth = 40;
/// A pipe whose other end stays open and silent must not keep the demo from beginning.
constexpr int patienceMs = 1000;

void printLine(std::FILE* to, std::string_view line) {
  std::fwrite(line.data(), 1, line.size(), to);
  std::fputc('\n', to);
  std::fflush(to);
}

/// One line that is redrawn in place, where standard error is a terminal.
class ProgressBar {
 public:
  ~ProgressBar() { clear(); }
  void draw(int done) {
    if (!shown_) return;
    const int filled = progressWidth * done / ticks;
    const std::string bar = std::string(static_cast<std::size_t>(filled), '#') +
                            std::string(static_cast<std::size_t>(progressWidth - filled), '.');
    std::fprintf(stderr, "\r[%s] tick %d of %d", bar.c_str(), done, ticks);
  }
  void clear() {
    if (shown_) std::fputs("\r\033[K", stderr);
  }

 private:
  bool shown_ = ::isatty(STDERR_FILENO) != 0;
};

class Demo {
 public:
  Demo(const Options& options, const std::string& pluginPath)
      : options_(options),
        directory_(options.directory),
        log_([](std::string_view line) { printLine(stderr, line); }),
        server_(settings()),
        commands_(makeCommands()),
        clock_(server_, ImmediateClock::Steps::WhenFrozen, [this] { save(); }),
        source_{server_, clock_, commands_, {}, nullptr} {
    log_.alsoTo(directory_.logPath());
    server_.tryLoadPlugin(pluginPath);
  }

  int run() {
    const auto lines = firstCommands();
    const bool restored = !lines.empty() && directory_.load(server_);
    if (!restored) say(stageNewWorld(server_));
    for (const std::string& line : lines) {
      carryOut(line);
      if (clock_.stopped()) break;
    }
    if (!clock_.stopped()) fly();
    if (clock_.stopped()) save();
    return 0;
  }

 private:
  [[nodiscard]] ServerSettings settings() {
    ServerSettings settings;
    settings.seed = options_.seed;
    settings.threads = options_.threads;
    settings.configPath = directory_.configPath();
    settings.rulesPath = directory_.rulesPath();
    settings.log = [this](LogLevel level, std::string_view line) { log_.write(level, line); };
    return settings;
  }

  void say(std::string_view line) const {
    if (!options_.quiet) printLine(stdout, line);
  }

  void save() {
    try {
      directory_.save(server_);
    } catch (const rules::FileError& error) {
      throw rules::CommandError(std::string("Could not save the game: ") + error.what());
    }
  }

  /// What stands on the pipe before the demo begins.
  [[nodiscard]] std::vector<std::string> firstCommands() {
    std::vector<std::string> lines;
    if (::isatty(STDIN_FILENO) != 0) return lines;
    pipe_.emplace(STDIN_FILENO);
    while (auto line = pipe_->next(patienceMs)) lines.push_back(std::move(*line));
    return lines;
  }

  void carryOut(const std::string& line) {
    const std::string reply = runConsoleLine(line, source_);
    if (!reply.empty()) printLine(stdout, reply);
  }

  void fly() {
    say(flockReportHeader());
    say(flockReportLine(server_));
    ProgressBar progress;
    for (int tick = 1; tick <= ticks && !clock_.stopped(); ++tick) {
      server_.tick();
      if (tick % progressEvery == 0) progress.draw(tick);
      if (tick % reportEvery == 0) {
        progress.clear();
        say(flockReportLine(server_));
      }
      if (pipe_ && !pipe_->ended()) {
        while (const auto line = pipe_->next(0)) carryOut(*line);
      }
    }
    progress.clear();
    say("The demo is over after " + std::to_string(ticks) + " ticks.");
  }

  const Options& options_;
  ServerDirectory directory_;
  ServerLog log_;
  Server server_;
  CommandTree commands_;
  ImmediateClock clock_;
  CommandSource source_;
  std::optional<PipeInput> pipe_;
};

}  // namespace

int runDemo(const Options& options, const std::string& pluginPath) {
  return Demo(options, pluginPath).run();
}

}  // namespace better_bats::stub
