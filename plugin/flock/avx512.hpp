// What the kernels for AVX-512 have in common. SPDX-License-Identifier: MIT
#pragma once

#if defined(__x86_64__)

#include <immintrin.h>

#include <cstdint>

#include "plugin/flock/snapshot.hpp"

/// The target of all kernels for AVX-512, which Processor asks for as a whole.
#define BETTER_BATS_AVX512 [[gnu::target("avx512f,avx512dq,avx512vl,avx512bw,popcnt")]]

namespace better_bats {

/// Those of eight places that are among the first `count`.
BETTER_BATS_AVX512 [[gnu::always_inline]] inline __mmask8 firstAvx512(std::uint32_t count) noexcept {
  return static_cast<__mmask8>(count < 8 ? (1U << count) - 1 : 0xFFU);
}

/// BoundingBox::distanceSquared() of eight points at a time.
class BoxAvx512 {
 public:
  BETTER_BATS_AVX512 [[gnu::always_inline]] explicit BoxAvx512(const Snapshot::BoundingBox& box) noexcept
      : lowX_(_mm512_set1_pd(box.low.x)),
        lowY_(_mm512_set1_pd(box.low.y)),
        lowZ_(_mm512_set1_pd(box.low.z)),
        highX_(_mm512_set1_pd(box.high.x)),
        highY_(_mm512_set1_pd(box.high.y)),
        highZ_(_mm512_set1_pd(box.high.z)) {}

  BETTER_BATS_AVX512 [[gnu::always_inline]] __m512d distanceSquared(const double* x, const double* y,
                                                                    const double* z) const noexcept {
    const __m512d beyondX = beyond(_mm512_loadu_pd(x), lowX_, highX_);
    const __m512d beyondY = beyond(_mm512_loadu_pd(y), lowY_, highY_);
    const __m512d beyondZ = beyond(_mm512_loadu_pd(z), lowZ_, highZ_);
    return _mm512_add_pd(_mm512_add_pd(_mm512_mul_pd(beyondX, beyondX), _mm512_mul_pd(beyondY, beyondY)),
                         _mm512_mul_pd(beyondZ, beyondZ));
  }

 private:
  BETTER_BATS_AVX512 [[gnu::always_inline]] static __m512d beyond(__m512d value, __m512d low, __m512d high) noexcept {
    const __m512d either = _mm512_max_pd(_mm512_sub_pd(low, value), _mm512_sub_pd(value, high));
    return _mm512_max_pd(either, _mm512_setzero_pd());
  }

  __m512d lowX_, lowY_, lowZ_, highX_, highY_, highZ_;
};

}  // namespace better_bats

#endif
