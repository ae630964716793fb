// PNG by stb_image. SPDX-License-Identifier: MIT
#include "tests/world_stub/render/read_png.hpp"

#ifndef __clang_analyzer__  // what it finds there is not ours to mend
#define STB_IMAGE_IMPLEMENTATION
#endif
#define STB_IMAGE_STATIC
#define STBI_ONLY_PNG
#define STBI_NO_STDIO
#include <stb/stb_image.h>

namespace better_bats::test {

PngPixels readPng(const std::string& file) {
  constexpr int channels = 3;
  PngPixels png;
  int found = 0;
  stbi_uc* const pixels =
      stbi_load_from_memory(reinterpret_cast<const stbi_uc*>(file.data()), static_cast<int>(file.size()), &png.width,
                            &png.height, &found, channels);
  if (pixels == nullptr) return {};
  png.bytes.assign(pixels, pixels + static_cast<std::ptrdiff_t>(png.width) * png.height * channels);
  stbi_image_free(pixels);
  return png;
}

}  // namespace better_bats::test
