// From one byte a node to columns of bits. SPDX-License-Identifier: MIT
#include "integrations/luanti/bridge/map_block.hpp"

#include "integrations/luanti/bridge/better_bats_luanti.h"

namespace better_bats::luanti {

MapBlock::MapBlock(std::span<const std::uint8_t, kBlockNodes> nodes) noexcept {
  std::size_t node = 0;
  unsigned all = 0;
  for (Column z = 0; z < 16; ++z) {
    for (unsigned y = 0; y < 16; ++y) {
      for (Column column = 16 * z; column < 16 * z + 16; ++column, ++node) {
        const unsigned flags = nodes[node];
        all |= flags;
        const auto bit = [&](unsigned flag) { return static_cast<std::uint16_t>((flags & flag) != 0 ? 1U << y : 0U); };
        flown_[column].solid |= bit(BETTER_BATS_LUANTI_SOLID);
        flown_[column].fluid |= bit(BETTER_BATS_LUANTI_FLUID);
        present_[column] |= bit(BETTER_BATS_LUANTI_PRESENT);
        unknown_[column] |= bit(BETTER_BATS_LUANTI_UNKNOWN);
        if (y == 15) openAbove_[column] = (flags & BETTER_BATS_LUANTI_SUNLIT) != 0;
      }
    }
  }
  isFree_ = (all & (BETTER_BATS_LUANTI_SOLID | BETTER_BATS_LUANTI_FLUID)) == 0;
  isPartlyUnknown_ = (all & BETTER_BATS_LUANTI_UNKNOWN) != 0;
}

}  // namespace better_bats::luanti
