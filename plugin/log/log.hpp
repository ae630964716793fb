// The plugin's log: lines for the host's callback. SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>

namespace spdlog {
class logger;
}

namespace better_bats {

/// One session's log. Without a callback it says nothing. Nothing here throws. [tick-thread]
class Log {
 public:
  /// As the host table has it: BETTER_BATS_LOG_* and one line of UTF-8 without its end.
  using Callback = void (*)(void* context, std::int32_t level, const char* line);

  /// How long after a limited() line the next of its kind may come, in ticks.
  static constexpr std::int64_t quietTicks = 1200;

  /// `callback` may be null. Throws std::bad_alloc.
  Log(Callback callback, void* context);
  Log(const Log&) = delete;
  Log& operator=(const Log&) = delete;
  ~Log();

  /// A message of several lines is passed on line by line.
  void debug(std::string_view message) noexcept;
  void info(std::string_view message) noexcept;
  void warning(std::string_view message) noexcept;
  void error(std::string_view message) noexcept;

  /// A warning that could come with every bat and tick: the first of a kind at once, then at most one in quietTicks,
  /// which says how many were left out. `kind` is a literal. A game time that went back ends the quiet.
  void limited(const char* kind, std::int64_t gameTime, std::string_view message) noexcept;

 private:
  struct Quiet {
    std::int64_t since = 0;
    std::uint64_t leftOut = 0;
  };

  std::unique_ptr<spdlog::logger> logger_;
  std::map<std::string_view, Quiet> quiet_;
};

}  // namespace better_bats
