// Looking at flocks and velocities. SPDX-License-Identifier: MIT
#include "plugin/inspect/invariants.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>

#include "plugin/flight/vector_math.hpp"
#include "rules/number_text.hpp"

namespace better_bats {
namespace {

constexpr double kRounding = 1e-9;

bool sameBits(Vec3 a, Vec3 b) noexcept {
  using Bits = std::array<std::uint64_t, 3>;
  return std::bit_cast<Bits>(a) == std::bit_cast<Bits>(b);
}

/// Whether a step along one axis ends at or beyond a face, as one that was cut short there does.
bool endsAtFace(double position, double v, const AxisBounds& faces) noexcept {
  const double next = position + v;
  const auto rounding = [](double face) { return kRounding * (1 + std::fabs(face)); };
  return next <= faces.min + rounding(faces.min) || next >= faces.max - rounding(faces.max);
}

bool isCutByBorder(Vec3 position, Vec3 v, const Space& space) noexcept {
  const auto& faces = space.faces();
  // A column that is not loaded turns what was cut, x and z together.
  const auto level = [&](double sign) {
    return endsAtFace(position.x, sign * v.x, faces[0]) || endsAtFace(position.z, sign * v.z, faces[2]);
  };
  return endsAtFace(position.y, v.y, faces[1]) || level(1) || level(-1);
}

const char* faultOf(Vec3 position, Vec3 v, const TickConditions& tick) noexcept {
  const FlightParameters& p = *tick.parameters;
  const double speed = length(v);
  if (!std::isfinite(speed)) return "is not finite";
  // Every component may reach for a border with the greatest speed.
  if (speed > p.maxSpeed * std::sqrt(3.0) * (1 + kRounding)) return "is beyond the greatest speed";
  if (speed >= p.minSpeed * (1 - kRounding) && speed <= p.maxSpeed * (1 + kRounding)) return nullptr;
  if (isCutByBorder(position, v, tick.space)) return nullptr;
  const bool stopped = v.x == 0 && v.z == 0 && speed <= p.maxSpeed * (1 + kRounding);  // nothing loaded ahead or behind
  return stopped ? nullptr : "is outside the speed limits, and no border is near";
}

}  // namespace

std::string Invariants::brokenFlock(const FlightEngine& engine, std::int64_t limit) {
  const FlockRoster& roster = engine.roster();
  members_.clear();
  for (Slot slot = 0; slot < engine.snapshot().size(); ++slot) {
    if (const std::uint64_t flock = roster.flockId(slot); flock != 0) {
      members_.push_back({flock, roster.flockSize(slot)});
    }
  }
  std::sort(members_.begin(), members_.end(),
            [](const Membership& a, const Membership& b) { return a.flock < b.flock; });
  std::size_t flocks = 0;
  for (std::size_t begin = 0; begin < members_.size(); ++flocks) {
    std::size_t end = begin;
    while (end < members_.size() && members_[end].flock == members_[begin].flock) ++end;
    const std::uint64_t size = members_[begin].size;
    if (size != end - begin || size < 2 || static_cast<std::int64_t>(size) > limit) {
      return "flock " + rules::toText(members_[begin].flock) + " of " + rules::toText(size) + " has " +
             rules::toText(end - begin) + " bats, the limit is " + rules::toText(limit);
    }
    begin = end;
  }
  return flocks == roster.flockCount() ? std::string() : "a flock has no active member";
}

void Invariants::remember(std::span<const Entity> bats) {
  before_.clear();
  for (const Entity& bat : bats) before_.push_back(bat.velocity);
}

std::string Invariants::brokenVelocity(const FlightEngine& engine, std::span<const Entity> bats) const {
  for (std::size_t i = 0; i < bats.size() && i < before_.size(); ++i) {
    const Entity& bat = bats[i];
    // Not written: a bat of no use, or one that rested while the others flew and was woken since by a callback.
    if (sameBits(bat.velocity, before_[i])) continue;
    const Slot slot = engine.snapshot().find(bat.id);
    if (slot == kNoSlot) continue;
    const char* fault = faultOf(engine.snapshot().position(slot), bat.velocity, engine.conditions());
    if (fault == nullptr) continue;
    const Vec3 v = bat.velocity;
    return "the velocity of bat " + rules::toText(bat.id) + " " + fault + ": " + rules::toText(v.x) + " " +
           rules::toText(v.y) + " " + rules::toText(v.z);
  }
  return {};
}

}  // namespace better_bats
