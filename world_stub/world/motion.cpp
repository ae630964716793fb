// The sweep of a body through the blocks. SPDX-License-Identifier: MIT
#include "world_stub/world/motion.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>

#include "world_stub/world/sweep.hpp"

namespace better_bats::stub {
namespace {

// The blocks whose inside an interval reaches, in 64 bits so that neighbours of the outermost can be named.
struct Reach {
  std::int64_t low, high;
};

std::int64_t floorOf(double value) noexcept {
  return static_cast<std::int64_t>(std::floor(value));
}

Reach reachOf(double low, double high) noexcept {
  return {floorOf(low), -floorOf(-high) - 1};
}

Reach reachAcross(double middle) noexcept {
  return reachOf(middle - bodyHalfWidth, middle + bodyHalfWidth);
}
Reach reachUp(double bottom) noexcept {
  return reachOf(bottom, bottom + bodyHeight);
}

// Where nothing solid lies in all that a short way touches, the order of the axes does not matter.
bool isWayFree(const VoxelMap& map, Vec3 from, Vec3 to) noexcept {
  const Reach x = reachOf(std::min(from.x, to.x) - bodyHalfWidth, std::max(from.x, to.x) + bodyHalfWidth);
  const Reach y = reachOf(std::min(from.y, to.y), std::max(from.y, to.y) + bodyHeight);
  const Reach z = reachOf(std::min(from.z, to.z) - bodyHalfWidth, std::max(from.z, to.z) + bodyHalfWidth);
  if (x.high - x.low > 3 || y.high - y.low > 62 || z.high - z.low > 3) return false;
  for (std::int64_t blockZ = z.low; blockZ <= z.high; ++blockZ) {
    for (std::int64_t blockX = x.low; blockX <= x.high; ++blockX) {
      const ColumnView column = map.column(static_cast<std::int32_t>(blockX), static_cast<std::int32_t>(blockZ));
      if (column.run(static_cast<std::int32_t>(y.low), static_cast<std::uint32_t>(y.high - y.low + 1)).solid != 0) {
        return false;
      }
    }
  }
  return true;
}

// The highest bottom whose body, as it is computed, does not reach above `ceiling`; else the next tick would take the
// block for one that the body already overlaps. (nextafter is exact everywhere.)
double bottomBelow(double ceiling) noexcept {
  double bottom = ceiling - bodyHeight;
  while (bottom + bodyHeight > ceiling) bottom = std::nextafter(bottom, -std::numeric_limits<double>::infinity());
  return bottom;
}

void moveY(const VoxelMap& map, Entity& entity) noexcept {
  double& y = entity.position.y;
  double& speed = entity.velocity.y;
  const double to = y + speed;
  const Reach x = reachAcross(entity.position.x);
  const Reach z = reachAcross(entity.position.z);
  std::optional<std::int64_t> hit;
  for (std::int64_t blockZ = z.low; blockZ <= z.high; ++blockZ) {
    for (std::int64_t blockX = x.low; blockX <= x.high; ++blockX) {
      const ColumnView column = map.column(static_cast<std::int32_t>(blockX), static_cast<std::int32_t>(blockZ));
      const auto here = speed > 0 ? lowestSolid(column, reachUp(y).high + 1, reachUp(to).high)
                                  : highestSolid(column, floorOf(to), floorOf(y) - 1);
      if (here && (!hit || (speed > 0 ? *here < *hit : *here > *hit))) hit = here;
    }
  }
  if (!hit) {
    y = to;
    return;
  }
  y = speed > 0 ? bottomBelow(static_cast<double>(*hit)) : static_cast<double>(*hit + 1);
  speed = 0;
}

// x and z alike: `across` is the reach on the other horizontal axis.
void moveLevel(const VoxelMap& map, LevelAxis axis, Reach across, Reach up, double& position, double& speed) noexcept {
  const double to = position + speed;
  const Reach from = reachAcross(position);
  const Reach until = reachAcross(to);
  const bool forward = speed > 0;
  const LevelWay way{axis,
                     forward ? from.high + 1 : from.low - 1,
                     forward ? until.high - from.high : from.low - until.low,
                     forward,
                     static_cast<std::int32_t>(across.low),
                     static_cast<std::int32_t>(across.high),
                     static_cast<std::int32_t>(up.low),
                     static_cast<std::uint32_t>(up.high - up.low + 1)};
  const auto hit = firstSolid(map, way);
  if (!hit) {
    position = to;
    return;
  }
  position = forward ? static_cast<double>(*hit) - bodyHalfWidth : static_cast<double>(*hit + 1) + bodyHalfWidth;
  speed = 0;
}

}  // namespace

double wrapCoordinate(double coordinate, double period) noexcept {
  if (period == 0 || !std::isfinite(coordinate)) return coordinate;
  double wrapped = coordinate - period * std::floor(coordinate / period);
  if (wrapped < 0) wrapped += period;
  return wrapped >= period ? 0 : wrapped;
}

void moveEntity(const VoxelMap& map, Entity& entity) noexcept {
  if (!hasFiniteState(entity)) return;
  Vec3& position = entity.position;
  Vec3& velocity = entity.velocity;
  if (isWayFree(map, position, position + velocity)) {
    position += velocity;
  } else {
    if (velocity.y != 0) moveY(map, entity);
    const auto up = [&] { return reachUp(position.y); };
    if (velocity.x != 0) moveLevel(map, LevelAxis::X, reachAcross(position.z), up(), position.x, velocity.x);
    if (velocity.z != 0) moveLevel(map, LevelAxis::Z, reachAcross(position.x), up(), position.z, velocity.z);
  }
  position.x = wrapCoordinate(position.x, map.periodX());
  position.z = wrapCoordinate(position.z, map.periodZ());
}

void moveBats(const VoxelMap& map, std::span<Entity> bats) noexcept {
  for (Entity& bat : bats) {
    if ((bat.flags & BETTER_BATS_ENTITY_FLYING) != 0) moveEntity(map, bat);
  }
}

void movePhantoms(const VoxelMap& map, EntityStore& entities) noexcept {
  const auto others = entities.others();
  const auto details = entities.otherDetails();
  for (std::size_t i = 0; i < others.size(); ++i) {
    if (others[i].kind == phantomKind && !details[i].noAi) moveEntity(map, others[i]);
  }
}

}  // namespace better_bats::stub
