// Sums over flockmates that are side by side in a batch, and over those of them who are too near.
// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <span>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

#include "plugin/flight/bat_lanes.hpp"
#include "plugin/flight/flee_forces.hpp"
#include "plugin/flock/snapshot.hpp"

namespace better_bats {

/// Lanes [begin, end) that hold a whole flock in id order, and the bats that may be too near to it besides.
struct FlockLanes {
  std::uint32_t begin, end;
  std::span<const Slot> outsiders;
};

/// One bit for each of the lanes [begin, end), which are not none.
[[nodiscard]] constexpr std::uint64_t lanesOf(std::uint32_t begin, std::uint32_t end) noexcept {
  return ~std::uint64_t{0} >> (kLanes - (end - begin)) << begin;
}

struct FlockRadii {
  double flock;       ///< mates are within it
  double separation;  ///< whoever is nearer is too near
};

/// Whether no direction might be seen between two bats. Not to be missed, but a few more do no harm.
[[nodiscard]] constexpr bool mayCoincide(double distanceSquared) noexcept {
  return distanceSquared < 2 * kCoincident * kCoincident;
}

/// Each lane adds its mates one after another.
inline std::uint64_t sumFlocksPlain(BatLanes& bats, std::span<const FlockLanes> flocks, const Snapshot& snapshot,
                                    FlockRadii radii) noexcept {
  std::uint64_t crowded = 0;
  for (const FlockLanes& flock : flocks) {
    for (std::size_t lane = flock.begin; lane < flock.end; ++lane) {
      Vec3 offset{};
      Vec3 velocity{};
      Vec3 push{};
      double mates = 0;
      double tooNear = 0;
      bool isCrowded = false;
      const Vec3 own = bats.position[lane];
      for (std::size_t mate = flock.begin; mate < flock.end; ++mate) {
        if (mate == lane) continue;
        const Vec3 towards = bats.position[mate] - own;
        const double squared = lengthSquared(towards);
        if (squared <= radii.flock * radii.flock) {
          offset += towards;
          velocity += bats.velocity[mate];
          mates += 1;
        }
        if (squared < radii.separation * radii.separation) {
          const double distance = std::sqrt(squared);
          push += (own - bats.position[mate]) / distance * (1 / (distance < 0.01 ? 0.01 : distance));
          tooNear += 1;
          isCrowded = isCrowded || mayCoincide(squared);
        }
      }
      for (const Slot outsider : flock.outsiders) {
        const double squared = lengthSquared(snapshot.position(outsider) - own);
        isCrowded = isCrowded || squared < radii.separation * radii.separation;
      }
      bats.mates[lane] = mates;
      bats.mateOffset.set(lane, offset);
      bats.mateVelocity.set(lane, velocity);
      bats.tooNear[lane] = tooNear;
      bats.push.set(lane, push);
      crowded |= static_cast<std::uint64_t>(isCrowded) << lane;
    }
  }
  return crowded;
}

#if defined(__x86_64__)
#define BETTER_BATS_AVX512 [[gnu::target("avx512f,avx512dq,avx512vl,avx512bw,popcnt")]]

/// Eight lanes' sums in the making.
struct FlockSums {
  __m512d ownX, ownY, ownZ;
  __m512d offsetX, offsetY, offsetZ, velocityX, velocityY, velocityZ, mates;
  __m512d pushX, pushY, pushZ, tooNear;
  std::uint32_t coincident;
};

/// numerator / denominator, rounded as a division would be, where the reciprocal of the denominator is known, which is
/// what makes it quick: with it a quotient that is nearly right is made right by what it leaves over (P. Markstein,
/// 1990). [Limit: numerators below 2^-900 leave over what no number can hold]
BETTER_BATS_AVX512 [[gnu::always_inline]] inline __m512d quotient(__m512d numerator, __m512d denominator,
                                                                  __m512d reciprocal) noexcept {
  const __m512d guess = _mm512_mul_pd(numerator, reciprocal);
  const __m512d near = _mm512_fmadd_pd(_mm512_fnmadd_pd(denominator, guess, numerator), reciprocal, guess);
  return _mm512_fmadd_pd(_mm512_fnmadd_pd(denominator, near, numerator), reciprocal, near);
}

BETTER_BATS_AVX512 [[gnu::always_inline]] inline __mmask8 isTiny(__m512d value) noexcept {
  return _mm512_cmp_pd_mask(_mm512_abs_pd(value), _mm512_set1_pd(0x1p-900), _CMP_LT_OQ);
}

BETTER_BATS_AVX512 [[gnu::always_inline]] inline void addPushes(__mmask8 near, __m512d x, __m512d y, __m512d z,
                                                                __m512d squared, FlockSums& sums) noexcept {
  const __m512d one = _mm512_set1_pd(1);
  const __m512d least = _mm512_set1_pd(0.01);
  const __m512d distance = _mm512_sqrt_pd(squared);
  const __m512d reciprocal = _mm512_div_pd(one, distance);
  const __mmask8 veryNear = _mm512_cmp_pd_mask(distance, least, _CMP_LT_OQ);
  const __m512d strength = _mm512_mask_blend_pd(veryNear, reciprocal, _mm512_set1_pd(1 / 0.01));
  __m512d directionX = quotient(x, distance, reciprocal);
  __m512d directionY = quotient(y, distance, reciprocal);
  __m512d directionZ = quotient(z, distance, reciprocal);
  if ((near & (isTiny(x) | isTiny(y) | isTiny(z))) != 0) {
    directionX = _mm512_div_pd(x, distance);
    directionY = _mm512_div_pd(y, distance);
    directionZ = _mm512_div_pd(z, distance);
  }
  // x, y and z point towards the mate.
  sums.pushX = _mm512_mask_sub_pd(sums.pushX, near, sums.pushX, _mm512_mul_pd(directionX, strength));
  sums.pushY = _mm512_mask_sub_pd(sums.pushY, near, sums.pushY, _mm512_mul_pd(directionY, strength));
  sums.pushZ = _mm512_mask_sub_pd(sums.pushZ, near, sums.pushZ, _mm512_mul_pd(directionZ, strength));
  sums.tooNear = _mm512_mask_add_pd(sums.tooNear, near, sums.tooNear, one);
  const __m512d coincident = _mm512_set1_pd(2 * kCoincident * kCoincident);
  sums.coincident |= _mm512_mask_cmp_pd_mask(near, squared, coincident, _CMP_LT_OQ);
}

/// Adds the bats from lane `mate` on, where the mask says so; no other lane is touched.
BETTER_BATS_AVX512 [[gnu::always_inline]] inline void addMates(const BatLanes& bats, std::ptrdiff_t mate, __mmask8 mask,
                                                               __m512d flockSquared, __m512d separationSquared,
                                                               FlockSums& sums) noexcept {
  const auto load = [mate](const Lanes<double>& lanes) { return &lanes[0] + mate; };
  const __m512d x = _mm512_sub_pd(_mm512_maskz_loadu_pd(mask, load(bats.position.x)), sums.ownX);
  const __m512d y = _mm512_sub_pd(_mm512_maskz_loadu_pd(mask, load(bats.position.y)), sums.ownY);
  const __m512d z = _mm512_sub_pd(_mm512_maskz_loadu_pd(mask, load(bats.position.z)), sums.ownZ);
  const __m512d squared = _mm512_add_pd(_mm512_add_pd(_mm512_mul_pd(x, x), _mm512_mul_pd(y, y)), _mm512_mul_pd(z, z));
  const __mmask8 isMate = _mm512_mask_cmp_pd_mask(mask, squared, flockSquared, _CMP_LE_OQ);
  const __mmask8 near = _mm512_mask_cmp_pd_mask(mask, squared, separationSquared, _CMP_LT_OQ);
  sums.offsetX = _mm512_mask_add_pd(sums.offsetX, isMate, sums.offsetX, x);
  sums.offsetY = _mm512_mask_add_pd(sums.offsetY, isMate, sums.offsetY, y);
  sums.offsetZ = _mm512_mask_add_pd(sums.offsetZ, isMate, sums.offsetZ, z);
  const __m512d velocityX = _mm512_maskz_loadu_pd(mask, load(bats.velocity.x));
  const __m512d velocityY = _mm512_maskz_loadu_pd(mask, load(bats.velocity.y));
  const __m512d velocityZ = _mm512_maskz_loadu_pd(mask, load(bats.velocity.z));
  sums.velocityX = _mm512_mask_add_pd(sums.velocityX, isMate, sums.velocityX, velocityX);
  sums.velocityY = _mm512_mask_add_pd(sums.velocityY, isMate, sums.velocityY, velocityY);
  sums.velocityZ = _mm512_mask_add_pd(sums.velocityZ, isMate, sums.velocityZ, velocityZ);
  sums.mates = _mm512_mask_add_pd(sums.mates, isMate, sums.mates, _mm512_set1_pd(1));
  if (near != 0) addPushes(near, x, y, z, squared, sums);
}

BETTER_BATS_AVX512 [[gnu::always_inline]] inline void storeSums(BatLanes& bats, std::size_t first, __mmask8 lanes,
                                                                const FlockSums& sums) noexcept {
  _mm512_mask_storeu_pd(&bats.mateOffset.x[first], lanes, sums.offsetX);
  _mm512_mask_storeu_pd(&bats.mateOffset.y[first], lanes, sums.offsetY);
  _mm512_mask_storeu_pd(&bats.mateOffset.z[first], lanes, sums.offsetZ);
  _mm512_mask_storeu_pd(&bats.mateVelocity.x[first], lanes, sums.velocityX);
  _mm512_mask_storeu_pd(&bats.mateVelocity.y[first], lanes, sums.velocityY);
  _mm512_mask_storeu_pd(&bats.mateVelocity.z[first], lanes, sums.velocityZ);
  _mm512_mask_storeu_pd(&bats.mates[first], lanes, sums.mates);
  _mm512_mask_storeu_pd(&bats.push.x[first], lanes, sums.pushX);
  _mm512_mask_storeu_pd(&bats.push.y[first], lanes, sums.pushY);
  _mm512_mask_storeu_pd(&bats.push.z[first], lanes, sums.pushZ);
  _mm512_mask_storeu_pd(&bats.tooNear[first], lanes, sums.tooNear);
}

/// The lanes of a flock to which an outsider is too near.
BETTER_BATS_AVX512 [[gnu::always_inline]] inline std::uint64_t outsidersNear(const BatLanes& bats,
                                                                             const FlockLanes& flock,
                                                                             const Snapshot& snapshot,
                                                                             __m512d separationSquared) noexcept {
  std::uint64_t found = 0;
  for (std::uint32_t first = flock.begin; first < flock.end; first += kLaneStep) {
    const __m512d ownX = _mm512_loadu_pd(&bats.position.x[first]);
    const __m512d ownY = _mm512_loadu_pd(&bats.position.y[first]);
    const __m512d ownZ = _mm512_loadu_pd(&bats.position.z[first]);
    const std::uint32_t left = flock.end - first;
    const auto lanes = static_cast<__mmask8>(left < 8 ? (1U << left) - 1 : 0xFFU);
    std::uint32_t near = 0;
    for (const Slot slot : flock.outsiders) {
      const SnapshotBat& bat = snapshot.bat(slot);
      const __m512d x = _mm512_sub_pd(_mm512_set1_pd(bat.position.x), ownX);
      const __m512d y = _mm512_sub_pd(_mm512_set1_pd(bat.position.y), ownY);
      const __m512d z = _mm512_sub_pd(_mm512_set1_pd(bat.position.z), ownZ);
      const __m512d sum = _mm512_add_pd(_mm512_add_pd(_mm512_mul_pd(x, x), _mm512_mul_pd(y, y)), _mm512_mul_pd(z, z));
      near |= _mm512_mask_cmp_pd_mask(lanes, sum, separationSquared, _CMP_LT_OQ);
    }
    found |= std::uint64_t{near} << first;
  }
  return found;
}

/// The same for eight lanes at a time, of whatever flocks: the mates one lane below, or above, or two, and so on.
BETTER_BATS_AVX512 inline std::uint64_t sumFlocksAvx512(BatLanes& bats, std::span<const FlockLanes> flocks,
                                                        const Snapshot& snapshot, FlockRadii radii) noexcept {
  const __m512d flockSquared = _mm512_set1_pd(radii.flock * radii.flock);
  const __m512d separationSquared = _mm512_set1_pd(radii.separation * radii.separation);
  std::uint64_t crowded = 0;
  std::uint64_t members = 0;
  std::uint64_t last = 0;
  for (const FlockLanes& flock : flocks) {
    members |= lanesOf(flock.begin, flock.end);
    last |= std::uint64_t{1} << (flock.end - 1);
    if (!flock.outsiders.empty()) crowded |= outsidersNear(bats, flock, snapshot, separationSquared);
  }
  // Lanes that have a mate so many lanes above.
  std::array<std::uint64_t, kLanes> mateAbove;
  std::size_t farthest = 0;
  for (std::uint64_t above = members & ~last; above != 0; above = above >> 1 & mateAbove[1]) {
    mateAbove[++farthest] = above;
  }
  const __m512d zero = _mm512_setzero_pd();
  for (std::size_t first = 0; first < bats.count; first += kLaneStep) {
    const auto lanes = static_cast<__mmask8>(members >> first);
    if (lanes == 0) continue;
    FlockSums sums{_mm512_loadu_pd(&bats.position.x[first]),
                   _mm512_loadu_pd(&bats.position.y[first]),
                   _mm512_loadu_pd(&bats.position.z[first]),
                   zero,
                   zero,
                   zero,
                   zero,
                   zero,
                   zero,
                   zero,
                   zero,
                   zero,
                   zero,
                   zero,
                   0};
    const auto from = static_cast<std::ptrdiff_t>(first);
    for (std::size_t by = farthest; by > 0; --by) {
      const auto mask = static_cast<__mmask8>(mateAbove[by] << by >> first);
      if (mask != 0)
        addMates(bats, from - static_cast<std::ptrdiff_t>(by), mask, flockSquared, separationSquared, sums);
    }
    for (std::size_t by = 1; by <= farthest; ++by) {
      const auto mask = static_cast<__mmask8>(mateAbove[by] >> first);
      if (mask != 0)
        addMates(bats, from + static_cast<std::ptrdiff_t>(by), mask, flockSquared, separationSquared, sums);
    }
    storeSums(bats, first, lanes, sums);
    crowded |= std::uint64_t{sums.coincident} << first;
  }
  return crowded;
}
#undef BETTER_BATS_AVX512
#endif

}  // namespace better_bats
