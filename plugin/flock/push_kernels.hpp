// Sums over whoever is too near: (P - Pk)/d * 1/max(d, 0.01). SPDX-License-Identifier: MIT
#pragma once

#include <cmath>
#include <cstdint>

#include "plugin/flight/bat_lanes.hpp"
#include "plugin/flight/flee_forces.hpp"
#include "plugin/flight/quotient.hpp"
#include "plugin/flight/vector_math.hpp"
#include "plugin/flock/avx512.hpp"
#include "plugin/flock/crowd.hpp"

namespace better_bats {

/// Whether no direction might be seen between two bats. Not to be missed, but a few more do no harm.
[[nodiscard]] constexpr bool mayCoincide(double distanceSquared) noexcept {
  return distanceSquared < 2 * kCoincident * kCoincident;
}

/// The push along the way from another bat; meaningless at no distance.
[[nodiscard]] BETTER_BATS_LANE_FUNCTION Vec3 pushAlong(Vec3 away, double distanceSquared) noexcept {
  const double distance = std::sqrt(distanceSquared);
  return away / distance * (1 / (distance < 0.01 ? 0.01 : distance));
}

/// For each of `lanes`, one bit each, the sum over all of a crowd that are nearer than the radius, in the crowd's
/// order; not for periodic spaces. @returns the lanes whose sums are not right: somebody is at the very same point.
inline std::uint64_t sumPushesPlain(const Crowd& crowd, BatLanes& bats, const Lanes<std::uint32_t>& ranks,
                                    std::uint64_t lanes, double radius) noexcept {
  std::uint64_t coincident = 0;
  forEachLane(lanes, [&](std::size_t lane) {
    const Vec3 own = bats.position[lane];
    Vec3 push{};
    double tooNear = 0;
    bool coincides = false;
    for (std::size_t i = 0; i < crowd.size(); ++i) {
      const Vec3 towards = crowd[i].position - own;
      const double squared = lengthSquared(towards);
      if (!(squared < radius * radius) || crowd[i].rank == ranks[lane]) continue;
      push += pushAlong(towards * -1.0, squared);
      tooNear += 1;
      coincides = coincides || mayCoincide(squared);
    }
    bats.tooNear[lane] = tooNear;
    bats.push.set(lane, push);
    coincident |= laneBit(coincides, lane);
  });
  return coincident;
}

#if defined(__x86_64__)
/// Eight lanes' sums in the making.
struct PushSums {
  __m512d x, y, z, tooNear;
  std::uint32_t coincident;
  BETTER_BATS_AVX512 void clear() noexcept {
    x = y = z = tooNear = _mm512_setzero_pd();
    coincident = 0;
  }
};

/// numerator / denominator, rounded as a division would be, where the reciprocal of the denominator is known, which is
/// what makes it quick: with it a quotient that is nearly right is made right by what it leaves over (P. Markstein,
/// 1990). [Limit: numerators that are not tiny]
BETTER_BATS_AVX512 [[gnu::always_inline]] inline __m512d quotient(__m512d numerator, __m512d denominator,
                                                                  __m512d reciprocal) noexcept {
  const __m512d guess = _mm512_mul_pd(numerator, reciprocal);
  const __m512d near = _mm512_fmadd_pd(_mm512_fnmadd_pd(denominator, guess, numerator), reciprocal, guess);
  return _mm512_fmadd_pd(_mm512_fnmadd_pd(denominator, near, numerator), reciprocal, near);
}

BETTER_BATS_AVX512 [[gnu::always_inline]] inline __mmask8 isTiny(__m512d value) noexcept {
  return _mm512_cmp_pd_mask(_mm512_abs_pd(value), _mm512_set1_pd(kLeastNumerator), _CMP_LT_OQ);
}

/// x, y and z point towards the other bat.
BETTER_BATS_AVX512 [[gnu::always_inline]] inline void addPushes(__mmask8 near, __m512d x, __m512d y, __m512d z,
                                                                __m512d squared, PushSums& sums) noexcept {
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
  sums.x = _mm512_mask_sub_pd(sums.x, near, sums.x, _mm512_mul_pd(directionX, strength));
  sums.y = _mm512_mask_sub_pd(sums.y, near, sums.y, _mm512_mul_pd(directionY, strength));
  sums.z = _mm512_mask_sub_pd(sums.z, near, sums.z, _mm512_mul_pd(directionZ, strength));
  sums.tooNear = _mm512_mask_add_pd(sums.tooNear, near, sums.tooNear, one);
  const __m512d coincident = _mm512_set1_pd(2 * kCoincident * kCoincident);
  sums.coincident |= _mm512_mask_cmp_pd_mask(near, squared, coincident, _CMP_LT_OQ);
}

BETTER_BATS_AVX512 [[gnu::always_inline]] inline void storePushes(BatLanes& bats, std::size_t first, __mmask8 lanes,
                                                                  const PushSums& sums) noexcept {
  _mm512_mask_storeu_pd(&bats.push.x[first], lanes, sums.x);
  _mm512_mask_storeu_pd(&bats.push.y[first], lanes, sums.y);
  _mm512_mask_storeu_pd(&bats.push.z[first], lanes, sums.z);
  _mm512_mask_storeu_pd(&bats.tooNear[first], lanes, sums.tooNear);
}

/// The same for eight lanes at a time.
BETTER_BATS_AVX512 inline std::uint64_t sumPushesAvx512(const Crowd& crowd, BatLanes& bats,
                                                        const Lanes<std::uint32_t>& ranks, std::uint64_t lanes,
                                                        double radius) noexcept {
  const __m512d radiusSquared = _mm512_set1_pd(radius * radius);
  std::uint64_t coincident = 0;
  for (std::size_t first = 0; first < bats.count; first += kLaneStep) {
    const auto wanted = static_cast<__mmask8>(lanes >> first);
    if (wanted == 0) continue;
    const __m512d ownX = _mm512_loadu_pd(&bats.position.x[first]);
    const __m512d ownY = _mm512_loadu_pd(&bats.position.y[first]);
    const __m512d ownZ = _mm512_loadu_pd(&bats.position.z[first]);
    const __m256i own = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(&ranks[first]));
    PushSums sums;
    sums.clear();
    for (std::size_t i = 0; i < crowd.size(); ++i) {
      const Crowd::Member& other = crowd[i];
      const __m512d x = _mm512_sub_pd(_mm512_set1_pd(other.position.x), ownX);
      const __m512d y = _mm512_sub_pd(_mm512_set1_pd(other.position.y), ownY);
      const __m512d z = _mm512_sub_pd(_mm512_set1_pd(other.position.z), ownZ);
      const __m512d squared =
          _mm512_add_pd(_mm512_add_pd(_mm512_mul_pd(x, x), _mm512_mul_pd(y, y)), _mm512_mul_pd(z, z));
      const __mmask8 isNear = _mm512_mask_cmp_pd_mask(wanted, squared, radiusSquared, _CMP_LT_OQ);
      if (isNear == 0) continue;
      const __mmask8 others =
          _mm256_mask_cmpneq_epi32_mask(isNear, own, _mm256_set1_epi32(static_cast<int>(other.rank)));
      if (others != 0) addPushes(others, x, y, z, squared, sums);
    }
    storePushes(bats, first, wanted, sums);
    coincident |= std::uint64_t{sums.coincident} << first;
  }
  return coincident;
}
#endif

}  // namespace better_bats
