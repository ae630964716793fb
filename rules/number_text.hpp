// Numbers as text, the same in every locale. SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <charconv>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>

namespace better_bats::rules {

/// The shortest text that reads back as the same number: 12, 0.035, 1e+30.
template <typename Number>
[[nodiscard]] std::string toText(Number value) {
  std::array<char, 32> buffer{};
  const auto result = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value);
  return {buffer.data(), result.ptr};
}

/// Java's Double.toString, which vanilla's messages have: "1.0", "1.5E10", "NaN".
[[nodiscard]] std::string javaDouble(double value);

/// The number that the whole text is; nothing for any other text, or where the number does not fit.
template <typename Number>
[[nodiscard]] std::optional<Number> fromText(std::string_view text) noexcept {
  Number value{};
  const char* const end = text.data() + text.size();
  const auto result = std::from_chars(text.data(), end, value);
  if (result.ec != std::errc{} || result.ptr != end) return std::nullopt;
  return value;
}

}  // namespace better_bats::rules
