// Taking the host's entities into the snapshot's records, both one cache line each. SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

#include "plugin/flight/vector_math.hpp"
#include "plugin/flock/snapshot.hpp"

namespace better_bats {

/// The host's entities are visited in the snapshot's order, not in theirs: fetched this many bats ahead.
inline constexpr std::size_t kEntitiesAhead = 24;

inline void refreshPlain(std::span<SnapshotBat> bats, const Entity* entities, EntityKind kind,
                         Snapshot::ChunkSummary& summary) noexcept {
  bool same = true;
  double farthestSquared = 0;
  Snapshot::BoundingBox box;
  for (std::size_t i = 0; i < bats.size(); ++i) {
    __builtin_prefetch(&entities[bats[std::min(i + kEntitiesAhead, bats.size() - 1)].input]);
    SnapshotBat& bat = bats[i];
    const Entity& entity = entities[bat.input];
    farthestSquared = std::max(farthestSquared, lengthSquared(entity.position - bat.position));
    bat.position = entity.position;
    bat.velocity = entity.velocity;
    const bool sameBat = entity.id == bat.id && Snapshot::isActive(entity) && entity.kind == kind;
    same = same && sameBat && isUsable(entity.position) && isUsable(entity.velocity);
    box.include({entity.position, entity.position});
  }
  summary = {box, farthestSquared, same};
}

#if defined(__x86_64__)
/// An entity in one register: id, kind and flags, position, velocity. Turned by two it is a record but for the id and
/// what the snapshot adds.
[[gnu::target("avx512f,avx512dq,avx512vl")]] inline void refreshAvx512(std::span<SnapshotBat> bats,
                                                                       const Entity* entities, EntityKind kind,
                                                                       Snapshot::ChunkSummary& summary) noexcept {
  constexpr std::uint64_t magnitude = 0x7FFFFFFFFFFFFFFFU;
  constexpr std::uint64_t flags = std::uint64_t{Snapshot::kActive} << 32;
  const auto largest = static_cast<long long>(std::bit_cast<std::uint64_t>(kLargestComponent));
  const auto m = static_cast<long long>(magnitude);
  // As integers, magnitudes compare as their values do, and what is not finite is larger than all of them.
  const __m512i masks = _mm512_setr_epi64(m, m, m, m, m, m, -1, static_cast<long long>(flags | 0xFFFFFFFFU));
  const __m512i limits = _mm512_setr_epi64(largest, largest, largest, largest, largest, largest, -1, -1);
  const __m512i active = _mm512_set1_epi64(static_cast<long long>(flags | kind));
  __m512d low = _mm512_set1_pd(std::numeric_limits<double>::infinity());
  __m512d high = _mm512_set1_pd(-std::numeric_limits<double>::infinity());
  __m128d farthest = _mm_setzero_pd();
  unsigned same = 0xFFU;
  for (std::size_t i = 0; i < bats.size(); ++i) {
    _mm_prefetch(&entities[bats[std::min(i + kEntitiesAhead, bats.size() - 1)].input], _MM_HINT_T0);
    SnapshotBat& bat = bats[i];
    const __m512i entity = _mm512_loadu_si512(&entities[bat.input]);
    const __m512i before = _mm512_load_si512(&bat);
    const __m512i turned = _mm512_alignr_epi64(entity, entity, 2);
    _mm512_mask_store_epi64(&bat, 0x3F, turned);
    const __m512i checked = _mm512_and_si512(turned, masks);
    const __m512i expected = _mm512_mask_blend_epi64(0x80, before, active);
    same &= _mm512_cmple_epu64_mask(checked, limits) & (_mm512_cmpeq_epi64_mask(checked, expected) | 0x3FU);
    const __m512d state = _mm512_castsi512_pd(turned);
    low = _mm512_mask_min_pd(low, 0x07, low, state);
    high = _mm512_mask_max_pd(high, 0x07, high, state);
    const __m256d moved =
        _mm256_sub_pd(_mm512_castpd512_pd256(state), _mm512_castpd512_pd256(_mm512_castsi512_pd(before)));
    const __m256d squares = _mm256_mul_pd(moved, moved);
    const __m128d xy = _mm256_castpd256_pd128(squares);
    const __m128d sum = _mm_add_sd(_mm_add_sd(xy, _mm_unpackhi_pd(xy, xy)), _mm256_extractf128_pd(squares, 1));
    farthest = _mm_max_sd(farthest, sum);
  }
  const auto vector = [](const std::array<double, 8>& v) { return Vec3{v[0], v[1], v[2]}; };
  alignas(64) std::array<double, 8> lows;
  alignas(64) std::array<double, 8> highs;
  _mm512_store_pd(lows.data(), low);
  _mm512_store_pd(highs.data(), high);
  summary = {{vector(lows), vector(highs)}, _mm_cvtsd_f64(farthest), same == 0xFFU};
}
#endif

}  // namespace better_bats
