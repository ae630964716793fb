// A fuzzer's input as a source of choices; after its end every choice is 0. SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string_view>

namespace better_bats::test {

class Bytes {
 public:
  explicit Bytes(std::span<const std::uint8_t> bytes) noexcept : bytes_(bytes) {}

  [[nodiscard]] bool atEnd() const noexcept { return bytes_.empty(); }

  [[nodiscard]] std::uint8_t byte() noexcept { return take<std::uint8_t>(); }
  [[nodiscard]] bool chance(int in256) noexcept { return byte() < in256; }
  /// In [0, count). [Limit: count 1..256]
  [[nodiscard]] std::uint32_t below(std::size_t count) noexcept { return static_cast<std::uint32_t>(byte() % count); }

  /// The next bytes as a number of any bits.
  template <typename Number>
  [[nodiscard]] Number take() noexcept {
    Number number{};
    const std::size_t size = bytes_.size() < sizeof number ? bytes_.size() : sizeof number;
    std::memcpy(&number, bytes_.data(), size);
    bytes_ = bytes_.subspan(size);
    return number;
  }

 private:
  std::span<const std::uint8_t> bytes_;
};

[[nodiscard]] inline std::string_view textOf(const std::uint8_t* data, std::size_t size) noexcept {
  return {reinterpret_cast<const char*>(data), size};
}

}  // namespace better_bats::test
