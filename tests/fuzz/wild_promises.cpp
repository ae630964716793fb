// What must hold after every tick of a wild world. SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>

#include "plugin/session/state_document.hpp"
#include "rules/number_text.hpp"
#include "tests/fuzz/wild_world.hpp"
#include "tests/support/bits.hpp"

namespace better_bats::test {

namespace {

constexpr double greatestMaxSpeed = 64;
constexpr double rounding = 1e-9;

std::string name(const Bat& bat) {
  return "bat " + rules::toText(bat.id) + " at " + rules::toText(bat.position.x) + " " + rules::toText(bat.position.y) +
         " " + rules::toText(bat.position.z) + " with velocity " + rules::toText(bat.velocity.x) + " " +
         rules::toText(bat.velocity.y) + " " + rules::toText(bat.velocity.z);
}

/// Whether a step ends at a face of the world or beyond one: the border may have cut it.
bool endsAtFace(double position, double v, double min, double max, double period) {
  if (period > 0) return false;
  const double next = position + v;
  const auto slack = [&](double face) { return rounding + 4e-16 * (std::fabs(face) + std::fabs(position)); };
  return next <= min + slack(min) || next >= max - slack(max);
}

}  // namespace

bool isUsable(Vec3 v) noexcept {
  return std::fabs(v.x) <= 1e9 && std::fabs(v.y) <= 1e9 && std::fabs(v.z) <= 1e9;
}

bool isActiveBat(const Bat& bat) noexcept {
  return bat.kind == 0 && (bat.flags & activeFlags) == activeFlags;
}

void WildWorld::checkWritten(const std::vector<Bat>& before, Status status) const {
  if (!broken_.empty()) throw BrokenPromise(broken_);
  if (status != Status::Ok) {
    throw BrokenPromise(std::string("an honest world's tick failed: ") + describe(status));
  }
  const bool flies = first_.rule("better-bats:bat_flight") != 0;
  for (std::size_t i = 0; i < bats.size(); ++i) {
    const Bat& bat = bats[i];
    const Bat& as = expected_[i];
    if (bat.id != as.id || bat.kind != as.kind || bat.flags != as.flags || !sameBits(bat.position, as.position)) {
      throw BrokenPromise("more than a velocity was written of " + name(bat));
    }
    if (keeps_[i] && !sameBits(bat.velocity, *keeps_[i])) {
      throw BrokenPromise("no active bat was written: " + name(bat));
    }
    if (sameBits(bat.velocity, before[i].velocity)) continue;
    if (!flies) throw BrokenPromise("flight is switched off, and written was " + name(bat));
    if (!isUsable(before[i].position) || !isUsable(before[i].velocity)) {
      throw BrokenPromise("a bat that is not usable was written: " + name(bat));
    }
    const double size = std::sqrt(lengthSquared(bat.velocity));
    if (!(size <= greatestMaxSpeed * std::sqrt(3.0) * (1 + rounding))) throw BrokenPromise("too fast: " + name(bat));
  }
}

void WildWorld::checkSameFlight(const std::vector<Bat>& shuffled) const {
  // Twins of one state have one velocity, so any of them will do.
  std::map<std::uint64_t, std::vector<Vec3>> velocities;
  for (const Bat& bat : bats) velocities[bat.id].push_back(bat.velocity);
  for (const Bat& bat : shuffled) {
    const auto& known = velocities[bat.id];
    const bool found = std::any_of(known.begin(), known.end(), [&](Vec3 v) { return sameBits(v, bat.velocity); });
    if (!found) {
      const Bat& elsewhere = *std::find_if(bats.begin(), bats.end(), [&](const Bat& one) { return one.id == bat.id; });
      throw BrokenPromise("the order or form of the call changes the flight of " + name(bat) + ": elsewhere " +
                          name(elsewhere));
    }
    const FlockMembership one = first_.flockOf(bat.id);
    const FlockMembership other = second_.flockOf(bat.id);
    if (one.flock != other.flock || one.size != other.size) {
      throw BrokenPromise("the order or form of the call changes the flock of " + name(bat));
    }
  }
}

WildWorld::Law WildWorld::readLaw() const {
  const std::map<std::string, std::string> all = first_.parameters();
  const auto numberOf = [&](const char* key) {
    const auto value = rules::fromText<double>(all.at(key));
    if (!value) throw BrokenPromise("a speed that is no number");
    return *value;
  };
  return {numberOf("min_speed"), numberOf("max_speed"), all.at("steering") == "additive"};
}

/// Every speed within its limits, or cut by a border of the world or for want of a loaded column.
void WildWorld::checkSpeeds(const std::vector<Bat>& before, const Law& law) const {
  for (std::size_t i = 0; i < bats.size(); ++i) {
    const Vec3 at = before[i].position;
    const Vec3 v = bats[i].velocity;
    if (sameBits(v, before[i].velocity)) continue;
    const double size = std::sqrt(lengthSquared(v));
    const bool tooFast = size > law.maxSpeed * (1 + rounding);
    if (!tooFast && size >= law.minSpeed * (1 - rounding)) continue;
    const auto endsAtFaces = [&](double sign) {
      return endsAtFace(at.x, sign * v.x, limits.min.x, limits.max.x, limits.period.x) ||
             endsAtFace(at.y, v.y, limits.min.y, limits.max.y, 0) ||
             endsAtFace(at.z, sign * v.z, limits.min.z, limits.max.z, limits.period.z);
    };
    // What a border cut, a column that is not loaded may have turned.
    const bool border = endsAtFaces(1) || (isUnloadedWithin(at, law.maxSpeed) && endsAtFaces(-1));
    const bool stopped = !tooFast && v.x == 0 && v.z == 0 && isUnloadedWithin(at, law.maxSpeed);
    if (!border && !stopped) throw BrokenPromise("beyond the speed limits for no reason: " + name(bats[i]));
  }
}

bool WildWorld::isUnloadedWithin(Vec3 position, double reach) const {
  if (!loaded) return false;
  if (limits.period.x > 0 || limits.period.z > 0) return true;  // perhaps beyond the seam
  return std::floor(position.x - reach) < loaded->x1 || std::floor(position.x + reach) > loaded->x2 ||
         std::floor(position.z - reach) < loaded->z1 || std::floor(position.z + reach) > loaded->z2;
}

Vec3 WildWorld::wallPoint(Vec3 position) {
  constexpr double middle = 0.45;
  return {position.x, position.y + middle, position.z};
}

/// Nobody is sent with its leading face into a solid block, unless behind it is one as well. A border or a column that
/// is not loaded may have turned it since.
void WildWorld::checkWalls(const std::vector<Bat>& before, const Law& law) const {
  if (loaded || !law.additive) return;
  constexpr double halfWidth = 0.25;
  for (std::size_t i = 0; i < bats.size(); ++i) {
    if (sameBits(bats[i].velocity, before[i].velocity)) continue;
    const Vec3 at = before[i].position;
    const auto leadsIntoWall = [&](double Vec3::*axis, double v) {
      Vec3 face = wallPoint(at);
      face.*axis = at.*axis + v + (v > 0 ? halfWidth : -halfWidth);
      return isSolidAt(face);
    };
    for (const auto axis : {&Vec3::x, &Vec3::z}) {
      const double v = bats[i].velocity.*axis;
      if (v == 0 || endsAtFace(at.*axis, v, limits.min.*axis, limits.max.*axis, limits.period.*axis)) continue;
      if (leadsIntoWall(axis, v) && !leadsIntoWall(axis, -v)) {
        throw BrokenPromise("sent into a wall, with a free way back: " + name(bats[i]));
      }
    }
  }
}

void WildWorld::checkFlocks() const {
  const std::int64_t limit = first_.rule("better-bats:bat_swarm_size");
  std::map<std::uint64_t, std::uint32_t> members;
  std::map<std::uint64_t, std::uint32_t> sizes;
  std::set<std::uint64_t> seen;
  for (const Bat& bat : bats) {
    if (!seen.insert(bat.id).second) continue;
    const FlockMembership membership = first_.flockOf(bat.id);
    if (membership.flock == 0) continue;
    if (membership.size < 2 || membership.size > limit) throw BrokenPromise("a flock of a size that may not be");
    ++members[membership.flock];
    const auto [known, isNew] = sizes.emplace(membership.flock, membership.size);
    if (!isNew && known->second != membership.size) throw BrokenPromise("one flock, two sizes");
  }
  for (const auto& [flock, size] : sizes) {
    if (members[flock] != size) throw BrokenPromise("a flock has members that are nowhere");
  }
}

/// Every member is an active bat. Only where nothing changed in the tick.
void WildWorld::checkMembers() const {
  std::set<std::uint64_t> active;
  for (const Bat& bat : bats) {
    if (isActiveBat(bat) && isUsable(bat.position)) active.insert(bat.id);
  }
  for (const Bat& bat : bats) {
    if (first_.flockOf(bat.id).flock != 0 && !active.contains(bat.id)) {
      throw BrokenPromise("no active bat is in a flock: " + name(bat));
    }
  }
}

/// What is saved says the same: flocks of 2 to the limit, nobody in two of them, each with its own id.
void WildWorld::checkSaved() const {
  const auto saved = parseState(first_.save());
  if (!saved) throw BrokenPromise("a saved state that does not parse");
  const std::int64_t limit = first_.rule("better-bats:bat_swarm_size");
  std::set<std::uint64_t> flocks;
  std::set<std::uint64_t> members;
  for (const SavedFlock& flock : saved->flocks) {
    const std::size_t size = flock.members.size();
    if (!flocks.insert(flock.id).second || flock.id >= saved->nextFlockId) throw BrokenPromise("a flock id used twice");
    if (size < 2 || static_cast<std::int64_t>(size) > limit)
      throw BrokenPromise("a saved flock of a size that may not be");
    for (const std::uint64_t member : flock.members) {
      if (!members.insert(member).second) throw BrokenPromise("a bat in two flocks: " + rules::toText(member));
      if (first_.flockOf(member).flock != flock.id)
        throw BrokenPromise("saved in another flock: " + rules::toText(member));
    }
  }
}

}  // namespace better_bats::test
