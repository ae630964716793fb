// From the snapshot's records, one cache line a bat, to lanes. SPDX-License-Identifier: MIT
#pragma once

#include <bit>
#include <cstdint>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

#include "plugin/flight/bat_lanes.hpp"
#include "plugin/flock/snapshot.hpp"

namespace better_bats {

inline void loadPlain(const Snapshot& snapshot, const Slot* slots, BatLanes& bats,
                      Lanes<std::uint64_t>& rankAndInput) noexcept {
  for (std::size_t lane = 0; lane < bats.count; ++lane) {
    const SnapshotBat& bat = snapshot.bat(slots[lane]);
    bats.position.set(lane, bat.position);
    bats.velocity.set(lane, bat.velocity);
    bats.id[lane] = bat.id;
    rankAndInput[lane] = bat.rank | std::uint64_t{bat.input} << 32;
  }
}

#if defined(__x86_64__)
/// Eight records at a time, turned from rows into columns. Slots beyond the last bat must be valid up to a whole step.
[[gnu::target("avx512f")]] inline void loadAvx512(const Snapshot& snapshot, const Slot* slots, BatLanes& bats,
                                                  Lanes<std::uint64_t>& rankAndInput) noexcept {
  static_assert(sizeof(SnapshotBat) == 64 && std::endian::native == std::endian::little);
  for (std::size_t first = 0; first < bats.count; first += kLaneStep) {
    // Plain arrays: as a template argument a vector type loses its attributes. NOLINTBEGIN(modernize-avoid-c-arrays)
    __m512d row[8];
    __m512d pair[8];
    __m512d quad[8];
    // NOLINTEND(modernize-avoid-c-arrays)
    for (std::size_t i = 0; i < 8; ++i) row[i] = _mm512_load_pd(&snapshot.bat(slots[first + i]));
    for (std::size_t i = 0; i < 8; i += 2) {
      pair[i] = _mm512_unpacklo_pd(row[i], row[i + 1]);
      pair[i + 1] = _mm512_unpackhi_pd(row[i], row[i + 1]);
    }
    for (std::size_t i = 0; i < 8; i += 4) {
      quad[i] = _mm512_shuffle_f64x2(pair[i], pair[i + 2], 0x88);
      quad[i + 1] = _mm512_shuffle_f64x2(pair[i + 1], pair[i + 3], 0x88);
      quad[i + 2] = _mm512_shuffle_f64x2(pair[i], pair[i + 2], 0xDD);
      quad[i + 3] = _mm512_shuffle_f64x2(pair[i + 1], pair[i + 3], 0xDD);
    }
    // quad[i] and quad[i + 4] hold columns i and i + 4, of four rows each.
    _mm512_storeu_pd(&bats.position.x[first], _mm512_shuffle_f64x2(quad[0], quad[4], 0x88));
    _mm512_storeu_pd(&bats.position.y[first], _mm512_shuffle_f64x2(quad[1], quad[5], 0x88));
    _mm512_storeu_pd(&bats.position.z[first], _mm512_shuffle_f64x2(quad[2], quad[6], 0x88));
    _mm512_storeu_pd(&bats.velocity.x[first], _mm512_shuffle_f64x2(quad[3], quad[7], 0x88));
    _mm512_storeu_pd(&bats.velocity.y[first], _mm512_shuffle_f64x2(quad[0], quad[4], 0xDD));
    _mm512_storeu_pd(&bats.velocity.z[first], _mm512_shuffle_f64x2(quad[1], quad[5], 0xDD));
    _mm512_storeu_pd(&bats.id[first], _mm512_shuffle_f64x2(quad[2], quad[6], 0xDD));
    _mm512_storeu_pd(&rankAndInput[first], _mm512_shuffle_f64x2(quad[3], quad[7], 0xDD));
  }
}
#endif

}  // namespace better_bats
