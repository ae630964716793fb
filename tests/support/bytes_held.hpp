// How much memory this process holds, for tests that look for growth. SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <fstream>

#ifdef BETTER_BATS_SANITIZED
extern "C" std::size_t __sanitizer_get_current_allocated_bytes();  // GCC comes without the header that declares it
#endif

namespace better_bats::test {

/// Bytes. Under a sanitizer a process also holds what that knows of libraries and what it keeps when that was freed:
/// then what has not been freed, to the byte; else what is resident. CMake defines BETTER_BATS_SANITIZED for those who
/// ask.
[[nodiscard]] inline std::size_t bytesHeld() {
#ifdef BETTER_BATS_SANITIZED
  return __sanitizer_get_current_allocated_bytes();
#else
  std::size_t total = 0;
  std::size_t resident = 0;
  std::ifstream("/proc/self/statm") >> total >> resident;
  return resident * 4096;
#endif
}

}  // namespace better_bats::test
