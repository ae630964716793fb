// The stages of the search for near bats that are worth vector code of their own. SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>

#include "plugin/flight/lanes.hpp"
#include "plugin/flock/avx512.hpp"
#include "plugin/flock/near_search.hpp"

namespace better_bats {

/// The cells around each lane's bat.
struct NearWindows {
  struct Axis {
    Lanes<std::int32_t> low, high;
  };
  Axis x, y, z;
};

BETTER_BATS_LANE_FUNCTION void findWindow(const GridAxis axis, const Lanes<double>& position, std::size_t end,
                                          double reach, NearWindows::Axis& window) noexcept {
  for (std::size_t i = 0; i < end; ++i) {
    window.low[i] = axis.cell(position[i] - reach);
    window.high[i] = axis.cell(position[i] + reach);
  }
}

BETTER_BATS_LANE_FUNCTION void findWindows(const NeighbourGrid& grid, const BatLanes& bats, double radius,
                                           NearWindows& windows) noexcept {
  const double reach = NeighbourGrid::safeReach(radius);
  findWindow(grid.axis(0), bats.position.x, bats.end(), reach, windows.x);
  findWindow(grid.axis(1), bats.position.y, bats.end(), reach, windows.y);
  findWindow(grid.axis(2), bats.position.z, bats.end(), reach, windows.z);
}

/// For a window that goes round, or is higher or wider than two rows.
inline void addUnusualRuns(const NeighbourGrid& grid, const BatLanes& bats, std::uint32_t lane, double radius,
                           NearSearch::Runs& runs) noexcept {
  grid.visitRuns(bats.position[lane], radius, [&](NeighbourGrid::Run run) {
    runs.begin[runs.count] = run.begin, runs.end[runs.count] = run.end, runs.lane[runs.count] = lane;
    runs.count += run.end > run.begin ? 1U : 0U;
  });
}

/// Not for periodic spaces. A window is nearly always one or two rows high and wide: four rows are written, and those
/// count that are not the same once more and not empty.
BETTER_BATS_LANE_FUNCTION void findRunsOf(const NeighbourGrid& grid, const BatLanes& bats, double radius,
                                          std::uint64_t lanes, NearSearch::Runs& runs) noexcept {
  NearWindows windows;
  findWindows(grid, bats, radius, windows);
  const auto& [x, y, z] = windows;
  const auto mask = [&](std::size_t axis) { return static_cast<std::int32_t>(grid.axis(axis).buckets() - 1); };
  const std::int32_t maskX = mask(0);
  const std::int32_t maskY = mask(1);
  const std::int32_t maskZ = mask(2);
  const std::uint32_t* ends = grid.ends();
  const std::uint32_t shiftY = grid.axis(0).bits;
  const std::uint32_t shiftZ = grid.axis(0).bits + grid.axis(1).bits;
  runs.count = 0;
  for (; lanes != 0; lanes &= lanes - 1) {
    const auto i = static_cast<std::uint32_t>(std::countr_zero(lanes));
    const std::int32_t first = x.low[i] & maskX;
    const std::int32_t last = x.high[i] & maskX;
    const bool isUsual = y.high[i] - y.low[i] <= 1 && z.high[i] - z.low[i] <= 1 && last - first == x.high[i] - x.low[i];
    if (!isUsual) {
      addUnusualRuns(grid, bats, i, radius, runs);
      continue;
    }
    const std::array<std::int32_t, 2> rows{y.low[i] & maskY, y.high[i] & maskY};
    const std::array<std::int32_t, 2> planes{z.low[i] & maskZ, z.high[i] & maskZ};
    std::size_t count = runs.count;
    for (std::uint32_t k = 0; k < 4; ++k) {
      const std::int32_t row = rows[k & 1U];
      const std::int32_t plane = planes[k >> 1];
      const bool again = ((k & 1U) != 0 && row == rows[0]) || (k > 1 && plane == planes[0]);
      const std::uint32_t* buckets = ends + ((plane << shiftZ) | (row << shiftY));
      const std::uint32_t begin = buckets[first];
      const std::uint32_t end = buckets[last + 1];
      runs.begin[count] = begin, runs.end[count] = end, runs.lane[count] = i;
      count += static_cast<std::uint32_t>(!again) & static_cast<std::uint32_t>(end > begin);
    }
    runs.count = count;
  }
}

/// One by one: each place is written, and counts if it is near.
inline void findHitsPlain(const NeighbourGrid& grid, const BatLanes& bats, const Lanes<std::uint32_t>& ranks,
                          double radius, const NearSearch::Runs& runs, NearSearch::Hits& hits) {
  const double squared = radius * radius;
  std::size_t count = 0;
  for (std::size_t i = 0; i < runs.count; ++i) {
    const std::uint32_t lane = runs.lane[i];
    const Vec3 own = bats.position[lane];
    hits.count = count;
    hits.reserve(runs.end[i] - runs.begin[i]);
    for (std::uint32_t place = runs.begin[i]; place < runs.end[i]; ++place) {
      const Vec3 towards = Vec3{grid.x()[place], grid.y()[place], grid.z()[place]} - own;
      const std::uint32_t rank = grid.ranks()[place];
      hits.lane[count] = lane, hits.rank[count] = rank, hits.place[count] = place;
      count += static_cast<std::uint32_t>(lengthSquared(towards) < squared) &
               static_cast<std::uint32_t>(rank != ranks[lane]);
    }
  }
  hits.count = count;
}

inline void findRunsPlain(const NeighbourGrid& grid, const BatLanes& bats, double radius, std::uint64_t lanes,
                          NearSearch::Runs& runs) noexcept {
  findRunsOf(grid, bats, radius, lanes, runs);
}

inline void findWithinPlain(Positions all, std::span<const NeighbourGrid::Run> runs, const Snapshot::BoundingBox& box,
                            double radius, PlaceList& places) noexcept {
  std::size_t count = places.count;
  for (const NeighbourGrid::Run run : runs) {
    for (std::uint32_t place = run.begin; place < run.end; ++place) {
      const double squared = box.distanceSquared({all.x[place], all.y[place], all.z[place]});
      places.place[count] = place, places.squared[count] = squared;
      count += squared <= radius * radius ? 1U : 0U;
    }
  }
  places.count = count;
}

#if defined(__x86_64__)
[[gnu::target("avx2")]] inline void findRunsAvx2(const NeighbourGrid& grid, const BatLanes& bats, double radius,
                                                 std::uint64_t lanes, NearSearch::Runs& runs) noexcept {
  findRunsOf(grid, bats, radius, lanes, runs);
}

BETTER_BATS_AVX512 inline void findWithinAvx512(Positions all, std::span<const NeighbourGrid::Run> runs,
                                                const Snapshot::BoundingBox& box, double radius,
                                                PlaceList& places) noexcept {
  const __m512d squared = _mm512_set1_pd(radius * radius);
  const __m256i steps = _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7);
  const BoxAvx512 around(box);
  std::uint32_t* foundPlace = places.place.data() + places.count;
  double* foundSquared = places.squared.data() + places.count;
  for (const NeighbourGrid::Run run : runs) {
    for (std::uint32_t place = run.begin; place < run.end; place += 8) {
      const __m512d sum = around.distanceSquared(all.x + place, all.y + place, all.z + place);
      const __mmask8 inRun = firstAvx512(run.end - place);
      const __mmask8 near = _mm512_mask_cmp_pd_mask(inRun, sum, squared, _CMP_LE_OQ);
      const __m256i eight = _mm256_add_epi32(_mm256_set1_epi32(static_cast<int>(place)), steps);
      _mm256_storeu_si256(reinterpret_cast<__m256i*>(foundPlace), _mm256_maskz_compress_epi32(near, eight));
      _mm512_storeu_pd(foundSquared, _mm512_maskz_compress_pd(near, sum));
      const int found = std::popcount(static_cast<unsigned>(near));
      foundPlace += found, foundSquared += found;
    }
  }
  places.count = static_cast<std::size_t>(foundPlace - places.place.data());
}

/// Eight places at a time; those that are near are pressed together.
BETTER_BATS_AVX512 inline void findHitsAvx512(const NeighbourGrid& grid, const BatLanes& bats,
                                              const Lanes<std::uint32_t>& ranks, double radius,
                                              const NearSearch::Runs& runs, NearSearch::Hits& hits) {
  const __m512d squared = _mm512_set1_pd(radius * radius);
  const __m256i steps = _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7);
  const auto store = [](LargeVector<std::uint32_t>& list, std::size_t at) {
    return reinterpret_cast<__m256i*>(list.data() + at);
  };
  std::size_t count = 0;
  for (std::size_t i = 0; i < runs.count; ++i) {
    const std::uint32_t lane = runs.lane[i];
    const __m512d ownX = _mm512_set1_pd(bats.position.x[lane]);
    const __m512d ownY = _mm512_set1_pd(bats.position.y[lane]);
    const __m512d ownZ = _mm512_set1_pd(bats.position.z[lane]);
    const __m256i self = _mm256_set1_epi32(static_cast<int>(ranks[lane]));
    hits.count = count;
    hits.reserve(runs.end[i] - runs.begin[i]);
    std::uint32_t place = runs.begin[i];
    do {
      const __m512d x = _mm512_sub_pd(_mm512_loadu_pd(grid.x() + place), ownX);
      const __m512d y = _mm512_sub_pd(_mm512_loadu_pd(grid.y() + place), ownY);
      const __m512d z = _mm512_sub_pd(_mm512_loadu_pd(grid.z() + place), ownZ);
      const __m512d sum = _mm512_add_pd(_mm512_add_pd(_mm512_mul_pd(x, x), _mm512_mul_pd(y, y)), _mm512_mul_pd(z, z));
      const __m256i rank = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(grid.ranks() + place));
      const __mmask8 inRun = firstAvx512(runs.end[i] - place);
      const __mmask8 others = _mm256_mask_cmpneq_epi32_mask(inRun, rank, self);
      const __mmask8 near = _mm512_mask_cmp_pd_mask(others, sum, squared, _CMP_LT_OQ);
      const __m256i places = _mm256_add_epi32(_mm256_set1_epi32(static_cast<int>(place)), steps);
      _mm256_storeu_si256(store(hits.lane, count), _mm256_set1_epi32(static_cast<int>(lane)));
      _mm256_storeu_si256(store(hits.rank, count), _mm256_maskz_compress_epi32(near, rank));
      _mm256_storeu_si256(store(hits.place, count), _mm256_maskz_compress_epi32(near, places));
      count += static_cast<std::size_t>(std::popcount(static_cast<unsigned>(near)));
      place += 8;
    } while (place < runs.end[i]);
  }
  hits.count = count;
}

/// Sixteen lanes at a time.
BETTER_BATS_AVX512 inline void findRunsAvx512(const NeighbourGrid& grid, const BatLanes& bats, double radius,
                                              std::uint64_t lanes, NearSearch::Runs& runs) noexcept {
  NearWindows windows;
  findWindows(grid, bats, radius, windows);
  const auto maskOf = [&](std::size_t axis) { return static_cast<int>(grid.axis(axis).buckets() - 1); };
  const __m512i maskX = _mm512_set1_epi32(maskOf(0));
  const __m512i maskY = _mm512_set1_epi32(maskOf(1));
  const __m512i maskZ = _mm512_set1_epi32(maskOf(2));
  const __m512i one = _mm512_set1_epi32(1);
  const __m128i shiftY = _mm_cvtsi32_si128(static_cast<int>(grid.axis(0).bits));
  const __m128i shiftZ = _mm_cvtsi32_si128(static_cast<int>(grid.axis(0).bits + grid.axis(1).bits));
  const __m512i steps = _mm512_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
  std::uint64_t unusual = 0;
  std::size_t count = 0;
  for (std::size_t i = 0; i < bats.count; i += 16) {
    const __m512i lane = _mm512_add_epi32(_mm512_set1_epi32(static_cast<int>(i)), steps);
    const __m512i lowX = _mm512_loadu_si512(&windows.x.low[i]);
    const __m512i highX = _mm512_loadu_si512(&windows.x.high[i]);
    const __m512i lowY = _mm512_loadu_si512(&windows.y.low[i]);
    const __m512i highY = _mm512_loadu_si512(&windows.y.high[i]);
    const __m512i lowZ = _mm512_loadu_si512(&windows.z.low[i]);
    const __m512i highZ = _mm512_loadu_si512(&windows.z.high[i]);
    const __m512i first = _mm512_and_si512(lowX, maskX);
    const __m512i last = _mm512_and_si512(highX, maskX);
    const auto isBat = static_cast<__mmask16>(lanes >> i);
    if (isBat == 0) continue;
    __mmask16 usual = _mm512_mask_cmple_epi32_mask(isBat, _mm512_sub_epi32(highY, lowY), one);
    usual = _mm512_mask_cmple_epi32_mask(usual, _mm512_sub_epi32(highZ, lowZ), one);
    usual = _mm512_mask_cmpeq_epi32_mask(usual, _mm512_sub_epi32(last, first), _mm512_sub_epi32(highX, lowX));
    unusual |= static_cast<std::uint64_t>(static_cast<__mmask16>(isBat & ~usual)) << i;
    const __m512i rowLow = _mm512_and_si512(lowY, maskY);
    const __m512i rowHigh = _mm512_and_si512(highY, maskY);
    const __m512i planeLow = _mm512_and_si512(lowZ, maskZ);
    const __m512i planeHigh = _mm512_and_si512(highZ, maskZ);
    const __mmask16 twoRows = _mm512_mask_cmpneq_epi32_mask(usual, rowLow, rowHigh);
    const __mmask16 twoPlanes = _mm512_mask_cmpneq_epi32_mask(usual, planeLow, planeHigh);
    for (std::uint32_t k = 0; k < 4; ++k) {
      const bool isHigh = (k & 1U) != 0;
      const bool isFar = k > 1;
      const auto there = static_cast<__mmask16>((isHigh ? twoRows : usual) & (isFar ? twoPlanes : usual));
      const __m512i row = _mm512_sll_epi32(isHigh ? rowHigh : rowLow, shiftY);
      const __m512i plane = _mm512_sll_epi32(isFar ? planeHigh : planeLow, shiftZ);
      const __m512i bucket = _mm512_or_si512(row, plane);
      const __m512i none = _mm512_setzero_si512();
      const __m512i begin = _mm512_mask_i32gather_epi32(none, there, _mm512_add_epi32(bucket, first), grid.ends(), 4);
      const __m512i end = _mm512_mask_i32gather_epi32(
          none, there, _mm512_add_epi32(_mm512_add_epi32(bucket, last), one), grid.ends(), 4);
      const __mmask16 counts = _mm512_mask_cmplt_epu32_mask(there, begin, end);
      _mm512_storeu_si512(&runs.begin[count], _mm512_maskz_compress_epi32(counts, begin));
      _mm512_storeu_si512(&runs.end[count], _mm512_maskz_compress_epi32(counts, end));
      _mm512_storeu_si512(&runs.lane[count], _mm512_maskz_compress_epi32(counts, lane));
      count += static_cast<std::size_t>(std::popcount(static_cast<unsigned>(counts)));
    }
  }
  runs.count = count;
  for (; unusual != 0; unusual &= unusual - 1) {
    addUnusualRuns(grid, bats, static_cast<std::uint32_t>(std::countr_zero(unusual)), radius, runs);
  }
}
#endif

}  // namespace better_bats
