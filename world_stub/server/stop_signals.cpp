// Signals by signalfd. SPDX-License-Identifier: MIT
#include "world_stub/server/stop_signals.hpp"

#include <sys/signalfd.h>

#include <cerrno>
#include <csignal>
#include <system_error>

namespace better_bats::stub {

StopSignals::StopSignals() {
  sigset_t signals;
  sigemptyset(&signals);
  for (const int number : {SIGINT, SIGTERM, SIGHUP}) sigaddset(&signals, number);
  pthread_sigmask(SIG_BLOCK, &signals, nullptr);
  std::signal(SIGPIPE, SIG_IGN);
  descriptor_ = Descriptor(::signalfd(-1, &signals, SFD_NONBLOCK | SFD_CLOEXEC));
  if (descriptor_.get() < 0) throw std::system_error(errno, std::generic_category(), "signalfd");
}

std::optional<StopSignal> StopSignals::take() const {
  signalfd_siginfo info{};
  if (::read(descriptor_.get(), &info, sizeof info) != static_cast<ssize_t>(sizeof info)) return std::nullopt;
  switch (static_cast<int>(info.ssi_signo)) {
    case SIGINT: return StopSignal{SIGINT, "SIGINT"};
    case SIGHUP: return StopSignal{SIGHUP, "SIGHUP"};
    default: return StopSignal{SIGTERM, "SIGTERM"};
  }
}

}  // namespace better_bats::stub
