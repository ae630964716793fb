// Drawing progress. SPDX-License-Identifier: MIT
#include "world_stub/server/progress.hpp"

#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <utility>

namespace better_bats::stub {
namespace {

constexpr std::int64_t barWidth = 40;
constexpr auto patience = std::chrono::milliseconds(300);
constexpr auto interval = std::chrono::milliseconds(100);

}  // namespace

Progress::Progress(std::string what, std::int64_t total)
    : what_(std::move(what)),
      total_(total),
      onTerminal_(::isatty(STDERR_FILENO) != 0),
      next_(onTerminal_ ? Clock::now() + patience : Clock::time_point()) {}

void Progress::show(std::int64_t done) {
  if (!onTerminal_) return;
  const auto now = Clock::now();
  if (now < next_) return;
  next_ = now + interval;
  const double part = static_cast<double>(done) / static_cast<double>(total_);
  const auto filled = std::clamp<std::int64_t>(static_cast<std::int64_t>(part * barWidth), 0, barWidth);
  const std::string bar = std::string(static_cast<std::size_t>(filled), '#') +
                          std::string(static_cast<std::size_t>(barWidth - filled), '.');
  std::fprintf(stderr, "\r[%s] %lld of %lld %s\033[K", bar.c_str(), static_cast<long long>(done),
               static_cast<long long>(total_), what_.c_str());
  std::fflush(stderr);
  drawn_ = true;
}

void Progress::clear() {
  if (!drawn_) return;
  std::fputs("\r\033[K", stderr);
  std::fflush(stderr);
  drawn_ = false;
}

}  // namespace better_bats::stub
