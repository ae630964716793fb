// Sums over the flockmates that a crowd holds. Eight lanes at a time: of the crowd those are chosen that are near their
// box, and each lane goes through these. SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>

#include "plugin/flock/avx512.hpp"
#include "plugin/flock/mate_crowd.hpp"

namespace better_bats {

/// `ranks` are those of the lanes' bats: nobody is its own mate.
inline void sumMatesPlain(MateCrowd& crowd, BatLanes& bats, const Lanes<std::uint32_t>& ranks,
                          const MateLanes& lanes) noexcept {
  const double squared = lanes.radius * lanes.radius;
  for (std::uint32_t first = lanes.begin; first < lanes.end; first += kLaneStep) {
    const std::uint32_t end = std::min(first + static_cast<std::uint32_t>(kLaneStep), lanes.end);
    const auto box = Snapshot::BoundingBox::of(bats, first, end);
    std::size_t count = 0;
    for (std::uint32_t i = 0; i < crowd.size(); ++i) {
      crowd.chosen()[count] = i;
      count += box.distanceSquared({crowd.x()[i], crowd.y()[i], crowd.z()[i]}) <= squared ? 1U : 0U;
    }
    for (std::uint32_t lane = first; lane < end; ++lane) {
      const Vec3 own = bats.position[lane];
      Vec3 offset{};
      Vec3 velocity{};
      double mates = 0;
      for (std::size_t k = 0; k < count; ++k) {
        const std::uint32_t i = crowd.chosen()[k];
        const Vec3 towards = Vec3{crowd.x()[i], crowd.y()[i], crowd.z()[i]} - own;
        if (crowd.ranks()[i] == ranks[lane] || !(lengthSquared(towards) <= squared)) continue;
        offset += towards;
        velocity += Vec3{crowd.velocityX()[i], crowd.velocityY()[i], crowd.velocityZ()[i]};
        mates += 1;
      }
      bats.mates[lane] = mates;
      bats.mateOffset.set(lane, offset);
      bats.mateVelocity.set(lane, velocity);
    }
  }
}

#if defined(__x86_64__)
/// @returns how many of the crowd it chose.
BETTER_BATS_AVX512 inline std::size_t chooseMatesAvx512(MateCrowd& crowd, const Snapshot::BoundingBox& box,
                                                        double radius) noexcept {
  const __m512d squared = _mm512_set1_pd(radius * radius);
  const __m256i steps = _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7);
  const BoxAvx512 around(box);
  std::size_t count = 0;
  for (std::uint32_t i = 0; i < crowd.size(); i += kLaneStep) {
    const __m512d sum = around.distanceSquared(crowd.x() + i, crowd.y() + i, crowd.z() + i);
    const __mmask8 there = firstAvx512(static_cast<std::uint32_t>(crowd.size()) - i);
    const __mmask8 near = _mm512_mask_cmp_pd_mask(there, sum, squared, _CMP_LE_OQ);
    const __m256i all = _mm256_add_epi32(_mm256_set1_epi32(static_cast<int>(i)), steps);
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(crowd.chosen() + count), _mm256_maskz_compress_epi32(near, all));
    count += static_cast<std::size_t>(std::popcount(static_cast<unsigned>(near)));
  }
  return count;
}

/// The same for eight lanes at a time.
BETTER_BATS_AVX512 inline void sumMatesAvx512(MateCrowd& crowd, BatLanes& bats, const Lanes<std::uint32_t>& ranks,
                                              const MateLanes& lanes) noexcept {
  const __m512d squared = _mm512_set1_pd(lanes.radius * lanes.radius);
  const __m512d one = _mm512_set1_pd(1);
  for (std::uint32_t first = lanes.begin; first < lanes.end; first += kLaneStep) {
    const std::uint32_t end = std::min(first + static_cast<std::uint32_t>(kLaneStep), lanes.end);
    const std::size_t count = chooseMatesAvx512(crowd, Snapshot::BoundingBox::of(bats, first, end), lanes.radius);
    const __m512d ownX = _mm512_loadu_pd(&bats.position.x[first]);
    const __m512d ownY = _mm512_loadu_pd(&bats.position.y[first]);
    const __m512d ownZ = _mm512_loadu_pd(&bats.position.z[first]);
    const __m256i own = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(&ranks[first]));
    __m512d offsetX = _mm512_setzero_pd();
    __m512d offsetY = offsetX;
    __m512d offsetZ = offsetX;
    __m512d velocityX = offsetX;
    __m512d velocityY = offsetX;
    __m512d velocityZ = offsetX;
    __m512d mates = offsetX;
    for (std::size_t k = 0; k < count; ++k) {
      const std::uint32_t i = crowd.chosen()[k];
      const __m512d x = _mm512_sub_pd(_mm512_set1_pd(crowd.x()[i]), ownX);
      const __m512d y = _mm512_sub_pd(_mm512_set1_pd(crowd.y()[i]), ownY);
      const __m512d z = _mm512_sub_pd(_mm512_set1_pd(crowd.z()[i]), ownZ);
      const __m512d sum = _mm512_add_pd(_mm512_add_pd(_mm512_mul_pd(x, x), _mm512_mul_pd(y, y)), _mm512_mul_pd(z, z));
      const __mmask8 others = _mm256_cmpneq_epi32_mask(own, _mm256_set1_epi32(static_cast<int>(crowd.ranks()[i])));
      const __mmask8 isMate = _mm512_mask_cmp_pd_mask(others, sum, squared, _CMP_LE_OQ);
      offsetX = _mm512_mask_add_pd(offsetX, isMate, offsetX, x);
      offsetY = _mm512_mask_add_pd(offsetY, isMate, offsetY, y);
      offsetZ = _mm512_mask_add_pd(offsetZ, isMate, offsetZ, z);
      velocityX = _mm512_mask_add_pd(velocityX, isMate, velocityX, _mm512_set1_pd(crowd.velocityX()[i]));
      velocityY = _mm512_mask_add_pd(velocityY, isMate, velocityY, _mm512_set1_pd(crowd.velocityY()[i]));
      velocityZ = _mm512_mask_add_pd(velocityZ, isMate, velocityZ, _mm512_set1_pd(crowd.velocityZ()[i]));
      mates = _mm512_mask_add_pd(mates, isMate, mates, one);
    }
    const auto written = static_cast<__mmask8>((1U << (end - first)) - 1);
    _mm512_mask_storeu_pd(&bats.mateOffset.x[first], written, offsetX);
    _mm512_mask_storeu_pd(&bats.mateOffset.y[first], written, offsetY);
    _mm512_mask_storeu_pd(&bats.mateOffset.z[first], written, offsetZ);
    _mm512_mask_storeu_pd(&bats.mateVelocity.x[first], written, velocityX);
    _mm512_mask_storeu_pd(&bats.mateVelocity.y[first], written, velocityY);
    _mm512_mask_storeu_pd(&bats.mateVelocity.z[first], written, velocityZ);
    _mm512_mask_storeu_pd(&bats.mates[first], written, mates);
  }
}
#endif

}  // namespace better_bats
