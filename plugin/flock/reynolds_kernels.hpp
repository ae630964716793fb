// Sums over a crowd for Reynolds' three rules. SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "plugin/flight/reynolds_flight.hpp"
#include "plugin/flight/space.hpp"
#include "plugin/flock/avx512.hpp"
#include "plugin/flock/crowd.hpp"

namespace better_bats {

/// `ranks` are those of the lanes' bats: nobody is its own neighbour.
inline void sumReynoldsPlain(const Crowd& crowd, const Space& space, const BatLanes& bats,
                             const Lanes<std::uint32_t>& ranks, const ReynoldsRadii& radii,
                             ReynoldsSums& sums) noexcept {
  const double nearest = radii.separation * radii.separation;
  const double aligned = radii.alignment * radii.alignment;
  const double together = radii.cohesion * radii.cohesion;
  for (std::size_t lane = 0; lane < bats.count; ++lane) {
    const Vec3 own = bats.position[lane];
    ReynoldsMean away;
    ReynoldsMean heading;
    ReynoldsMean centre;
    for (std::size_t i = 0; i < crowd.size(); ++i) {
      const Crowd::Member& other = crowd[i];
      const Vec3 towards = space.nearestImage(other.position - own);
      const double squared = lengthSquared(towards);
      if (other.rank == ranks[lane]) continue;
      if (squared < nearest) away.add(towards * -1.0 / (squared + kReynoldsSoftening));
      if (squared < aligned) heading.add(other.velocity);
      if (squared < together) centre.add(towards);
    }
    sums.away.set(lane, away), sums.heading.set(lane, heading), sums.centre.set(lane, centre);
  }
}

#if defined(__x86_64__)
/// One rule's sum of eight lanes.
struct EightMeans {
  __m512d x, y, z, count;
  BETTER_BATS_AVX512 void clear() noexcept { x = y = z = count = _mm512_setzero_pd(); }
  BETTER_BATS_AVX512 void add(__mmask8 lanes, __m512d dx, __m512d dy, __m512d dz) noexcept {
    x = _mm512_mask_add_pd(x, lanes, x, dx);
    y = _mm512_mask_add_pd(y, lanes, y, dy);
    z = _mm512_mask_add_pd(z, lanes, z, dz);
    count = _mm512_mask_add_pd(count, lanes, count, _mm512_set1_pd(1));
  }
  BETTER_BATS_AVX512 void store(ReynoldsMeans& means, std::size_t first) const noexcept {
    _mm512_storeu_pd(&means.sum.x[first], x);
    _mm512_storeu_pd(&means.sum.y[first], y);
    _mm512_storeu_pd(&means.sum.z[first], z);
    _mm512_storeu_pd(&means.count[first], count);
  }
};

/// Space::nearestImage() along one axis. Whoever is clearly nearer than half of the period stays as it is.
BETTER_BATS_AVX512 inline __m512d nearestImageAvx512(__m512d d, double period) noexcept {
  const __m512d clearlyNear = _mm512_set1_pd(0.499 * period);
  if (_mm512_cmp_pd_mask(_mm512_abs_pd(d), clearlyNear, _CMP_GT_OQ) == 0) return d;
  const __m512d periods = _mm512_div_pd(d, _mm512_set1_pd(period));
  const __m512d whole = _mm512_roundscale_pd(periods, _MM_FROUND_TO_ZERO | _MM_FROUND_NO_EXC);
  const __m512d rest = _mm512_sub_pd(periods, whole);
  const __m512d half = _mm512_set1_pd(0.5);
  const __m512d one = _mm512_set1_pd(1);
  __m512d round = _mm512_mask_add_pd(whole, _mm512_cmp_pd_mask(rest, half, _CMP_GE_OQ), whole, one);
  const __mmask8 down = _mm512_cmp_pd_mask(rest, _mm512_set1_pd(-0.5), _CMP_LE_OQ);
  round = _mm512_mask_sub_pd(round, down, whole, one);
  return _mm512_sub_pd(d, _mm512_mul_pd(_mm512_set1_pd(period), round));
}

/// The same for eight lanes at a time.
BETTER_BATS_AVX512 inline void sumReynoldsAvx512(const Crowd& crowd, const Space& space, const BatLanes& bats,
                                                 const Lanes<std::uint32_t>& ranks, const ReynoldsRadii& radii,
                                                 ReynoldsSums& sums) noexcept {
  const __m512d nearest = _mm512_set1_pd(radii.separation * radii.separation);
  const __m512d aligned = _mm512_set1_pd(radii.alignment * radii.alignment);
  const __m512d together = _mm512_set1_pd(radii.cohesion * radii.cohesion);
  const __m512d softening = _mm512_set1_pd(kReynoldsSoftening);
  const double periodX = space.periodX();
  const double periodZ = space.periodZ();
  for (std::size_t first = 0; first < bats.count; first += kLaneStep) {
    const __m512d ownX = _mm512_loadu_pd(&bats.position.x[first]);
    const __m512d ownY = _mm512_loadu_pd(&bats.position.y[first]);
    const __m512d ownZ = _mm512_loadu_pd(&bats.position.z[first]);
    const __m256i own = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(&ranks[first]));
    EightMeans away;
    EightMeans heading;
    EightMeans centre;
    away.clear(), heading.clear(), centre.clear();
    for (std::size_t i = 0; i < crowd.size(); ++i) {
      const Crowd::Member& other = crowd[i];
      __m512d x = _mm512_sub_pd(_mm512_set1_pd(other.position.x), ownX);
      const __m512d y = _mm512_sub_pd(_mm512_set1_pd(other.position.y), ownY);
      __m512d z = _mm512_sub_pd(_mm512_set1_pd(other.position.z), ownZ);
      if (periodX > 0) x = nearestImageAvx512(x, periodX);
      if (periodZ > 0) z = nearestImageAvx512(z, periodZ);
      const __m512d squared =
          _mm512_add_pd(_mm512_add_pd(_mm512_mul_pd(x, x), _mm512_mul_pd(y, y)), _mm512_mul_pd(z, z));
      const __mmask8 others = _mm256_cmpneq_epi32_mask(own, _mm256_set1_epi32(static_cast<int>(other.rank)));
      const __mmask8 isAligned = _mm512_mask_cmp_pd_mask(others, squared, aligned, _CMP_LT_OQ);
      const __mmask8 isTogether = _mm512_mask_cmp_pd_mask(others, squared, together, _CMP_LT_OQ);
      const __mmask8 isNear = _mm512_mask_cmp_pd_mask(others, squared, nearest, _CMP_LT_OQ);
      if (isNear != 0) {
        const __m512d soft = _mm512_add_pd(squared, softening);
        const __m512d minus = _mm512_set1_pd(-1);
        away.add(isNear, _mm512_div_pd(_mm512_mul_pd(x, minus), soft), _mm512_div_pd(_mm512_mul_pd(y, minus), soft),
                 _mm512_div_pd(_mm512_mul_pd(z, minus), soft));
      }
      if (isAligned != 0) {
        heading.add(isAligned, _mm512_set1_pd(other.velocity.x), _mm512_set1_pd(other.velocity.y),
                    _mm512_set1_pd(other.velocity.z));
      }
      if (isTogether != 0) centre.add(isTogether, x, y, z);
    }
    away.store(sums.away, first), heading.store(sums.heading, first), centre.store(sums.centre, first);
  }
}
#endif

}  // namespace better_bats
