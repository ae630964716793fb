// Numbers as Minecraft prints them. SPDX-License-Identifier: MIT
#include "world_stub/script/numbers.hpp"

#include <array>
#include <charconv>
#include <cmath>

namespace better_bats::stub {
namespace {

// Room for the longest double in fixed notation: 309 digits before the point and a few after it.
using Buffer = std::array<char, 512>;

template <typename... Format>
[[nodiscard]] std::string text(double value, Format... format) {
  Buffer buffer;
  const auto result = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value, format...);
  return {buffer.data(), result.ptr};
}

[[nodiscard]] std::string notFinite(double value) {
  if (std::isnan(value)) return "NaN";
  return value > 0 ? "Infinity" : "-Infinity";
}

}  // namespace

std::string fixedDecimal(double value, int digits) {
  return std::isfinite(value) ? text(value, std::chars_format::fixed, digits) : notFinite(value);
}

std::string allDigits(double value) {
  return text(value, std::chars_format::general, 17);
}

std::string shortest(double value) {
  return std::isfinite(value) ? text(value) : notFinite(value);
}

}  // namespace better_bats::stub
