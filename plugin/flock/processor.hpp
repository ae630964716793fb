// Which vectors this machine has. The compiler's own question would bring a dynamic initialiser of its runtime into the
// plugin, and nothing of it may run before a host has compared the boundary's numbers. SPDX-License-Identifier: MIT
#pragma once

#if defined(__x86_64__)

#include <cpuid.h>

#include <cstdint>

namespace better_bats {

/// Whether processor and system both keep the vectors' registers.
struct Processor {
  bool avx2 = false;
  bool avx512 = false;  ///< F, DQ, BW and VL

  [[nodiscard]] static Processor ask() noexcept {
    Processor found;
    std::uint32_t a = 0;
    std::uint32_t b = 0;
    std::uint32_t c = 0;
    std::uint32_t d = 0;
    constexpr std::uint32_t osxsave = 1U << 27U;
    if (__get_cpuid(1, &a, &b, &c, &d) == 0 || (c & osxsave) == 0) return found;
    const std::uint32_t saved = savedRegisters();
    if (__get_cpuid_count(7, 0, &a, &b, &c, &d) == 0) return found;
    constexpr std::uint32_t ymm = 0x6;
    constexpr std::uint32_t zmm = 0xE6;
    constexpr std::uint32_t avx512 = 1U << 16U | 1U << 17U | 1U << 30U | 1U << 31U;
    found.avx2 = (saved & ymm) == ymm && (b & 1U << 5U) != 0;
    found.avx512 = found.avx2 && (saved & zmm) == zmm && (b & avx512) == avx512;
    return found;
  }

 private:
  /// XCR0: the registers that the system saves for each thread.
  [[nodiscard]] static std::uint32_t savedRegisters() noexcept {
    std::uint32_t low = 0;
    std::uint32_t high = 0;
    __asm__ volatile("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
    return low;
  }
};

}  // namespace better_bats

#endif
