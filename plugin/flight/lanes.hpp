// Bats side by side: each figure is an array with one lane a bat, each formula a plain loop over the lanes, which
// compilers turn into vector code of whatever width they are allowed. One bat is a batch of one: the same code, so the
// same bits. SPDX-License-Identifier: MIT
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>

#include <better_bats/vec3.hpp>

/// A function of the model over lanes. It is compiled into its caller, with the instructions that the caller may use
/// (flock/flight_kernels.cpp); the same arithmetic in any case.
#define BETTER_BATS_LANE_FUNCTION [[gnu::always_inline]] inline

namespace better_bats {

/// Bats of one batch: enough for one call of the world to pay, few enough to stay in the first cache.
inline constexpr std::size_t kLanes = 64;

/// Loops run over whole steps of so many lanes. Those beyond the last bat hold finite numbers that nobody reads.
inline constexpr std::size_t kLaneStep = 8;

template <typename Number>
class Lanes {
 public:
  [[nodiscard]] Number& operator[](std::size_t lane) noexcept { return values_[lane]; }
  [[nodiscard]] const Number& operator[](std::size_t lane) const noexcept { return values_[lane]; }

 private:
  // One step more, so that a step may begin at any lane. NOLINTNEXTLINE(modernize-avoid-c-arrays): never initialised
  alignas(64) Number values_[kLanes + kLaneStep];
};

/// Yes or no as wide as a double, so that choices stay vector code.
using FlagLanes = Lanes<std::uint64_t>;

struct VectorLanes {
  Lanes<double> x, y, z;
  [[nodiscard]] Vec3 operator[](std::size_t lane) const noexcept { return {x[lane], y[lane], z[lane]}; }
  void set(std::size_t lane, Vec3 value) noexcept { x[lane] = value.x, y[lane] = value.y, z[lane] = value.z; }
};

/// A lane's bit where the condition holds.
[[nodiscard]] constexpr std::uint64_t laneBit(bool condition, std::size_t lane) noexcept {
  return (condition ? std::uint64_t{1} : std::uint64_t{0}) << lane;
}

/// One bit for each of the lanes [begin, end), which are not none.
[[nodiscard]] constexpr std::uint64_t lanesOf(std::uint32_t begin, std::uint32_t end) noexcept {
  return ~std::uint64_t{0} >> (kLanes - (end - begin)) << begin;
}

/// Calls visit(lane) for each lane that has its bit, ascending.
template <typename Visit>
void forEachLane(std::uint64_t lanes, Visit&& visit) {
  for (; lanes != 0; lanes &= lanes - 1) visit(static_cast<std::size_t>(std::countr_zero(lanes)));
}

BETTER_BATS_LANE_FUNCTION void fill(std::size_t end, Lanes<double>& lanes, double value) noexcept {
  for (std::size_t i = 0; i < end; ++i) lanes[i] = value;
}

BETTER_BATS_LANE_FUNCTION void negate(std::size_t end, const Lanes<double>& lanes, Lanes<double>& negative) noexcept {
  for (std::size_t i = 0; i < end; ++i) negative[i] = -lanes[i];
}

}  // namespace better_bats
