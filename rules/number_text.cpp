// Doubles as Java prints them. SPDX-License-Identifier: MIT
#include "rules/number_text.hpp"

#include <algorithm>
#include <cmath>

namespace better_bats::rules {
namespace {

[[nodiscard]] std::string digitsOf(double value, std::chars_format format) {
  std::array<char, 32> buffer{};
  const auto result = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value, format);
  std::string digits(buffer.data(), result.ptr);
  const std::size_t end = std::min(digits.find('e'), digits.size());
  if (digits.find('.') == std::string::npos) digits.insert(end, ".0");
  return digits;
}

}  // namespace

std::string javaDouble(double value) {
  if (std::isnan(value)) return "NaN";
  if (std::isinf(value)) return value > 0 ? "Infinity" : "-Infinity";
  const double size = std::fabs(value);
  if (size == 0 || (size >= 1e-3 && size < 1e7)) return digitsOf(value, std::chars_format::fixed);
  // 1.5e-07 becomes 1.5E-7.
  const std::string digits = digitsOf(value, std::chars_format::scientific);
  const std::size_t e = digits.find('e');
  const bool isSmall = digits[e + 1] == '-';
  const std::size_t first = digits.find_first_not_of('0', e + 2);
  return digits.substr(0, e) + (isSmall ? "E-" : "E") + digits.substr(first);
}

}  // namespace better_bats::rules
