// Sums over flockmates that are side by side in a batch. SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

#include "plugin/flight/bat_lanes.hpp"

namespace better_bats {

/// Lanes [begin, end) that hold a whole flock in id order.
struct FlockLanes {
  std::uint32_t begin, end;
};

/// Each lane adds its mates one after another.
inline void sumFlocksPlain(BatLanes& bats, const FlockLanes* flocks, std::size_t count, double radius) noexcept {
  for (const FlockLanes* flock = flocks; flock != flocks + count; ++flock) {
    for (std::size_t lane = flock->begin; lane < flock->end; ++lane) {
      Vec3 offset{};
      Vec3 velocity{};
      double mates = 0;
      for (std::size_t mate = flock->begin; mate < flock->end; ++mate) {
        const Vec3 towards = bats.position[mate] - bats.position[lane];
        if (mate == lane || !(lengthSquared(towards) <= radius * radius)) continue;
        offset += towards;
        velocity += bats.velocity[mate];
        mates += 1;
      }
      bats.mates[lane] = mates;
      bats.mateOffset.set(lane, offset);
      bats.mateVelocity.set(lane, velocity);
    }
  }
}

#if defined(__x86_64__)
/// The same for eight lanes at a time. Writes up to a step beyond a flock's end, so they come in their lanes' order.
[[gnu::target("avx512f")]] inline void sumFlocksAvx512(BatLanes& bats, const FlockLanes* flocks, std::size_t count,
                                                       double radius) noexcept {
  const __m512d squared = _mm512_set1_pd(radius * radius);
  const __m512d one = _mm512_set1_pd(1);
  for (const FlockLanes* flock = flocks; flock != flocks + count; ++flock) {
    for (std::uint32_t first = flock->begin; first < flock->end; first += kLaneStep) {
      const __m512d ownX = _mm512_loadu_pd(&bats.position.x[first]);
      const __m512d ownY = _mm512_loadu_pd(&bats.position.y[first]);
      const __m512d ownZ = _mm512_loadu_pd(&bats.position.z[first]);
      __m512d offsetX = _mm512_setzero_pd();
      __m512d offsetY = offsetX;
      __m512d offsetZ = offsetX;
      __m512d velocityX = offsetX;
      __m512d velocityY = offsetX;
      __m512d velocityZ = offsetX;
      __m512d mates = offsetX;
      for (std::uint32_t mate = flock->begin; mate < flock->end; ++mate) {
        const __m512d x = _mm512_sub_pd(_mm512_set1_pd(bats.position.x[mate]), ownX);
        const __m512d y = _mm512_sub_pd(_mm512_set1_pd(bats.position.y[mate]), ownY);
        const __m512d z = _mm512_sub_pd(_mm512_set1_pd(bats.position.z[mate]), ownZ);
        const __m512d sum = _mm512_add_pd(_mm512_add_pd(_mm512_mul_pd(x, x), _mm512_mul_pd(y, y)), _mm512_mul_pd(z, z));
        const auto self = static_cast<__mmask8>(mate - first < 8 ? 1U << (mate - first) : 0U);
        const auto others = static_cast<__mmask8>(~self);
        const __mmask8 isMate = _mm512_mask_cmp_pd_mask(others, sum, squared, _CMP_LE_OQ);
        offsetX = _mm512_mask_add_pd(offsetX, isMate, offsetX, x);
        offsetY = _mm512_mask_add_pd(offsetY, isMate, offsetY, y);
        offsetZ = _mm512_mask_add_pd(offsetZ, isMate, offsetZ, z);
        velocityX = _mm512_mask_add_pd(velocityX, isMate, velocityX, _mm512_set1_pd(bats.velocity.x[mate]));
        velocityY = _mm512_mask_add_pd(velocityY, isMate, velocityY, _mm512_set1_pd(bats.velocity.y[mate]));
        velocityZ = _mm512_mask_add_pd(velocityZ, isMate, velocityZ, _mm512_set1_pd(bats.velocity.z[mate]));
        mates = _mm512_mask_add_pd(mates, isMate, mates, one);
      }
      _mm512_storeu_pd(&bats.mateOffset.x[first], offsetX);
      _mm512_storeu_pd(&bats.mateOffset.y[first], offsetY);
      _mm512_storeu_pd(&bats.mateOffset.z[first], offsetZ);
      _mm512_storeu_pd(&bats.mateVelocity.x[first], velocityX);
      _mm512_storeu_pd(&bats.mateVelocity.y[first], velocityY);
      _mm512_storeu_pd(&bats.mateVelocity.z[first], velocityZ);
      _mm512_storeu_pd(&bats.mates[first], mates);
    }
  }
}
#endif

}  // namespace better_bats
