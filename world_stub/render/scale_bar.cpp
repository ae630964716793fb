// The scale bar. SPDX-License-Identifier: MIT
#include "world_stub/render/scale_bar.hpp"

#include <algorithm>
#include <cmath>
#include <string>

#include "rules/number_text.hpp"
#include "world_stub/render/label.hpp"

namespace better_bats::stub {
namespace {

constexpr int smallestWidth = 160;
constexpr int smallestHeight = 60;
constexpr Rgb ink{1, 1, 1};
constexpr Rgb panel{0, 0, 0};
constexpr float panelPart = 0.55F;

}  // namespace

double scaleBarLength(const View& view) noexcept {
  const double most = (view.area().x2 - view.area().x1) / 4;
  double power = 1;
  while (power * 10 <= most) power *= 10;
  while (power > most) power /= 10;
  for (const double factor : {5.0, 2.0}) {
    if (factor * power <= most) return factor * power;
  }
  return power;
}

void drawScaleBar(const View& view, Picture& picture) {
  if (picture.width() < smallestWidth || picture.height() < smallestHeight) return;
  const int magnification = picture.width() >= widthForLargeText ? 2 : 1;
  const double blocks = scaleBarLength(view);
  const std::string text = rules::toText(blocks) + (blocks == 1 ? " block" : " blocks");
  const int length = static_cast<int>(std::lround(blocks * view.pixelsPerBlock()));
  const int gap = 5 * magnification;
  const int thickness = 2 * magnification;
  const int width = std::max(length, labelWidth(text, magnification)) + 2 * gap;
  const int height = labelHeight(magnification) + thickness + 3 * gap;
  const int left = gap;
  const int top = picture.height() - gap - height;
  picture.coverRectangle(left, top, width, height, panel, panelPart);
  drawLabel(picture, left + gap, top + gap, text, magnification, ink);
  const int bar = top + height - gap - thickness;
  picture.coverRectangle(left + gap, bar, length, thickness, ink, 1);
  for (const int end : {left + gap, left + gap + length - thickness}) {
    picture.coverRectangle(end, bar - thickness, thickness, 2 * thickness, ink, 1);
  }
}

}  // namespace better_bats::stub
