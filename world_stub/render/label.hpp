// Small text in pictures. SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "world_stub/render/picture.hpp"

namespace better_bats::stub {

/// From this width of a picture on its text is magnified twice.
inline constexpr int widthForLargeText = 640;

/// Pixels of a line of ASCII text at a whole-numbered magnification.
[[nodiscard]] int labelWidth(const std::string& text, int magnification);
[[nodiscard]] constexpr int labelHeight(int magnification) noexcept {
  return 8 * magnification;
}

/// Writes with its top left corner at (x, y).
void drawLabel(Picture& picture, int x, int y, const std::string& text, int magnification, Rgb colour);

}  // namespace better_bats::stub
