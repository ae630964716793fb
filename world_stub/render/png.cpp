// PNG by stb_image_write, which stands in this file alone. SPDX-License-Identifier: MIT
#include "world_stub/render/png.hpp"

#ifndef __clang_analyzer__  // what it finds there is not ours to mend
#define STB_IMAGE_WRITE_IMPLEMENTATION
#endif
#define STB_IMAGE_WRITE_STATIC
#define STBI_WRITE_NO_STDIO
#include <stb/stb_image_write.h>

namespace better_bats::stub {

std::string encodePng(const Picture& picture) {
  constexpr int channels = 3;
  const auto append = [](void* to, void* data, int size) {
    static_cast<std::string*>(to)->append(static_cast<const char*>(data), static_cast<std::size_t>(size));
  };
  const std::vector<std::uint8_t> bytes = picture.bytes();
  std::string png;
  if (stbi_write_png_to_func(append, &png, picture.width(), picture.height(), channels, bytes.data(),
                             picture.width() * channels) == 0) {
    throw PictureError("The picture could not be encoded");
  }
  return png;
}

}  // namespace better_bats::stub
