// The grid's bucket of each bat. SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

#include "plugin/flock/grid_axis.hpp"
#include "plugin/flock/snapshot.hpp"

namespace better_bats {

inline void locatePlain(const SnapshotBat* bats, const GridAxes& axes, std::span<std::uint32_t> keys) noexcept {
  const GridAxes own = axes;  // a copy, which no key that is written can change
  for (std::size_t i = 0; i < keys.size(); ++i) keys[i] = bucketOf(own, bats[i].position);
}

#if defined(__x86_64__)
/// A bat's three axes side by side; the fourth value counts for nothing.
[[gnu::target("avx2")]] inline void locateAvx2(const SnapshotBat* bats, const GridAxes& axes,
                                               std::span<std::uint32_t> keys) noexcept {
  const auto mask = [&](std::size_t axis) { return static_cast<int>(axes[axis].buckets() - 1); };
  const auto bits = [&](std::size_t axis) { return static_cast<int>(axes[axis].bits); };
  const __m256d origins = _mm256_setr_pd(axes[0].origin, axes[1].origin, axes[2].origin, 0);
  const __m256d scales = _mm256_setr_pd(axes[0].inverseSize, axes[1].inverseSize, axes[2].inverseSize, 0);
  const __m128i masks = _mm_setr_epi32(mask(0), mask(1), mask(2), 0);
  const __m128i shifts = _mm_setr_epi32(0, bits(0), bits(0) + bits(1), 0);
  for (std::size_t i = 0; i < keys.size(); ++i) {
    const __m256d position = _mm256_load_pd(&bats[i].position.x);
    const __m256d cells = _mm256_floor_pd(_mm256_mul_pd(_mm256_sub_pd(position, origins), scales));
    const __m128i buckets = _mm_and_si128(_mm256_cvttpd_epi32(cells), masks);
    const __m128i parts = _mm_sllv_epi32(buckets, shifts);
    const __m128i pairs = _mm_or_si128(parts, _mm_shuffle_epi32(parts, 0x4E));
    keys[i] = static_cast<std::uint32_t>(_mm_cvtsi128_si32(_mm_or_si128(pairs, _mm_shuffle_epi32(pairs, 0xB1))));
  }
}
#endif

}  // namespace better_bats
