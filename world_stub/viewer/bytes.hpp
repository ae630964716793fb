// Messages of the viewer's protocol: bytes shared between threads, and how numbers are put into them.
// SPDX-License-Identifier: MIT
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <string>
#include <type_traits>

namespace better_bats::stub {

/// Written once, then read by any thread.
using SharedBytes = std::shared_ptr<const std::string>;

static_assert(std::endian::native == std::endian::little, "the protocol is little-endian; swap the bytes here");

/// Writes a number at an offset. [Limit: it lies within `bytes`]
template <typename Number>
void putAt(std::string& bytes, std::size_t offset, Number number) noexcept {
  static_assert(std::is_arithmetic_v<Number>);
  std::memcpy(bytes.data() + offset, &number, sizeof number);
}

/// Appends a number.
template <typename Number>
void put(std::string& bytes, Number number) {
  bytes.append(sizeof number, '\0');
  putAt(bytes, bytes.size() - sizeof number, number);
}

}  // namespace better_bats::stub
