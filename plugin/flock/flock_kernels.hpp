// Sums over flockmates that are side by side in a batch, and over those of them who are too near.
// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <span>

#include "plugin/flight/bat_lanes.hpp"
#include "plugin/flock/avx512.hpp"
#include "plugin/flock/push_kernels.hpp"
#include "plugin/flock/snapshot.hpp"

namespace better_bats {

/// Lanes [begin, end) that hold a whole flock in id order, and the bats that may be too near to it besides.
struct FlockLanes {
  std::uint32_t begin, end;
  std::span<const Slot> outsiders;
};

struct FlockRadii {
  double flock;       ///< mates are within it
  double separation;  ///< whoever is nearer is too near
};

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
          push += pushAlong(towards * -1.0, squared);
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
      crowded |= laneBit(isCrowded, lane);
    }
  }
  return crowded;
}

#if defined(__x86_64__)
/// Eight lanes' sums in the making.
struct FlockSums {
  __m512d ownX, ownY, ownZ;
  __m512d offsetX, offsetY, offsetZ, velocityX, velocityY, velocityZ, mates;
  PushSums pushes;
};

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
  if (near != 0) addPushes(near, x, y, z, squared, sums.pushes);
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
  storePushes(bats, first, lanes, sums.pushes);
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
    const __mmask8 lanes = firstAvx512(flock.end - first);
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
                   {}};
    sums.pushes.clear();
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
    crowded |= std::uint64_t{sums.pushes.coincident} << first;
  }
  return crowded;
}
#endif

}  // namespace better_bats
