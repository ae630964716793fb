// Printing NBT. SPDX-License-Identifier: MIT
#include "world_stub/script/nbt.hpp"

#include <algorithm>
#include <type_traits>

#include "rules/number_text.hpp"

namespace better_bats::stub {
namespace {

[[nodiscard]] std::string quoted(std::string_view text) {
  const char quote = text.find('"') != std::string_view::npos && text.find('\'') == std::string_view::npos ? '\'' : '"';
  std::string result(1, quote);
  for (const char c : text) {
    if (c == '\\' || c == quote) result += '\\';
    result += c;
  }
  return result + quote;
}

[[nodiscard]] std::string printedKey(std::string_view key) {
  const bool plain = !key.empty() && std::all_of(key.begin(), key.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-' ||
           c == '.' || c == '+';
  });
  return plain ? std::string(key) : quoted(key);
}

[[nodiscard]] std::string printedList(const NbtList& list) {
  std::string result = "[";
  for (const Nbt& element : list) {
    if (result.size() > 1) result += ", ";
    result += printed(element);
  }
  return result + "]";
}

[[nodiscard]] std::string printedCompound(const NbtCompound& compound) {
  std::string result = "{";
  for (const auto& [key, value] : compound) {
    if (result.size() > 1) result += ", ";
    result += printedKey(key) + ": " + printed(value);
  }
  return result + "}";
}

struct Printer {
  std::string operator()(std::int8_t v) const { return std::to_string(v) + "b"; }
  std::string operator()(std::int16_t v) const { return std::to_string(v) + "s"; }
  std::string operator()(std::int32_t v) const { return std::to_string(v); }
  std::string operator()(std::int64_t v) const { return std::to_string(v) + "L"; }
  std::string operator()(float v) const { return rules::javaDouble(static_cast<double>(v)) + "f"; }
  std::string operator()(double v) const { return rules::javaDouble(v) + "d"; }
  std::string operator()(const std::string& v) const { return quoted(v); }
  std::string operator()(const NbtList& v) const { return printedList(v); }
  std::string operator()(const NbtCompound& v) const { return printedCompound(v); }
};

}  // namespace

const Nbt* find(const NbtCompound& compound, std::string_view key) noexcept {
  for (const auto& [name, value] : compound) {
    if (name == key) return &value;
  }
  return nullptr;
}

std::optional<double> number(const Nbt& nbt) {
  return std::visit(
      [](const auto& value) -> std::optional<double> {
        if constexpr (std::is_arithmetic_v<std::decay_t<decltype(value)>>) {
          return static_cast<double>(value);
        } else {
          return std::nullopt;
        }
      },
      nbt.value);
}

std::string printed(const Nbt& nbt) {
  return std::visit(Printer{}, nbt.value);
}

}  // namespace better_bats::stub
