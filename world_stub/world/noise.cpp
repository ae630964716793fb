// Gradient noise on an integer lattice. SPDX-License-Identifier: MIT
#include "world_stub/world/noise.hpp"

#include <array>
#include <cmath>
#include <cstddef>

namespace better_bats::stub {
namespace {

// SplitMix64, Steele et al. 2014.
constexpr std::uint64_t mix(std::uint64_t x) noexcept {
  std::uint64_t z = x + 0x9E3779B97F4A7C15U;
  z = (z ^ z >> 30U) * 0xBF58476D1CE4E5B9U;
  z = (z ^ z >> 27U) * 0x94D049BB133111EBU;
  return z ^ z >> 31U;
}

constexpr double fade(double t) noexcept {
  return t * t * t * (t * (t * 6 - 15) + 10);
}

constexpr double between(double a, double b, double t) noexcept {
  return a + (b - a) * t;
}

struct Gradient {
  double x, z;
};

// Sixteen directions of length 1, enough that no lattice shows.
constexpr double c1 = 0.9238795325112867;
constexpr double c2 = 0.7071067811865476;
constexpr double c3 = 0.3826834323650898;
constexpr std::array<Gradient, 16> gradients{{{1, 0},
                                              {c1, c3},
                                              {c2, c2},
                                              {c3, c1},
                                              {0, 1},
                                              {-c3, c1},
                                              {-c2, c2},
                                              {-c1, c3},
                                              {-1, 0},
                                              {-c1, -c3},
                                              {-c2, -c2},
                                              {-c3, -c1},
                                              {0, -1},
                                              {c3, -c1},
                                              {c2, -c2},
                                              {c1, -c3}}};

double slopeAt(std::uint64_t seed, std::int64_t latticeX, std::int64_t latticeZ, double dx, double dz) noexcept {
  const std::uint64_t hash = hashOf(seed, 0, latticeX, latticeZ);
  const Gradient& gradient = gradients[static_cast<std::size_t>(hash >> 60U)];
  return gradient.x * dx + gradient.z * dz;
}

}  // namespace

std::uint64_t hashOf(std::uint64_t seed, std::uint64_t purpose, std::int64_t a, std::int64_t b) noexcept {
  return mix(mix(mix(seed ^ purpose * 0xD6E8FEB86659FD93U) ^ static_cast<std::uint64_t>(a)) ^
             static_cast<std::uint64_t>(b));
}

double fractionOf(std::uint64_t seed, std::uint64_t purpose, std::int64_t a, std::int64_t b) noexcept {
  return static_cast<double>(hashOf(seed, purpose, a, b) >> 11U) * 0x1p-53;
}

double noiseAt(std::uint64_t seed, double x, double z) noexcept {
  const double floorX = std::floor(x);
  const double floorZ = std::floor(z);
  const auto latticeX = static_cast<std::int64_t>(floorX);
  const auto latticeZ = static_cast<std::int64_t>(floorZ);
  const double dx = x - floorX;
  const double dz = z - floorZ;
  const double fadeX = fade(dx);
  const double north =
      between(slopeAt(seed, latticeX, latticeZ, dx, dz), slopeAt(seed, latticeX + 1, latticeZ, dx - 1, dz), fadeX);
  const double south = between(slopeAt(seed, latticeX, latticeZ + 1, dx, dz - 1),
                               slopeAt(seed, latticeX + 1, latticeZ + 1, dx - 1, dz - 1), fadeX);
  return between(north, south, fade(dz)) * 1.4142135623730951;
}

double layeredNoiseAt(std::uint64_t seed, double x, double z, int octaves) noexcept {
  double sum = 0;
  double weight = 1;
  double weights = 0;
  for (int octave = 0; octave < octaves; ++octave) {
    sum += weight * noiseAt(seed + static_cast<std::uint64_t>(octave), x, z);
    weights += weight;
    weight *= 0.5;
    x *= 2;
    z *= 2;
  }
  return sum / weights * 1.3;
}

}  // namespace better_bats::stub
