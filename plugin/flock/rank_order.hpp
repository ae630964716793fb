// Puts ranks of bats in order. SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace better_bats {

class RankOrder {
 public:
  /// Each rank is below `bats` and there once. Many are ordered by going through the bits of all ranks, few by
  /// comparing.
  void sort(std::vector<std::uint32_t>& ranks, std::size_t bats) {
    if (ranks.size() < bats / 512) {
      std::sort(ranks.begin(), ranks.end());
      return;
    }
    marks_.resize((bats + 63) / 64, 0);
    for (const std::uint32_t rank : ranks) marks_[rank / 64] |= std::uint64_t{1} << (rank % 64);
    std::size_t count = 0;
    for (std::size_t word = 0; word < marks_.size(); ++word) {
      for (std::uint64_t bits = marks_[word]; bits != 0; bits &= bits - 1) {
        ranks[count++] = static_cast<std::uint32_t>(64 * word) + static_cast<std::uint32_t>(std::countr_zero(bits));
      }
      marks_[word] = 0;
    }
  }

 private:
  std::vector<std::uint64_t> marks_;  ///< a bit for each rank; all 0 between uses
};

}  // namespace better_bats
