// One body for each kernel, compiled several times: the compiler makes vector code of the widest kind that the target
// attribute of the enclosing function allows. SPDX-License-Identifier: MIT
// GCC 12 takes the registers that its own intrinsics leave undefined on purpose for mistakes (its bug 105593).
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#pragma GCC diagnostic ignored "-Wuninitialized"
#endif

#include "plugin/flock/flight_kernels.hpp"

#include "plugin/flight/bat_flight.hpp"
#include "plugin/flight/containment.hpp"
#include "plugin/flock/flock_kernels.hpp"
#include "plugin/flock/load_kernels.hpp"
#include "plugin/flock/locate_kernels.hpp"
#include "plugin/flock/mate_kernels.hpp"
#include "plugin/flock/near_kernels.hpp"
#include "plugin/flock/processor.hpp"
#include "plugin/flock/push_kernels.hpp"
#include "plugin/flock/refresh_kernels.hpp"
#include "plugin/flock/reynolds_kernels.hpp"

namespace better_bats {
namespace {

template <Division division>
struct Bodies {
  BETTER_BATS_LANE_FUNCTION static void fly(BatLanes& bats, const TickConditions& tick) noexcept {
    flyAdditive<division>(bats, tick, NoRecord{});
  }

  BETTER_BATS_LANE_FUNCTION static void findBlocks(const BatLanes& bats, BlockLanes& blocks) noexcept {
    for (std::size_t i = 0; i < bats.end(); ++i) {
      blocks.x[i] = flooredToInt32(bats.position.x[i]);
      blocks.y[i] = flooredToInt32(bats.position.y[i]);
      blocks.z[i] = flooredToInt32(bats.position.z[i]);
      blocks.wallY[i] = flooredToInt32(bats.position.y[i] + kWallHeight);
    }
  }

  BETTER_BATS_LANE_FUNCTION static void findFaces(const BatLanes& bats, BlockLanes& blocks) noexcept {
    for (std::size_t i = 0; i < bats.end(); ++i) {
      blocks.faceX[i] = flooredToInt32(leadingFace(bats.position.x[i], bats.v.x[i]));
      blocks.faceZ[i] = flooredToInt32(leadingFace(bats.position.z[i], bats.v.z[i]));
    }
    compareFaces(bats, blocks);
  }

  BETTER_BATS_LANE_FUNCTION static void findNext(const BatLanes& bats, BlockLanes& blocks) noexcept {
    for (std::size_t i = 0; i < bats.end(); ++i) {
      blocks.nextX[i] = flooredToInt32(bats.position.x[i] + bats.v.x[i]);
      blocks.nextZ[i] = flooredToInt32(bats.position.z[i] + bats.v.z[i]);
    }
    compareNext(bats.end(), blocks);
  }

  BETTER_BATS_LANE_FUNCTION static void withinBorders(BatLanes& bats, const TickConditions& tick) noexcept {
    keepWithinBorders(bats, tick);
  }

  BETTER_BATS_LANE_FUNCTION static void findPushes(const PairLanes& pairs, std::size_t count) noexcept {
    const std::size_t end = (count + kLaneStep - 1) / kLaneStep * kLaneStep;
    findPushesOf(end, pairs.awayX, pairs.awayY, pairs.awayZ, pairs.distanceSquared, pairs.pushX, pairs.pushY,
                 pairs.pushZ);
  }

 private:
  /// So many arrays might overlap that compilers would take one pair at a time; as parameters they do not.
  BETTER_BATS_LANE_FUNCTION static void findPushesOf(std::size_t end, const double* __restrict awayX,
                                                     const double* __restrict awayY, const double* __restrict awayZ,
                                                     const double* __restrict squared, double* __restrict pushX,
                                                     double* __restrict pushY, double* __restrict pushZ) noexcept {
    for (std::size_t i = 0; i < end; ++i) {
      const Vec3 push = pushAlong({awayX[i], awayY[i], awayZ[i]}, squared[i]);
      pushX[i] = push.x, pushY[i] = push.y, pushZ[i] = push.z;
    }
  }
};

// The bodies under one target each: the attribute is all that differs.
#define BETTER_BATS_COMPILE_BODIES(name, division, ...)                                                        \
  struct name {                                                                                                \
    using Body = Bodies<division>;                                                                             \
    __VA_ARGS__ static void fly(BatLanes& b, const TickConditions& t) { Body::fly(b, t); }                     \
    __VA_ARGS__ static void findBlocks(const BatLanes& b, BlockLanes& k) { Body::findBlocks(b, k); }           \
    __VA_ARGS__ static void findFaces(const BatLanes& b, BlockLanes& k) { Body::findFaces(b, k); }             \
    __VA_ARGS__ static void findNext(const BatLanes& b, BlockLanes& k) { Body::findNext(b, k); }               \
    __VA_ARGS__ static void withinBorders(BatLanes& b, const TickConditions& t) { Body::withinBorders(b, t); } \
    __VA_ARGS__ static void findPushes(const PairLanes& p, std::size_t n) { Body::findPushes(p, n); }          \
  }

/// The bodies as compiled for some target, and the plain form of all that is written by hand.
template <typename Compiled>
constexpr FlightKernels kernelsOf(const char* name) noexcept {
  return {.name = name,
          .refresh = refreshPlain,
          .locate = locatePlain,
          .load = loadPlain,
          .sumFlocks = sumFlocksPlain,
          .sumMates = sumMatesPlain,
          .sumPushes = sumPushesPlain,
          .fly = Compiled::fly,
          .findBlocks = Compiled::findBlocks,
          .findFaces = Compiled::findFaces,
          .findNext = Compiled::findNext,
          .keepWithinBorders = Compiled::withinBorders,
          .findRuns = findRunsPlain,
          .findHits = findHitsPlain,
          .findWithin = findWithinPlain,
          .sumReynolds = sumReynoldsPlain,
          .findPushes = Compiled::findPushes};
}

BETTER_BATS_COMPILE_BODIES(Plain, Division::Plain, );
constexpr FlightKernels kPlain = kernelsOf<Plain>("plain");

#if defined(__x86_64__)
BETTER_BATS_COMPILE_BODIES(Avx2, Division::Plain, [[gnu::target("avx2")]]);
constexpr FlightKernels kAvx2 = [] {
  FlightKernels kernels = kernelsOf<Avx2>("avx2");
  kernels.locate = locateAvx2;
  kernels.findRuns = findRunsAvx2;
  return kernels;
}();

BETTER_BATS_COMPILE_BODIES(Avx512, Division::Fused, [[gnu::target("avx512f,avx512dq,avx512vl,avx512bw,popcnt")]]);
constexpr FlightKernels kAvx512 = [] {
  FlightKernels kernels = kernelsOf<Avx512>("avx512");
  kernels.refresh = refreshAvx512;
  kernels.locate = locateAvx2;
  kernels.load = loadAvx512;
  kernels.sumFlocks = sumFlocksAvx512;
  kernels.sumPushes = sumPushesAvx512;
  kernels.sumMates = sumMatesAvx512;
  kernels.findRuns = findRunsAvx512;
  kernels.findHits = findHitsAvx512;
  kernels.findWithin = findWithinAvx512;
  kernels.sumReynolds = sumReynoldsAvx512;
  return kernels;
}();
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
