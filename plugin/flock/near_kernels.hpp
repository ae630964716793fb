// The stages of the search for near bats that are worth vector code of their own. SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <bit>
#include <cstdint>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

#include "plugin/flight/lanes.hpp"
#include "plugin/flock/near_search.hpp"

namespace better_bats {

/// Of one axis, the cells around each lane's bat.
struct CellLanes {
  Lanes<std::int32_t> low, high;
};

BETTER_BATS_LANE_FUNCTION void findCells(const GridAxis axis, const Lanes<double>& position, std::size_t end,
                                         double reach, CellLanes& cells) noexcept {
  for (std::size_t i = 0; i < end; ++i) {
    cells.low[i] = axis.cell(position[i] - reach);
    cells.high[i] = axis.cell(position[i] + reach);
  }
}

/// Not for periodic spaces. A window is nearly always one or two rows high and wide: four rows are written, and those
/// count that are not the same once more and not empty.
BETTER_BATS_LANE_FUNCTION void findRunsOf(const NeighbourGrid& grid, const BatLanes& bats, double radius,
                                          NearSearch::Runs& runs) noexcept {
  CellLanes x, y, z;
  const double reach = NeighbourGrid::safeReach(radius);
  findCells(grid.axis(0), bats.position.x, bats.end(), reach, x);
  findCells(grid.axis(1), bats.position.y, bats.end(), reach, y);
  findCells(grid.axis(2), bats.position.z, bats.end(), reach, z);
  const auto mask = [&](std::size_t axis) { return static_cast<std::int32_t>(grid.axis(axis).buckets() - 1); };
  const std::int32_t maskX = mask(0);
  const std::int32_t maskY = mask(1);
  const std::int32_t maskZ = mask(2);
  const std::uint32_t* ends = grid.ends();
  const std::uint32_t shiftY = grid.axis(0).bits;
  const std::uint32_t shiftZ = grid.axis(0).bits + grid.axis(1).bits;
  std::size_t count = 0;
  for (std::uint32_t i = 0; i < bats.count; ++i) {
    const std::int32_t first = x.low[i] & maskX;
    const std::int32_t last = x.high[i] & maskX;
    const bool isUsual = y.high[i] - y.low[i] <= 1 && z.high[i] - z.low[i] <= 1 && last - first == x.high[i] - x.low[i];
    if (!isUsual) {
      grid.visitRuns(bats.position[i], radius, [&](NeighbourGrid::Run run) {
        runs.begin[count] = run.begin, runs.end[count] = run.end, runs.lane[count] = i;
        count += run.end > run.begin ? 1U : 0U;
      });
      continue;
    }
    const std::array<std::int32_t, 2> rows{y.low[i] & maskY, y.high[i] & maskY};
    const std::array<std::int32_t, 2> planes{z.low[i] & maskZ, z.high[i] & maskZ};
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
  }
  runs.count = count;
}

/// One by one: each place is written, and counts if it is near.
BETTER_BATS_LANE_FUNCTION void findHitsPlain(const NeighbourGrid& grid, const BatLanes& bats, double radius,
                                             const NearSearch::Runs& runs, NearSearch::Hits& hits) {
  const double squared = radius * radius;
  for (std::size_t i = 0; i < runs.count; ++i) {
    const std::uint32_t lane = runs.lane[i];
    const Vec3 own = bats.position[lane];
    hits.reserve(runs.end[i] - runs.begin[i]);
    for (std::uint32_t place = runs.begin[i]; place < runs.end[i]; ++place) {
      hits.place[hits.count] = place;
      hits.lane[hits.count] = lane;
      const Vec3 towards = Vec3{grid.x()[place], grid.y()[place], grid.z()[place]} - own;
      hits.count += lengthSquared(towards) < squared ? 1U : 0U;
    }
  }
}

inline void findWithinPlain(const NeighbourGrid& grid, NeighbourGrid::Run run, Vec3 point, double radius,
                            PlaceList& places) noexcept {
  std::size_t count = places.count;
  for (std::uint32_t place = run.begin; place < run.end; ++place) {
    const Vec3 towards = Vec3{grid.x()[place], grid.y()[place], grid.z()[place]} - point;
    places.place[count] = place;
    count += lengthSquared(towards) <= radius * radius ? 1U : 0U;
  }
  places.count = count;
}

#if defined(__x86_64__)
[[gnu::target("avx512f,avx512dq,avx512vl,avx512bw,popcnt")]] inline void findWithinAvx512(const NeighbourGrid& grid,
                                                                                   NeighbourGrid::Run run, Vec3 point,
                                                                                   double radius,
                                                                                   PlaceList& places) noexcept {
  const __m512d squared = _mm512_set1_pd(radius * radius);
  const __m256i steps = _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7);
  const __m512d ownX = _mm512_set1_pd(point.x);
  const __m512d ownY = _mm512_set1_pd(point.y);
  const __m512d ownZ = _mm512_set1_pd(point.z);
  for (std::uint32_t place = run.begin; place < run.end; place += 8) {
    const __m512d x = _mm512_sub_pd(_mm512_loadu_pd(grid.x() + place), ownX);
    const __m512d y = _mm512_sub_pd(_mm512_loadu_pd(grid.y() + place), ownY);
    const __m512d z = _mm512_sub_pd(_mm512_loadu_pd(grid.z() + place), ownZ);
    const __m512d sum = _mm512_add_pd(_mm512_add_pd(_mm512_mul_pd(x, x), _mm512_mul_pd(y, y)), _mm512_mul_pd(z, z));
    const std::uint32_t left = run.end - place;
    const auto inRun = static_cast<__mmask8>(left < 8 ? (1U << left) - 1 : 0xFFU);
    const __mmask8 near = _mm512_mask_cmp_pd_mask(inRun, sum, squared, _CMP_LE_OQ);
    const __m256i all = _mm256_add_epi32(_mm256_set1_epi32(static_cast<int>(place)), steps);
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(places.place.data() + places.count),
                        _mm256_maskz_compress_epi32(near, all));
    places.count += static_cast<std::size_t>(std::popcount(static_cast<unsigned>(near)));
  }
}

/// Eight places at a time; those that are near are pressed together.
[[gnu::target("avx512f,avx512dq,avx512vl,avx512bw,popcnt")]] inline void findHitsAvx512(const NeighbourGrid& grid,
                                                                                 const BatLanes& bats, double radius,
                                                                                 const NearSearch::Runs& runs,
                                                                                 NearSearch::Hits& hits) {
  const __m512d squared = _mm512_set1_pd(radius * radius);
  const __m256i steps = _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7);
  for (std::size_t i = 0; i < runs.count; ++i) {
    const std::uint32_t lane = runs.lane[i];
    const __m512d ownX = _mm512_set1_pd(bats.position.x[lane]);
    const __m512d ownY = _mm512_set1_pd(bats.position.y[lane]);
    const __m512d ownZ = _mm512_set1_pd(bats.position.z[lane]);
    hits.reserve(runs.end[i] - runs.begin[i]);
    std::uint32_t place = runs.begin[i];
    do {
      const __m512d x = _mm512_sub_pd(_mm512_loadu_pd(grid.x() + place), ownX);
      const __m512d y = _mm512_sub_pd(_mm512_loadu_pd(grid.y() + place), ownY);
      const __m512d z = _mm512_sub_pd(_mm512_loadu_pd(grid.z() + place), ownZ);
      const __m512d sum =
          _mm512_add_pd(_mm512_add_pd(_mm512_mul_pd(x, x), _mm512_mul_pd(y, y)), _mm512_mul_pd(z, z));
      const std::uint32_t left = runs.end[i] - place;
      const auto inRun = static_cast<__mmask8>(left < 8 ? (1U << left) - 1 : 0xFFU);
      const __mmask8 near = _mm512_mask_cmp_pd_mask(inRun, sum, squared, _CMP_LT_OQ);
      const __m256i places = _mm256_add_epi32(_mm256_set1_epi32(static_cast<int>(place)), steps);
      const __m256i packed = _mm256_maskz_compress_epi32(near, places);
      _mm256_storeu_si256(reinterpret_cast<__m256i*>(hits.place.data() + hits.count), packed);
      _mm256_storeu_si256(reinterpret_cast<__m256i*>(hits.lane.data() + hits.count),
                          _mm256_set1_epi32(static_cast<int>(lane)));
      hits.count += static_cast<std::size_t>(std::popcount(static_cast<unsigned>(near)));
      place += 8;
    } while (place < runs.end[i]);
  }
}
#endif

}  // namespace better_bats
