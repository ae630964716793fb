// Prints the hash of every scene, as the committed file has them: for another compiler's build, or after a decided
// change of the model. The plugin is linked, so that the model is all that is built. SPDX-License-Identifier: MIT
#include <cstdio>
#include <exception>

#include "tests/determinism/scenes.hpp"

extern "C" const better_bats_entry_table better_bats_entry;

int main() {
  using namespace better_bats::test;
  try {
    for (const Scene& scene : scenes()) {
      const auto linked = [](const better_bats::World& world) { return linkedPlugin(better_bats_entry, world); };
      std::printf("%s %s\n", scene.name.c_str(), hexadecimal(hashOf(scene, Calls::Span, linked)).c_str());
    }
    return 0;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "print_hashes: %s\n", error.what());
    return 1;
  }
}
