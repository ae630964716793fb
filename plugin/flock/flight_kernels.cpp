// One body for each kernel, compiled several times: the compiler makes vector code of the widest kind that the target
// attribute of the enclosing function allows. SPDX-License-Identifier: MIT
// GCC 12 takes the registers that its own intrinsics leave undefined on purpose for mistakes (its bug 105593).
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#pragma GCC diagnostic ignored "-Wuninitialized"
#endif

#include "plugin/flock/flight_kernels.hpp"

#include <cmath>

#include "plugin/flight/bat_flight.hpp"
#include "plugin/flight/containment.hpp"
#include "plugin/flock/flock_kernels.hpp"
#include "plugin/flock/load_kernels.hpp"
#include "plugin/flock/locate_kernels.hpp"
#include "plugin/flock/near_kernels.hpp"
#include "plugin/flock/processor.hpp"
#include "plugin/flock/refresh_kernels.hpp"
#include "plugin/flock/reynolds_kernels.hpp"

namespace better_bats {
namespace {

/// [Limit: |value| < 2^31, which finite guests obey]
BETTER_BATS_LANE_FUNCTION std::int32_t floorToBlock(double value) noexcept {
  const auto truncated = static_cast<std::int32_t>(value);
  return truncated - (static_cast<double>(truncated) > value ? 1 : 0);
}

struct Bodies {
  BETTER_BATS_LANE_FUNCTION static void fly(BatLanes& bats, const TickConditions& tick) noexcept {
    flyAdditive(bats, tick, NoRecord{});
  }

  BETTER_BATS_LANE_FUNCTION static void findBlocks(const BatLanes& bats, BlockLanes& blocks) noexcept {
    for (std::size_t i = 0; i < bats.end(); ++i) {
      blocks.x[i] = floorToBlock(bats.position.x[i]);
      blocks.y[i] = floorToBlock(bats.position.y[i]);
      blocks.z[i] = floorToBlock(bats.position.z[i]);
      blocks.wallY[i] = floorToBlock(bats.position.y[i] + kWallHeight);
    }
  }

  BETTER_BATS_LANE_FUNCTION static void findFaces(const BatLanes& bats, BlockLanes& blocks) noexcept {
    for (std::size_t i = 0; i < bats.end(); ++i) {
      blocks.faceX[i] = floorToBlock(leadingFace(bats.position.x[i], bats.v.x[i]));
      blocks.faceZ[i] = floorToBlock(leadingFace(bats.position.z[i], bats.v.z[i]));
    }
    compareFaces(bats, blocks);
  }

  BETTER_BATS_LANE_FUNCTION static void findNext(const BatLanes& bats, BlockLanes& blocks) noexcept {
    for (std::size_t i = 0; i < bats.end(); ++i) {
      blocks.nextX[i] = floorToBlock(bats.position.x[i] + bats.v.x[i]);
      blocks.nextZ[i] = floorToBlock(bats.position.z[i] + bats.v.z[i]);
    }
    compareNext(bats.end(), blocks);
  }

  BETTER_BATS_LANE_FUNCTION static void withinBorders(BatLanes& bats, const TickConditions& tick) noexcept {
    keepWithinBorders(bats, tick);
  }

  BETTER_BATS_LANE_FUNCTION static void findPushes(const PairLanes& pairs, std::size_t count) noexcept {
    const std::size_t end = (count + kLaneStep - 1) / kLaneStep * kLaneStep;
    for (std::size_t i = 0; i < end; ++i) {
      const double distance = std::sqrt(pairs.distanceSquared[i]);
      const double strength = 1 / (distance < 0.01 ? 0.01 : distance);
      pairs.pushX[i] = pairs.awayX[i] / distance * strength;
      pairs.pushY[i] = pairs.awayY[i] / distance * strength;
      pairs.pushZ[i] = pairs.awayZ[i] / distance * strength;
    }
  }
};

// The bodies under one target each: the attribute is all that differs.
#define BETTER_BATS_COMPILE_BODIES(name, ...)                                                                    \
  struct name {                                                                                                  \
    __VA_ARGS__ static void fly(BatLanes& b, const TickConditions& t) { Bodies::fly(b, t); }                     \
    __VA_ARGS__ static void findBlocks(const BatLanes& b, BlockLanes& k) { Bodies::findBlocks(b, k); }           \
    __VA_ARGS__ static void findFaces(const BatLanes& b, BlockLanes& k) { Bodies::findFaces(b, k); }             \
    __VA_ARGS__ static void findNext(const BatLanes& b, BlockLanes& k) { Bodies::findNext(b, k); }               \
    __VA_ARGS__ static void withinBorders(BatLanes& b, const TickConditions& t) { Bodies::withinBorders(b, t); } \
    __VA_ARGS__ static void findPushes(const PairLanes& p, std::size_t n) { Bodies::findPushes(p, n); }          \
  }

BETTER_BATS_COMPILE_BODIES(Plain, );
constexpr FlightKernels kPlain{.name = "plain",
                               .refresh = refreshPlain,
                               .locate = locatePlain,
                               .load = loadPlain,
                               .sumFlocks = sumFlocksPlain,
                               .fly = Plain::fly,
                               .findBlocks = Plain::findBlocks,
                               .findFaces = Plain::findFaces,
                               .findNext = Plain::findNext,
                               .keepWithinBorders = Plain::withinBorders,
                               .findRuns = findRunsPlain,
                               .findHits = findHitsPlain,
                               .findWithin = findWithinPlain,
                               .sumReynolds = sumReynoldsPlain,
                               .findPushes = Plain::findPushes};

#if defined(__x86_64__)
BETTER_BATS_COMPILE_BODIES(Avx2, [[gnu::target("avx2")]]);
constexpr FlightKernels kAvx2{.name = "avx2",
                              .refresh = refreshPlain,
                              .locate = locateAvx2,
                              .load = loadPlain,
                              .sumFlocks = sumFlocksPlain,
                              .fly = Avx2::fly,
                              .findBlocks = Avx2::findBlocks,
                              .findFaces = Avx2::findFaces,
                              .findNext = Avx2::findNext,
                              .keepWithinBorders = Avx2::withinBorders,
                              .findRuns = findRunsAvx2,
                              .findHits = findHitsPlain,
                              .findWithin = findWithinPlain,
                              .sumReynolds = sumReynoldsPlain,
                              .findPushes = Avx2::findPushes};

BETTER_BATS_COMPILE_BODIES(Avx512, [[gnu::target("avx512f,avx512dq,avx512vl,avx512bw,popcnt")]]);
constexpr FlightKernels kAvx512{.name = "avx512",
                                .refresh = refreshAvx512,
                                .locate = locateAvx2,
                                .load = loadAvx512,
                                .sumFlocks = sumFlocksAvx512,
                                .fly = Avx512::fly,
                                .findBlocks = Avx512::findBlocks,
                                .findFaces = Avx512::findFaces,
                                .findNext = Avx512::findNext,
                                .keepWithinBorders = Avx512::withinBorders,
                                .findRuns = findRunsAvx512,
                                .findHits = findHitsAvx512,
                                .findWithin = findWithinAvx512,
                                .sumReynolds = sumReynoldsAvx512,
                                .findPushes = Avx512::findPushes};
#endif
#undef BETTER_BATS_COMPILE_BODIES

}  // namespace

const FlightKernels& flightKernels([[maybe_unused]] int mostBits) noexcept {
#if defined(__x86_64__)
  const Processor processor = Processor::ask();
  if (mostBits >= 512 && processor.avx512) return kAvx512;
  if (mostBits >= 256 && processor.avx2) return kAvx2;
#endif
  return kPlain;
}

}  // namespace better_bats
