// Reads a PNG back, by another program than the one that wrote it. SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace better_bats::test {

struct PngPixels {
  int width = 0, height = 0;
  std::vector<std::uint8_t> bytes;  ///< three a pixel
};

/// Nothing in it where it is no PNG.
[[nodiscard]] PngPixels readPng(const std::string& file);

}  // namespace better_bats::test
