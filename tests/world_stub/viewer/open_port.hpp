// A network that listens, with a page, a token, and somebody who carries its lines out. SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "tests/support/temporary_directory.hpp"
#include "world_stub/viewer/network.hpp"

namespace better_bats::test {

/// A folder that is a page.
class PageFolder {
 public:
  PageFolder() {
    writeText(directory_.file("index.html"), "the page");
    writeText(directory_.file("viewer.js"), "the script");
  }
  [[nodiscard]] std::string path() const { return directory_.path().string(); }
  [[nodiscard]] std::string file(const std::string& name) const { return directory_.file(name); }

 private:
  TemporaryDirectory directory_;
};

/// Whether it holds within a minute.
[[nodiscard]] inline bool comes(const std::function<bool()>& condition) {
  const auto end = std::chrono::steady_clock::now() + std::chrono::minutes(1);
  while (!condition()) {
    if (std::chrono::steady_clock::now() > end) return false;
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  return true;
}

/// The lines that came, in the place of the tick thread, which carries them out later.
class Lines {
 public:
  using Answer = std::function<void(stub::LineOutcome)>;

  void add(std::string line, Answer answer) {
    const std::lock_guard lock(mutex_);
    lines_.emplace_back(std::move(line), std::move(answer));
  }
  [[nodiscard]] std::size_t count() const {
    const std::lock_guard lock(mutex_);
    return lines_.size();
  }
  /// Takes the first out, which has to be there.
  [[nodiscard]] std::pair<std::string, Answer> take() {
    const std::lock_guard lock(mutex_);
    auto first = std::move(lines_.front());
    lines_.erase(lines_.begin());
    return first;
  }

 private:
  mutable std::mutex mutex_;
  std::vector<std::pair<std::string, Answer>> lines_;
};

struct OpenPort {
  static constexpr const char* token = "0123456789abcdef0123456789abcdef";

  PageFolder folder;
  stub::PageFiles page{folder.path()};
  stub::Access access{token, "127.0.0.1"};
  stub::Exchange exchange;
  Lines lines;
  stub::Network network{
      "127.0.0.1",
      0,
      {exchange, page, access,
       [this](std::string line, Lines::Answer answer) { lines.add(std::move(line), std::move(answer)); },
       [](const std::function<void()>& done) { done(); }}};
};

}  // namespace better_bats::test
