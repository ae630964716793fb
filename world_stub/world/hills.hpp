// Rolling hills with lakes, beaches, trees and caves. SPDX-License-Identifier: MIT
//
// Made of integer hashes and + - * / floor on doubles alone, so that a seed is the same world on every machine.
#pragma once

#include <cstdint>

#include "world_stub/world/chunk.hpp"

namespace better_bats::stub {

/// [any-thread]
class Hills {
 public:
  /// Lakes stand up to this y.
  static constexpr std::int32_t seaLevel = 62;

  explicit Hills(std::int64_t seed) noexcept : seed_(static_cast<std::uint64_t>(seed)) {}

  /// Fills a new chunk. Chunks do not depend on which others exist.
  void generate(std::int32_t chunkX, std::int32_t chunkZ, Chunk& chunk) const;

 private:
  std::uint64_t seed_;
};

}  // namespace better_bats::stub
