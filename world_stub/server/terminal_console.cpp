// The console on a terminal. SPDX-License-Identifier: MIT
#include "world_stub/server/terminal_console.hpp"

#include <poll.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <clocale>
#include <cstdio>
#include <cwchar>

#include "rules/completion.hpp"

namespace better_bats::stub {
namespace {

constexpr std::string_view prompt = "> ";
constexpr std::size_t promptWidth = prompt.size();
constexpr int historySize = 500;

char* promptText(EditLine*) {
  static std::string text{prompt};
  return text.data();
}

[[nodiscard]] TerminalConsole& consoleOf(EditLine* line) {
  void* self = nullptr;
  el_get(line, EL_CLIENTDATA, &self);
  return *static_cast<TerminalConsole*>(self);
}

[[nodiscard]] std::size_t terminalWidth() {
  winsize size{};
  if (::ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col == 0) return 80;
  return size.ws_col;
}

/// Characters of a UTF-8 text: bytes that do not continue one.
[[nodiscard]] std::size_t characters(std::string_view text) {
  return static_cast<std::size_t>(
      std::count_if(text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; }));
}

void writeAll(std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = ::write(STDOUT_FILENO, text.data(), text.size());
    if (written < 0 && errno != EINTR) return;
    if (written > 0) text.remove_prefix(static_cast<std::size_t>(written));
  }
}

/// The terminal may be in raw mode, where a line feed does not return the carriage.
[[nodiscard]] std::string forTerminal(std::string_view text) {
  std::string result;
  for (const char c : text) result.append(c == '\n' ? "\r\n" : std::string(1, c));
  return result;
}

[[nodiscard]] std::string commonStart(const std::vector<std::string>& words) {
  std::string common = words.front();
  for (const std::string& word : words) {
    const auto end = std::mismatch(common.begin(), common.end(), word.begin(), word.end()).first;
    common.erase(end, common.end());
  }
  return common;
}

}  // namespace

TerminalConsole::TerminalConsole(std::string historyFile) : historyFile_(std::move(historyFile)) {
  std::setlocale(LC_CTYPE, "C.UTF-8");  // what is typed is UTF-8; numbers stay as they are everywhere
}

TerminalConsole::~TerminalConsole() {
  ending_ = true;
  wakeUp_.signal();
  if (reader_.joinable()) reader_.join();
  printPending();
}

void TerminalConsole::start(ConsoleHandlers handlers) {
  handlers_ = std::move(handlers);
  reader_ = std::thread([this] { read(); });
}

void TerminalConsole::print(std::string_view text) {
  {
    const std::lock_guard lock(mutex_);
    pending_.append(text).append(1, '\n');
  }
  wakeUp_.signal();
}

void TerminalConsole::setUp() {
  editor_ = el_init("world_stub", stdin, stdout, stderr);
  history_ = history_init();
  history(history_, &event_, H_SETSIZE, historySize);
  history(history_, &event_, H_SETUNIQUE, 1);
  history(history_, &event_, H_LOAD, historyFile_.c_str());
  el_set(editor_, EL_CLIENTDATA, this);
  el_set(editor_, EL_PROMPT, &promptText);
  el_set(editor_, EL_EDITOR, "emacs");
  // Ctrl-S must not stop the output: ticks and the end of the server would wait for Ctrl-Q.
  for (const char* mode : {"-d", "-x", "-q"}) el_set(editor_, EL_SETTY, mode, "-ixon", nullptr);
  el_set(editor_, EL_HIST, history, history_);
  el_set(editor_, EL_GETCFN, &TerminalConsole::readKey);
  el_set(editor_, EL_ADDFN, "complete-command", "Complete the word", &TerminalConsole::completeKey);
  el_set(editor_, EL_BIND, "^I", "complete-command", nullptr);
}

void TerminalConsole::read() {
  setUp();
  int length = 0;
  while (const char* text = el_gets(editor_, &length)) {
    std::string line(text, static_cast<std::size_t>(std::max(length, 0)));
    while (!line.empty() && (line.back() == '\n' || line.back() == '\r')) line.pop_back();
    if (line.find_first_not_of(' ') == std::string::npos) continue;
    history(history_, &event_, H_ENTER, line.c_str());
    handlers_.line(std::move(line));
  }
  writeAll("\r\n");
  history(history_, &event_, H_SAVE, historyFile_.c_str());
  history_end(history_);
  el_end(editor_);
  editor_ = nullptr;
  if (!ending_) handlers_.ended();
}

bool TerminalConsole::waitForKey() {
  for (;;) {
    printPending();
    if (ending_) return false;
    std::array<pollfd, 2> waiting{{{STDIN_FILENO, POLLIN, 0}, {wakeUp_.descriptor(), POLLIN, 0}}};
    if (::poll(waiting.data(), waiting.size(), -1) < 0) continue;
    if (waiting[0].revents != 0 && waiting[1].revents == 0) return true;
  }
}

int TerminalConsole::readKey(EditLine* line, wchar_t* key) {
  constexpr auto none = static_cast<std::size_t>(-1);
  std::mbstate_t state{};
  for (;;) {
    // Also in the middle of a letter: its end may never come.
    if (!consoleOf(line).waitForKey()) return 0;
    char byte = 0;
    const ssize_t size = ::read(STDIN_FILENO, &byte, 1);
    if (size < 0 && errno == EINTR) continue;
    if (size <= 0) return 0;
    std::size_t result = std::mbrtowc(key, &byte, 1, &state);
    if (result == none) {  // what was begun is no letter; the byte may begin another, or is skipped
      state = {};
      result = std::mbrtowc(key, &byte, 1, &state);
      if (result == none) state = {};
    }
    if (result <= 1) return 1;
  }
}

void TerminalConsole::leaveLine() const {
  const LineInfo* line = el_line(editor_);
  const std::size_t column =
      promptWidth + characters({line->buffer, static_cast<std::size_t>(line->cursor - line->buffer)});
  std::string codes = "\r";
  if (const std::size_t rows = column / terminalWidth(); rows > 0) codes += "\033[" + std::to_string(rows) + "A";
  writeAll(codes + "\033[J");
}

void TerminalConsole::printPending() {
  wakeUp_.clear();
  std::string text;
  {
    const std::lock_guard lock(mutex_);
    text.swap(pending_);
  }
  if (text.empty()) return;
  if (editor_ == nullptr) {
    writeAll(forTerminal(text));
    return;
  }
  leaveLine();
  writeAll(forTerminal(text));
  el_set(editor_, EL_REFRESH);
}

unsigned char TerminalConsole::completeKey(EditLine* line, int) {
  return consoleOf(line).complete();
}

unsigned char TerminalConsole::complete() {
  const LineInfo* line = el_line(editor_);
  const std::string text(line->buffer, static_cast<std::size_t>(line->cursor - line->buffer));
  const ConsoleCompletion found = handlers_.complete(text);
  if (found.words.empty() || found.start > text.size()) return CC_REFRESH_BEEP;
  const std::string typed = text.substr(found.start);
  if (found.words.size() == 1) {
    // A whole word is complete; a part of a selector is not.
    const bool wholeWord = found.start == 0 || text[found.start - 1] == ' ';
    const bool opens = found.words.front().back() == '[';
    replaceTyped(characters(typed), found.words.front() + (wholeWord && !opens ? " " : ""));
    return CC_REFRESH;
  }
  const std::string common = commonStart(found.words);
  if (common.size() > typed.size() && rules::matchesTyped(common, typed)) {
    replaceTyped(characters(typed), common);
    return CC_REFRESH;
  }
  list(found.words);
  return CC_REFRESH;
}

void TerminalConsole::replaceTyped(std::size_t characters, const std::string& by) {
  el_deletestr(editor_, static_cast<int>(characters));
  el_insertstr(editor_, by.c_str());
}

void TerminalConsole::list(const std::vector<std::string>& words) {
  std::string text;
  std::size_t column = 0;
  for (const std::string& word : words) {
    if (column > 0 && column + word.size() + 2 > terminalWidth()) {
      text += '\n';
      column = 0;
    }
    text += (column > 0 ? "  " : "") + word;
    column += word.size() + 2;
  }
  leaveLine();
  writeAll(forTerminal(text + "\n"));
  el_set(editor_, EL_REFRESH);
}

}  // namespace better_bats::stub
