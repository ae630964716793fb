// Wakes a thread that waits in poll. SPDX-License-Identifier: MIT
#pragma once

#include <sys/eventfd.h>

#include <cerrno>
#include <system_error>

#include "world_stub/server/descriptor.hpp"

namespace better_bats::stub {

class WakeUp {
 public:
  WakeUp() : event_(::eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC)) {
    if (event_.get() < 0) throw std::system_error(errno, std::generic_category(), "eventfd");
  }
  void signal() noexcept { static_cast<void>(::eventfd_write(event_.get(), 1)); }
  void clear() noexcept {
    eventfd_t ignored = 0;
    static_cast<void>(::eventfd_read(event_.get(), &ignored));
  }
  /// Readable from signal() to clear().
  [[nodiscard]] int descriptor() const noexcept { return event_.get(); }

 private:
  Descriptor event_;
};

}  // namespace better_bats::stub
