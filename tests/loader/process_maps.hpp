// What of a plugin is mapped into this process. SPDX-License-Identifier: MIT
#pragma once

#include <fstream>
#include <string>

namespace better_bats::test {

/// The number of mappings of private copies of plugin files.
[[nodiscard]] inline int pluginMappings() {
  std::ifstream maps("/proc/self/maps");
  int count = 0;
  for (std::string line; std::getline(maps, line);) {
    if (line.find("/memfd:better_bats") != std::string::npos) ++count;
  }
  return count;
}

}  // namespace better_bats::test
