// The live loop. SPDX-License-Identifier: MIT
#include "world_stub/server/live_server.hpp"

#include <poll.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <filesystem>
#include <future>
#include <memory>

#include "world_stub/server/background.hpp"
#include "world_stub/server/console.hpp"
#include "world_stub/server/console_command.hpp"
#include "world_stub/server/fault_text.hpp"
#include "world_stub/server/live_clock.hpp"
#include "world_stub/server/stop_signals.hpp"
#include "world_stub/server/stored_server.hpp"
#include "world_stub/server/task_queue.hpp"
#include "world_stub/viewer/viewer.hpp"

namespace better_bats::stub {
namespace {

using Time = LiveClock::Time;

constexpr std::int64_t ticksBetweenSaves = 6000;

/// The page that was built or installed with the server: ../share/better-bats/viewer from the program.
[[nodiscard]] std::string viewerPageFolder() {
  const std::filesystem::path program = std::filesystem::read_symlink("/proc/self/exe");
  return (program.parent_path().parent_path() / "share" / "better-bats" / "viewer").string();
}

class LiveServer {
 public:
  LiveServer(const Options& options, const std::string& pluginPath)
      : console_(makeConsole(options.directory + "/console-history")),
        stored_(options, pluginPath, [this](std::string_view line) { console_->print(line); }),
        background_(tasks_, [this](const std::string& line) { console_->print(line); }),
        clock_(
            stored_.server(), background_, [this] { stored_.save(); },
            [this](const std::string& line) { console_->print(line); }),
        source_{stored_.server(), clock_, stored_.commands(), {}, nullptr},
        options_(options) {}

  ~LiveServer() { tasks_.close(); }
  LiveServer(const LiveServer&) = delete;
  LiveServer& operator=(const LiveServer&) = delete;

  int run() {
    openWorld();
    openViewer();
    console_->start({[this](std::string line) { postLine(std::move(line)); },
                     [this](std::string line) { return complete(std::move(line)); }, [this] { postLine("stop"); }});
    loop();
    if (!interrupted_) background_.finish();
    tasks_.close();
    return saveAtEnd();
  }

 private:
  void openWorld() {
    if (!stored_.restoreWorld()) stored_.log(LogLevel::Info, stored_.stageWorld());
    stored_.log(LogLevel::Info, "Done! For help, type \"help\"");
  }

  // Without a viewer the server goes on, and says why there is none.
  void openViewer() {
    const ViewerSettings settings{options_.bind, options_.port, viewerPageFolder(),
                                  options_.directory + "/viewer-token"};
    try {
      viewer_ = std::make_unique<Viewer>(
          settings, ViewerServices{stored_.server(),
                                   [this] {
                                     return ViewerServices::ClockState{clock_.rate(), clock_.frozen()};
                                   },
                                   [this](const std::string& line) { return tryConsoleLine(line, source_); },
                                   [this](TaskQueue::Task task) { tasks_.post(std::move(task)); }});
    } catch (const std::exception& error) {
      stored_.log(LogLevel::Warning, "There is no viewer: " + faultText(error));
      return;
    }
    stored_.log(LogLevel::Info, "Viewer at " + viewer_->address());
    // Not into the log file. What follows the # stays in the browser.
    console_->print("To change things there, open " + viewer_->address() + "#token=" + viewer_->token());
  }

  int saveAtEnd() {
    try {
      stored_.save();
      stored_.closeStatistics();
      stored_.log(LogLevel::Info, "Saved the world, bye");
      return 0;
    } catch (const rules::CommandError& error) {
      stored_.log(LogLevel::Error, error.what());
    } catch (const CsvError& error) {
      stored_.log(LogLevel::Error, error.what());
    }
    return 1;
  }

  // ---- the loop

  void loop() {
    Time::time_point next = Time::now();
    while (!clock_.stopped()) {
      std::optional<StopSignal> signal;
      tasks_.run([&] { return !(signal = signals_.take()); });  // commands that were read before it may take long
      if (viewer_) viewer_->beat();
      if (!signal) signal = signals_.take();
      if (signal) {
        interrupted_ = true;
        stored_.log(LogLevel::Info, clock_.stop() + " (" + std::string(signal->name) + ")");
      } else if (clock_.sprinting()) {
        tick();
        next = Time::now();
      } else if (Time::now() >= next) {
        if (clock_.wantsTick()) tick();
        // Late ticks are not made up for in a burst.
        next = std::max(next + clock_.interval(), Time::now());
      } else {
        waitUntil(next);
      }
    }
  }

  void tick() {
    stored_.server().tick();
    clock_.ticked();
    if (stored_.server().world().gameTime() % ticksBetweenSaves == 0) autoSave();
  }

  void autoSave() {
    try {
      stored_.save();
    } catch (const rules::CommandError& error) {
      stored_.log(LogLevel::Error, error.what());
    }
  }

  void waitUntil(Time::time_point time) const {
    const auto left = std::max(time - Time::now(), Time::duration::zero());
    const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(left);
    const std::chrono::nanoseconds rest = left - seconds;
    const timespec timeout{seconds.count(), rest.count()};
    std::array<pollfd, 2> waiting{{{tasks_.descriptor(), POLLIN, 0}, {signals_.descriptor(), POLLIN, 0}}};
    static_cast<void>(::ppoll(waiting.data(), waiting.size(), &timeout, nullptr));
  }

  // ---- the console's thread

  void postLine(std::string line) {
    tasks_.post([this, line = std::move(line)] {
      const LineOutcome outcome = tryConsoleLine(line, source_);
      stored_.logCommand(line, outcome);
      if (!outcome.reply.empty()) console_->print(outcome.reply);
      if (viewer_) viewer_->commanded();
    });
  }

  [[nodiscard]] ConsoleCompletion complete(std::string line) {
    auto promise = std::make_shared<std::promise<ConsoleCompletion>>();
    auto answer = promise->get_future();
    // The promise belongs to the task alone: where the queue is closed, waiting ends with it.
    tasks_.post([this, line = std::move(line), promise = std::move(promise)] {
      Suggestions found = stored_.commands().complete(line, source_);
      promise->set_value({found.start, std::move(found.words)});
    });
    try {
      return answer.get();
    } catch (const std::future_error&) {
      return {};
    }
  }

  StopSignals signals_;               // before every thread
  TaskQueue tasks_;                   // outlives the console's thread
  std::unique_ptr<Console> console_;  // outlives whatever logs
  StoredServer stored_;
  Background background_;
  LiveClock clock_;
  CommandSource source_;
  const Options& options_;
  bool interrupted_ = false;        // by a signal: nobody waits for pictures
  std::unique_ptr<Viewer> viewer_;  // uses all of the above
};

}  // namespace

int runLiveServer(const Options& options, const std::string& pluginPath) {
  return LiveServer(options, pluginPath).run();
}

}  // namespace better_bats::stub
