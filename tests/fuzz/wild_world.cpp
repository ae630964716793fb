// Ticks: what the plugin asks, what changes while it asks, and how the host moves its bats. SPDX-License-Identifier:
// MIT
#include "tests/fuzz/wild_world.hpp"

#include <algorithm>
#include <cstdio>

namespace better_bats::test {

namespace {

/// No fault of its own may be told by a plugin.
Host listeningHost() {
  Host host;
  host.log = [](LogLevel level, std::string_view line) {
    if (level == LogLevel::Error) std::fprintf(stderr, "%.*s\n", static_cast<int>(line.size()), line.data());
  };
  return host;
}

}  // namespace

WildWorld::WildWorld() : first_(*this, listeningHost()), second_(*this, listeningHost()) {
  ground = 0;
}

int WildWorld::run(Bytes bytes, int mostTicks) {
  bytes_ = bytes;
  collides_ = bytes_.chance(128);
  int ticks = 0;
  while (!bytes_.atEnd() && ticks < mostTicks) {
    for (std::size_t changes = bytes_.below(6); changes > 0; --changes) change();
    tick();
    gameClock = later(gameClock, 1);
    dayClock = later(dayClock, 1);
    ++ticks;
  }
  return ticks;
}

// ---- what the plugin asks

std::int64_t WildWorld::dayTime() const {
  interfere();
  return FakeWorld::dayTime();
}

Surface WildWorld::surfaceHeight(std::int32_t x, std::int32_t z) const {
  interfere();
  const Surface surface = FakeWorld::surfaceHeight(x, z);
  saidLoaded_[{x, z}] = surface.loaded != 0;
  return surface;
}

Block WildWorld::block(BlockPos position) const {
  interfere();
  requireSaidLoaded(position.x, position.z);
  return FakeWorld::block(position);
}

Status WildWorld::probe(std::span<const Probe> probes, std::span<ProbeResult> results) const {
  interfere();
  if (!answersProbes) return Status::Unsupported;
  for (std::size_t i = 0; i < probes.size(); ++i) {
    const Surface surface = FakeWorld::surfaceHeight(probes[i].x, probes[i].z);
    const auto wants = [&](std::uint32_t what) { return (probes[i].wants & what) != 0; };
    ProbeResult answer{~std::uint64_t{0}, ~std::uint64_t{0}, -7, 1, 1, 1, 0};  // stays where it is not wanted
    if (wants(BETTER_BATS_WANT_SURFACE)) {
      saidLoaded_[{probes[i].x, probes[i].z}] = surface.loaded != 0;
      answer.loaded = surface.loaded;
      answer.has_surface = surface.has_surface;
      answer.surface = surface.height;
    }
    if (wants(BETTER_BATS_WANT_SKY)) {
      answer.sees_sky = surface.has_surface == 0 || probes[i].y >= surface.height ? 1 : 0;
    }
    if (wants(BETTER_BATS_WANT_BLOCKS)) readRun(probes[i], answer);
    results[i] = answer;
  }
  return Status::Ok;
}

void WildWorld::readRun(const Probe& probe, ProbeResult& answer) const {
  if (probe.down + probe.up > 63) broken_ = "a run of more than 64 blocks was asked for";
  // Asked in one go, whether it is loaded and what it holds: nobody can know yet.
  if ((probe.wants & BETTER_BATS_WANT_SURFACE) == 0) requireSaidLoaded(probe.x, probe.z);
  answer.solid = answer.fluid = 0;
  for (int bit = 0; bit <= probe.down + probe.up; ++bit) {
    const Block one = FakeWorld::block({probe.x, probe.y - probe.down + bit, probe.z});
    answer.solid |= static_cast<std::uint64_t>(one.solid) << bit;
    answer.fluid |= static_cast<std::uint64_t>(one.fluid) << bit;
  }
}

/// A column's blocks may be read if it was loaded when the plugin asked, or is.
void WildWorld::requireSaidLoaded(std::int32_t x, std::int32_t z) const {
  const auto said = saidLoaded_.find({x, z});
  const bool mayRead = said != saidLoaded_.end() ? said->second : FakeWorld::surfaceHeight(x, z).loaded != 0;
  if (!mayRead) broken_ = "a block of an unloaded column was read";
}

void WildWorld::scanEntities(const Box& box, std::span<const EntityKind> kinds, const EntityVisitor& visit) const {
  interfere();
  // Also who is nowhere: a lie about a position is none about being there.
  const auto isWanted = [&](const Entity& entity) {
    const Vec3 p = entity.position;
    const bool outside =
        p.x < box.min.x || p.x > box.max.x || p.y < box.min.y || p.y > box.max.y || p.z < box.min.z || p.z > box.max.z;
    return !outside && std::find(kinds.begin(), kinds.end(), entity.kind) != kinds.end();
  };
  for (std::size_t i = 0; i < bats.size(); ++i) {
    const bool isListed = i >= unlisted_.size() || !unlisted_[i];
    if (isListed && isWanted(bats[i])) visit(bats[i]);
  }
  for (const std::vector<Entity>* list : {&newborn_, &others}) {
    for (const Entity& entity : *list) {
      if (isWanted(entity)) visit(entity);
    }
  }
}

// ---- changes during ticks

/// While the plugin asks, everything changes but the place of the host's bats in memory.
void WildWorld::interfere() const {
  if (!interferes_ || bytes_.atEnd() || !bytes_.chance(24)) return;
  auto& self = const_cast<WildWorld&>(*this);  // a host's own world, in its own function
  switch (bytes_.below(8)) {
    case 0:
    case 1:
    case 2:
    case 3: return self.interfereWithBats();
    case 7:
      if (first_.execute("better-bats set bat_wander 7") != Status::Busy) broken_ = "a call within a call was taken";
      return;
    default: return self.interfereWithWorld();
  }
}

void WildWorld::interfereWithBats() {
  if (bats.empty()) return;
  const std::size_t index = bytes_.below(bats.size());
  Bat& bat = bats[index];
  switch (bytes_.below(7)) {
    case 0:
    case 1: bat.flags = bytes_.below(4); break;
    case 2: bat.kind = bytes_.below(2) * kindOf("cow").value(); break;
    case 3: unlisted_[index] = true; return;
    case 4: {
      if (bats.size() + newborn_.size() >= mostBats) return;
      const Vec3 at = place();
      newborn_.push_back(makeBat(nextId_++, at, speed()));
      return;
    }
    case 5:
      others.push_back({nextId_++, static_cast<EntityKind>(1 + bytes_.below(4)), activeFlags, place(), {}});
      return;
    default: {
      if (!isUsable(bat.position)) return;
      const double x = bytes_.byte() / 8.0;
      const double y = bytes_.byte() / 8.0;
      bat.position = {x, y, bytes_.byte() / 8.0};
    }
  }
  expected_[index] = bat;
  if (isActiveBat(bat)) {
    keeps_[index].reset();
  } else if (!keeps_[index]) {
    keeps_[index] = bat.velocity;
  }
}

void WildWorld::interfereWithWorld() {
  switch (bytes_.below(6)) {
    case 0:
    case 1: return changeBlocks();
    case 2: ground = bytes_.byte() / 8; return;
    case 3: return changeLoaded();
    case 4: dayClock = bytes_.take<std::int16_t>(); return;
    default: gameClock = later(gameClock, bytes_.below(3)), flownAt_.insert(gameClock);
  }
}

// ---- ticks

void WildWorld::tick() {
  while (!flownAt_.insert(gameClock).second) gameClock = later(gameClock, 1);  // a time once more is no new tick
  answersProbes = bytes_.chance(128);
  const bool together = bytes_.chance(160);
  expect();
  if (together) {
    flyTogether();
  } else {
    flyAmongChanges();
  }
  if (bytes_.chance(32)) checkSaved();
  if (!together) beginAlike();
  moveAll();
}

void WildWorld::expect() {
  expected_ = bats;
  keeps_.assign(bats.size(), std::nullopt);
  for (std::size_t i = 0; i < bats.size(); ++i) {
    if (!isActiveBat(bats[i])) keeps_[i] = bats[i].velocity;
  }
  unlisted_.assign(bats.size(), false);
  saidLoaded_.clear();
}

/// Both sessions fly the tick, the second one from shuffled bats and by another form of the call: the same bits.
void WildWorld::flyTogether() {
  std::vector<Bat> shuffled = bats;
  for (std::size_t i = shuffled.size(); i > 1; --i) std::swap(shuffled[i - 1], shuffled[bytes_.below(i)]);
  const std::vector<Bat> before = bats;
  const Status status = first_.fly(bats);
  checkWritten(before, status);
  const Law law = readLaw();
  checkSpeeds(before, law);
  checkWalls(before, law);
  checkFlocks();
  checkMembers();
  Status other = Status::Ok;
  if (bats.empty() || !bytes_.chance(128)) {
    other = second_.fly(shuffled);
  } else {
    const std::vector<Bat> flown = bats;
    std::copy(before.begin(), before.end(), bats.begin());  // for the scan
    for (Bat& bat : shuffled) {
      if (const Status one = second_.fly(bat); one != Status::Ok) other = one;
    }
    bats = flown;
  }
  if (status != other) throw BrokenPromise("one form of the call failed, the other did not");
  checkSameFlight(shuffled);
}

/// One session flies while all changes in the host's callbacks.
void WildWorld::flyAmongChanges() {
  const std::vector<Bat> before = bats;
  interferes_ = true;
  Status status = Status::Ok;
  if (bytes_.chance(128)) {
    status = first_.fly(bats);
  } else {
    for (Bat& bat : bats) {
      const Status one = first_.fly(bat);
      if (one != Status::Ok) status = one;
    }
  }
  interferes_ = false;
  checkWritten(before, status);
  bats.insert(bats.end(), newborn_.begin(), newborn_.end());
  newborn_.clear();
  checkFlocks();
}

/// The second session has not seen this tick: it goes on from what the first one saves, or both begin anew.
void WildWorld::beginAlike() {
  if (bytes_.chance(128)) {
    first_.reset();
    return second_.reset();
  }
  if (second_.load(first_.save()) != Status::Ok) throw BrokenPromise("a saved state was not taken");
}

// ---- the host moves its bats

void WildWorld::moveAll() {
  for (Bat& bat : bats) {
    if (!isActiveBat(bat) || !isUsable(bat.position) || !isUsable(bat.velocity)) continue;
    if (collides_) {
      moveAmongBlocks(bat);
    } else {
      move(bat);
    }
  }
}

/// The middle of the body enters no solid block: axis by axis, and what is blocked is stopped.
void WildWorld::moveAmongBlocks(Bat& bat) const {
  for (const auto axis : {&Vec3::y, &Vec3::x, &Vec3::z}) {
    Bat there = bat;
    there.position.*axis += bat.velocity.*axis;
    there.velocity = {};
    move(there);  // across a seam
    if (isSolidAt(wallPoint(there.position)) && !isSolidAt(wallPoint(bat.position))) {
      bat.velocity.*axis = 0;
    } else {
      bat.position = there.position;
    }
  }
}

/// The block of a point, air where nothing is loaded.
bool WildWorld::isSolidAt(Vec3 point) const {
  if (limits.period.x > 0) point.x = wrapped(point.x, limits.period.x);
  if (limits.period.z > 0) point.z = wrapped(point.z, limits.period.z);
  return FakeWorld::block(blockOf(point)).solid;
}

}  // namespace better_bats::test
