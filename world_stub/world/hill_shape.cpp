// Land, hills and their caves. SPDX-License-Identifier: MIT
#include "world_stub/world/hill_shape.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>

#include "world_stub/world/noise.hpp"

namespace better_bats::stub {
namespace {

// What the draws are for, so that none depends on another.
enum Purpose : std::uint64_t { Place = 1, Lift, Passage, Turn, Land, Ridges, Upland, River, Forest };

// Every cell has one cave hill near its middle. The origin lies in the middle of cell (0, 0).
constexpr double cellWidth = 144;
constexpr double scatter = 14;

// The directions in which a mouth may open.
struct Heading {
  double x, z;
};
constexpr double c = 0.7071067811865476;
constexpr std::array<Heading, 8> headings{{{1, 0}, {c, c}, {0, 1}, {-c, c}, {-1, 0}, {-c, -c}, {0, -1}, {c, -c}}};

std::int64_t cellOf(double coordinate) noexcept {
  return static_cast<std::int64_t>(std::floor((coordinate + cellWidth / 2) / cellWidth));
}

double distanceSquared(double dx, double dz) noexcept {
  return dx * dx + dz * dz;
}

// 1 in the middle, 0 at the foot, flat at both.
double bell(double squaredShare) noexcept {
  if (squaredShare >= 1) return 0;
  const double rest = 1 - squaredShare;
  return rest * rest;
}

// A worm: it wanders from side to side, sinks as it goes, and ends in a small hall.
void digPassage(CaveHill& hill, double y, double headingX, double headingZ, std::uint64_t cave) {
  constexpr int steps = 30;
  double x = hill.x + headingX * 9;
  double z = hill.z + headingZ * 9;
  const double sink = 0.3 + 0.7 * fractionOf(cave, Turn, -1, 0);
  for (int step = 0; step < steps; ++step) {
    const double turn = 0.7 * (fractionOf(cave, Turn, step / 4, 0) - 0.5);
    const double turnedX = headingX - headingZ * turn;
    const double turnedZ = headingZ + headingX * turn;
    const double length = std::sqrt(distanceSquared(turnedX, turnedZ));
    headingX = turnedX / length;
    headingZ = turnedZ / length;
    x += 1.5 * headingX;
    z += 1.5 * headingZ;
    y -= sink;
    const double radius = 2.4 + 1.3 * fractionOf(cave, Turn, step / 3, 1);
    hill.rooms.push_back({x, y, z, radius, radius, y - radius * 0.8});
  }
  hill.rooms.push_back({x, y, z, 7, 5, y - 3});
}

// A hall under the top, a wide way out through the flank, passages into the rock.
void dig(CaveHill& hill, double mouthX, double mouthZ, double y, std::uint64_t cave) {
  hill.rooms.push_back({hill.x, y, hill.z, 12, 8, y - 4});
  for (int step = 3; step <= 22; ++step) {
    const double along = 2.0 * step;
    hill.rooms.push_back({hill.x + mouthX * along, y + 0.5, hill.z + mouthZ * along, 6.5, 6, y - 3});
  }
  digPassage(hill, y, -mouthX, -mouthZ, hashOf(cave, Passage, 0, 0));
  digPassage(hill, y, -mouthZ, mouthX, hashOf(cave, Passage, 0, 1));
  digPassage(hill, y, mouthZ, -mouthX, hashOf(cave, Passage, 0, 2));
}

}  // namespace

double HillShape::land(double x, double z) const noexcept {
  const double rolling = layeredNoiseAt(seed_ + 100 * Land, x / 150, z / 150, 4);
  const double ridge = 1 - std::fabs(layeredNoiseAt(seed_ + 100 * Ridges, x / 120, z / 120, 3));
  const double upland = smoothStep(-0.2, 0.5, noiseAt(seed_ + 100 * Upland, x / 230, z / 230));
  const double river = 1 - smoothStep(0, 0.16, std::fabs(layeredNoiseAt(seed_ + 100 * River, x / 210, z / 210, 2)));
  const double dry = 65 + 11 * rolling + upland * (4 + 25 * ridge * ridge * ridge);
  return dry - river * std::max(0.0, dry - 57) * 0.8;
}

std::int32_t HillShape::height(std::int32_t x, std::int32_t z, const std::vector<CaveHill>& hills) const noexcept {
  double y = land(x, z);
  for (const CaveHill& hill : hills) {
    y += hill.lift * bell(distanceSquared(x - hill.x, z - hill.z) / (CaveHill::hillRadius * CaveHill::hillRadius));
  }
  return static_cast<std::int32_t>(std::floor(y));
}

double HillShape::forest(std::int32_t x, std::int32_t z) const noexcept {
  return smoothStep(-0.1, 0.6, layeredNoiseAt(seed_ + 100 * Forest, x / 90.0, z / 90.0, 2));
}

std::vector<CaveHill> HillShape::caveHillsNear(double x, double z, double halfWidth) const {
  const double reach = halfWidth + CaveHill::reach + scatter;
  std::vector<CaveHill> hills;
  for (std::int64_t cellZ = cellOf(z - reach); cellZ <= cellOf(z + reach); ++cellZ) {
    for (std::int64_t cellX = cellOf(x - reach); cellX <= cellOf(x + reach); ++cellX) {
      CaveHill hill = caveHillOf(cellX, cellZ);
      const double near = CaveHill::reach + halfWidth;
      if (std::fabs(hill.x - x) <= near && std::fabs(hill.z - z) <= near) hills.push_back(std::move(hill));
    }
  }
  return hills;
}

CaveHill HillShape::caveHillOf(std::int64_t cellX, std::int64_t cellZ) const {
  const std::uint64_t cave = hashOf(seed_, Place, cellX, cellZ);
  CaveHill hill{};
  hill.x = static_cast<double>(cellX) * cellWidth + scatter * (2 * fractionOf(cave, Place, 0, 0) - 1);
  hill.z = static_cast<double>(cellZ) * cellWidth + scatter * (2 * fractionOf(cave, Place, 0, 1) - 1);

  // The mouth opens to where the land at the hill's foot is lowest, never below the lakes.
  Heading mouth = headings[0];
  double lowest = std::numeric_limits<double>::infinity();
  for (const Heading& heading : headings) {
    const double foot = land(hill.x + CaveHill::hillRadius * heading.x, hill.z + CaveHill::hillRadius * heading.z);
    if (foot < lowest) {
      lowest = foot;
      mouth = heading;
    }
  }
  const double y = std::floor(std::max(lowest + 4, seaLevel + 5.0));
  const double top = y + 21 + 8 * fractionOf(cave, Lift, 0, 0);
  hill.lift = std::max(0.0, top - land(hill.x, hill.z));
  dig(hill, mouth.x, mouth.z, y, cave);
  return hill;
}

}  // namespace better_bats::stub
