// Numbers for property tests: the same on every machine. SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <random>

namespace better_bats::stub {

class Random {
 public:
  explicit Random(std::uint64_t seed) : engine_(seed) {}

  /// low..high, both inclusive.
  [[nodiscard]] std::int32_t integer(std::int32_t low, std::int32_t high) {
    return low + static_cast<std::int32_t>(engine_() % static_cast<std::uint64_t>(high - low + 1));
  }
  /// [low, high)
  [[nodiscard]] double real(double low, double high) {
    return low + (high - low) * (static_cast<double>(engine_() >> 11U) * 0x1p-53);
  }

 private:
  std::mt19937_64 engine_;
};

}  // namespace better_bats::stub
