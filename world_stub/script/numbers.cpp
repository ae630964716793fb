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

std::string javaDouble(double value) {
  if (!std::isfinite(value)) return notFinite(value);
  const double size = std::fabs(value);
  if (size == 0 || (size >= 1e-3 && size < 1e7)) {
    std::string digits = text(value, std::chars_format::fixed);
    return digits.find('.') == std::string::npos ? digits + ".0" : digits;
  }
  const std::string digits = text(value, std::chars_format::scientific);
  const std::size_t e = digits.find('e');
  std::string mantissa = digits.substr(0, e);
  if (mantissa.find('.') == std::string::npos) mantissa += ".0";
  int exponent = 0;
  const std::size_t first = digits[e + 1] == '+' ? e + 2 : e + 1;
  std::from_chars(digits.data() + first, digits.data() + digits.size(), exponent);
  return mantissa + "E" + std::to_string(exponent);
}

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
