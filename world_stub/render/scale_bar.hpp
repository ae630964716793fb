// How long a block is in a picture. SPDX-License-Identifier: MIT
#pragma once

#include "world_stub/render/picture.hpp"
#include "world_stub/render/view.hpp"

namespace better_bats::stub {

/// 1, 2 or 5 times a power of ten: the longest such number of blocks that fits into a quarter of the width.
[[nodiscard]] double scaleBarLength(const View& view) noexcept;

/// In the lower left corner, with its length in blocks. Pictures too small for it have none.
void drawScaleBar(const View& view, Picture& picture);

}  // namespace better_bats::stub
