// Pictures as PNG files. SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "world_stub/render/picture.hpp"

namespace better_bats::stub {

/// The bytes of a PNG file, eight bits a channel.
[[nodiscard]] std::string encodePng(const Picture& picture);

}  // namespace better_bats::stub
