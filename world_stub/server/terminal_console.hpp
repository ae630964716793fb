// A console on a terminal, by libedit. SPDX-License-Identifier: MIT
//
// Everything that touches the terminal happens on the console's thread: others leave their text and wake it. It waits
// for keys and for them together, in libedit's place.
#pragma once

#include <histedit.h>

#include <atomic>
#include <mutex>
#include <thread>

#include "world_stub/server/console.hpp"
#include "world_stub/server/wake_up.hpp"

namespace better_bats::stub {

class TerminalConsole final : public Console {
 public:
  explicit TerminalConsole(std::string historyFile);
  ~TerminalConsole() override;

  void start(ConsoleHandlers handlers) override;
  void print(std::string_view text) override;

 private:
  static int readKey(EditLine* line, wchar_t* key);
  static unsigned char completeKey(EditLine* line, int key);

  void read();
  void setUp();
  [[nodiscard]] bool waitForKey();
  void printPending();
  void leaveLine() const;
  [[nodiscard]] unsigned char complete();
  void replaceTyped(std::size_t characters, const std::string& by);
  void list(const std::vector<std::string>& words);

  std::string historyFile_;
  ConsoleHandlers handlers_;
  EditLine* editor_ = nullptr;
  History* history_ = nullptr;
  HistEvent event_{};
  std::atomic<bool> ending_{false};
  std::mutex mutex_;
  std::string pending_;  // guarded by mutex_
  WakeUp wakeUp_;
  std::thread reader_;
};

}  // namespace better_bats::stub
