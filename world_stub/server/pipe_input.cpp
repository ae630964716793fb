// Reading lines from a pipe. SPDX-License-Identifier: MIT
#include "world_stub/server/pipe_input.hpp"

#include <poll.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <utility>

namespace better_bats::stub {

std::optional<std::string> PipeInput::next(int milliseconds) {
  while (lines_.empty() && !ended_) {
    pollfd waiting{descriptor_, POLLIN, 0};
    const int ready = ::poll(&waiting, 1, milliseconds);
    if (ready == 0 || (ready < 0 && errno == EINTR)) return std::nullopt;
    take();
  }
  if (lines_.empty()) return std::nullopt;
  std::string line = std::move(lines_.front());
  lines_.pop_front();
  return line;
}

void PipeInput::take() {
  std::array<char, 4096> buffer;
  const ssize_t size = ::read(descriptor_, buffer.data(), buffer.size());
  if (size < 0 && (errno == EINTR || errno == EAGAIN)) return;
  ended_ = size <= 0;
  if (size > 0) rest_.append(buffer.data(), static_cast<std::size_t>(size));
  split(ended_);
}

void PipeInput::split(bool last) {
  std::size_t end = 0;
  while ((end = rest_.find('\n')) != std::string::npos) {
    lines_.push_back(rest_.substr(0, end));
    if (!lines_.back().empty() && lines_.back().back() == '\r') lines_.back().pop_back();
    rest_.erase(0, end + 1);
  }
  if (last && !rest_.empty()) lines_.push_back(std::exchange(rest_, {}));
}

}  // namespace better_bats::stub
