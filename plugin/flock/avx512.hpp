// What the kernels for AVX-512 have in common. SPDX-License-Identifier: MIT
#pragma once

#if defined(__x86_64__)

#include <immintrin.h>

/// The target of all kernels for AVX-512, which Processor asks for as a whole.
#define BETTER_BATS_AVX512 [[gnu::target("avx512f,avx512dq,avx512vl,avx512bw,popcnt")]]

namespace better_bats {

/// How far values are outside of [low, high].
BETTER_BATS_AVX512 [[gnu::always_inline]] inline __m512d beyondAvx512(__m512d value, __m512d low,
                                                                      __m512d high) noexcept {
  const __m512d either = _mm512_max_pd(_mm512_sub_pd(low, value), _mm512_sub_pd(value, high));
  return _mm512_max_pd(either, _mm512_setzero_pd());
}

}  // namespace better_bats

#endif
