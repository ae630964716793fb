// Choices, changes and promises. SPDX-License-Identifier: MIT
#include "tests/fuzz/wild_world.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdio>
#include <limits>
#include <map>

#include "rules/number_text.hpp"

namespace better_bats::test {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double nan = std::numeric_limits<double>::quiet_NaN();
constexpr std::uint32_t active = BETTER_BATS_ENTITY_ALIVE | BETTER_BATS_ENTITY_FLYING;
constexpr double greatestMaxSpeed = 64;
constexpr std::size_t mostBats = 120;

constexpr std::array<double, 16> oddNumbers{0,     -0.0,      0.5,      1,   -1,  1e-9, -1e-300, 5e-324,
                                            1e300, -infinity, infinity, nan, 1e9, -1e9, 2.9e7,   1e9 + 1};

bool sameBits(Vec3 a, Vec3 b) {
  const auto same = [](double x, double y) {
    return std::bit_cast<std::uint64_t>(x) == std::bit_cast<std::uint64_t>(y);
  };
  return same(a.x, b.x) && same(a.y, b.y) && same(a.z, b.z);
}

bool isUsable(Vec3 v) {
  return std::fabs(v.x) <= 1e9 && std::fabs(v.y) <= 1e9 && std::fabs(v.z) <= 1e9;
}

bool isActiveBat(const Bat& bat) {
  return bat.kind == 0 && (bat.flags & active) == active;
}

std::string name(const Bat& bat) {
  return "bat " + rules::toText(bat.id) + " at " + rules::toText(bat.position.x) + " " + rules::toText(bat.position.y) +
         " " + rules::toText(bat.position.z) + " with velocity " + rules::toText(bat.velocity.x) + " " +
         rules::toText(bat.velocity.y) + " " + rules::toText(bat.velocity.z);
}

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
  int ticks = 0;
  while (!bytes_.atEnd() && ticks < mostTicks) {
    for (std::size_t changes = bytes_.below(6); changes > 0; --changes) change();
    tick();
    ++ticks;
  }
  return ticks;
}

// ---- what the plugin asks

Surface WildWorld::surfaceHeight(std::int32_t x, std::int32_t z) const {
  interfere();
  return FakeWorld::surfaceHeight(x, z);
}

Block WildWorld::block(BlockPos position) const {
  interfere();
  if (FakeWorld::surfaceHeight(position.x, position.z).loaded == 0) {
    throw BrokenPromise("a block of an unloaded column was read");
  }
  return FakeWorld::block(position);
}

Status WildWorld::probe(std::span<const Probe> probes, std::span<ProbeResult> results) const {
  interfere();
  if (!answersProbes) return Status::Unsupported;
  for (std::size_t i = 0; i < probes.size(); ++i) {
    const Surface surface = FakeWorld::surfaceHeight(probes[i].x, probes[i].z);
    ProbeResult answer{};
    answer.loaded = surface.loaded;
    answer.has_surface = surface.has_surface;
    answer.surface = surface.height;
    answer.sees_sky = surface.has_surface == 0 || probes[i].y >= surface.height ? 1 : 0;
    if (probes[i].down + probes[i].up > 63) throw BrokenPromise("a run of more than 64 blocks was asked for");
    for (int bit = 0; bit <= probes[i].down + probes[i].up && surface.loaded != 0; ++bit) {
      const Block one = FakeWorld::block({probes[i].x, probes[i].y - probes[i].down + bit, probes[i].z});
      answer.solid |= std::uint64_t{one.solid} << bit;
      answer.fluid |= std::uint64_t{one.fluid} << bit;
    }
    results[i] = answer;
  }
  return Status::Ok;
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
  for (const std::vector<Entity>* list : {&bats, &others}) {
    for (const Entity& entity : *list) {
      if (isWanted(entity)) visit(entity);
    }
  }
}

/// While the plugin asks, bats die, wake, rest and turn into cows; nobody moves in memory.
void WildWorld::interfere() const {
  if (!interferes_ || bats.empty() || !bytes_.chance(24)) return;
  const std::size_t index = bytes_.below(std::min<std::size_t>(bats.size(), 256));
  auto& bat = const_cast<Bat&>(bats[index]);  // a host's own bats, in its own function
  if (bytes_.chance(128)) {
    bat.flags = bytes_.below(4);
  } else {
    bat.kind = bytes_.below(2) * kindOf("cow").value();
  }
  expected_[index].flags = bat.flags;
  expected_[index].kind = bat.kind;
  if (isActiveBat(bat)) wasActive_[index] = true;
}

// ---- changes between ticks

double WildWorld::number() {
  if (bytes_.chance(40)) return oddNumbers[bytes_.below(oddNumbers.size())];
  return bytes_.take<std::int16_t>() / 512.0;
}

Vec3 WildWorld::place() {
  const double x = number();
  const double y = bytes_.chance(230) ? bytes_.byte() / 8.0 : number();
  return {x, y, number()};
}

Vec3 WildWorld::speed() {
  const auto component = [&] { return bytes_.chance(20) ? number() : (bytes_.byte() - 128) / 400.0; };
  const double x = component();
  const double y = component();
  return {x, y, component()};
}

void WildWorld::change() {
  switch (bytes_.below(4)) {
    case 0:
    case 1: return changeEntities();
    case 2: return changeWorld();
    default: return changeSettings();
  }
}

void WildWorld::changeEntities() {
  const std::size_t what = bytes_.below(8);
  if (bats.size() < mostBats && (what < 4 || bats.empty())) {
    for (std::size_t count = 1 + bytes_.below(12); count > 0; --count) {
      const Vec3 at = place();  // compilers disagree about the order of arguments
      bats.push_back(makeBat(nextId_, at, speed()));
      nextId_ += 1 + bytes_.below(3);
    }
    return;
  }
  if (bats.empty()) return;
  const std::size_t index = bytes_.below(bats.size());
  Bat& bat = bats[index];
  switch (what) {
    case 4: bats.erase(bats.begin() + static_cast<std::ptrdiff_t>(index)); return;
    case 5: bat.flags = bytes_.below(4); return;
    case 6: bat.position = place(); return;
    default: break;
  }
  switch (bytes_.below(5)) {
    case 0: bat.velocity = speed(); return;
    case 1: bats.push_back(bat); return;  // twice, in the same state
    case 2: {
      const Vec3 at = place();
      bats.push_back(makeBat(bat.id, at, speed()));
      return;
    }
    case 3: bat.kind = bytes_.below(3); return;
    default:
      if (others.size() > 20) others.clear();
      others.push_back({nextId_++, static_cast<EntityKind>(1 + bytes_.below(4)), active, place(), speed()});
  }
}

void WildWorld::changeWorld() {
  const auto small = [&] { return static_cast<std::int32_t>(bytes_.byte()) - 128; };
  switch (bytes_.below(7)) {
    case 0:
    case 1: {
      const std::int32_t x = small() / 4;
      const std::int32_t y = bytes_.byte() / 8;
      const std::int32_t z = small() / 4;
      return setBlock({x, y, z}, {bytes_.chance(128), bytes_.chance(128)});
    }
    case 2: ground = bytes_.chance(200) ? std::optional<std::int32_t>(small() / 8) : std::nullopt; return;
    case 3: {
      if (bytes_.chance(100)) return loaded.reset();
      const std::int32_t x = small();
      const std::int32_t z = small();
      loaded = LoadedArea{x, z, x + bytes_.byte(), z + bytes_.byte()};
      return;
    }
    case 4: {
      limits = FakeWorld().limits;
      if (bytes_.chance(80)) limits.period.x = 1 + bytes_.byte();
      if (bytes_.chance(80)) limits.period.z = 1 + bytes_.byte();
      if (bytes_.chance(120)) limits.min = place();
      if (bytes_.chance(120)) limits.max = place();
      return;
    }
    case 5: dayClock = bytes_.chance(200) ? bytes_.take<std::int16_t>() : bytes_.take<std::int64_t>(); return;
    default: gameClock = bytes_.chance(200) ? gameClock + bytes_.byte() : bytes_.take<std::int64_t>(); return;
  }
}

void WildWorld::changeSettings() {
  static constexpr std::array names{"bat_alignment", "bat_cohesion", "bat_separation",     "bat_swarm_size",
                                    "bat_wander",    "steering",     "flock_radius",       "separation_radius",
                                    "predators",     "ground_scan",  "ceiling_scan",       "comfort_min",
                                    "comfort_max",   "border_force", "border_margin",      "min_speed",
                                    "max_speed",     "planar",       "perception_radius",  "alignment_radius",
                                    "max_force",     "flee_force",   "twilight_alignment", "predator_radius"};
  static constexpr std::array words{"true", "false", "reynolds", "additive", "bat", "cat", "0", "64", "1024", "0.5"};
  const auto both = [&](const auto& act) { act(first_), act(second_); };
  switch (bytes_.below(7)) {
    case 0: {
      const better_bats_startle startle{place(), std::fabs(number()), std::fabs(number()), bytes_.below(4)};
      return both([&](const LinkedSession& session) { session.startle(startle); });
    }
    case 1: return both([&](const LinkedSession& session) { session.reset(); });
    case 2: saved_ = first_.save(); return;
    case 3: {
      const Status status = first_.load(saved_);
      if (second_.load(saved_) != status) throw BrokenPromise("one session took a state that the other did not");
      return;
    }
    case 4: return first_.callNonsense();
    default: {
      const std::string key = names[bytes_.below(names.size())];
      const std::string value =
          bytes_.chance(60) ? words[bytes_.below(words.size())] : rules::toText(bytes_.byte() % 101);
      return both([&](const LinkedSession& session) {
        static_cast<void>(session.execute("better-bats set " + key + " " + value));
      });
    }
  }
}

// ---- ticks and promises

void WildWorld::tick() {
  answersProbes = bytes_.chance(128);
  if (bytes_.chance(160)) {
    flyTogether();
  } else {
    flyAmongChanges();
  }
  checkFlocks();
  for (Bat& bat : bats) {
    if (isActiveBat(bat) && isUsable(bat.position) && isUsable(bat.velocity)) move(bat);
  }
  gameClock = static_cast<std::int64_t>(static_cast<std::uint64_t>(gameClock) + 1);
  dayClock = static_cast<std::int64_t>(static_cast<std::uint64_t>(dayClock) + 1);
}

void WildWorld::expect() {
  expected_ = bats;
  wasActive_.assign(bats.size(), false);
  for (std::size_t i = 0; i < bats.size(); ++i) wasActive_[i] = isActiveBat(bats[i]);
}

/// Both sessions fly the tick, the second one from shuffled bats and by another form of the call: the same bits.
void WildWorld::flyTogether() {
  std::vector<Bat> shuffled = bats;
  for (std::size_t i = shuffled.size(); i > 1; --i) std::swap(shuffled[i - 1], shuffled[bytes_.below(i)]);
  const std::vector<Bat> before = bats;
  expect();
  const Status status = first_.fly(bats);
  checkWritten(before, status);
  Status other = Status::Ok;
  const bool single = bytes_.chance(128) && !bats.empty();
  if (!single) {
    other = second_.fly(shuffled);
  } else {
    std::vector<Bat> flown = bats;
    std::copy(before.begin(), before.end(), bats.begin());  // for the scan
    for (Bat& bat : shuffled) {
      if (const Status one = second_.fly(bat); one != Status::Ok) other = one;
    }
    bats = flown;
  }
  if (status != other && !bats.empty()) throw BrokenPromise("one form of the call failed, the other did not");
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
  }
}

/// One session flies while the host's bats change in its callbacks.
void WildWorld::flyAmongChanges() {
  const std::vector<Bat> before = bats;
  expect();
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
  first_.reset();  // the second session has not seen this
  second_.reset();
}

void WildWorld::checkWritten(const std::vector<Bat>& before, Status status) const {
  if (status != Status::Ok) {
    throw BrokenPromise(std::string("an honest world's tick failed: ") + describe(status));
  }
  for (std::size_t i = 0; i < bats.size(); ++i) {
    const Bat& bat = bats[i];
    const Bat& as = expected_[i];
    if (bat.id != as.id || bat.kind != as.kind || bat.flags != as.flags || !sameBits(bat.position, as.position)) {
      throw BrokenPromise("more than a velocity was written of " + name(bat));
    }
    if (sameBits(bat.velocity, before[i].velocity)) continue;
    if (!wasActive_[i]) throw BrokenPromise("no active bat was written: " + name(bat));
    if (!isUsable(before[i].position) || !isUsable(before[i].velocity)) {
      throw BrokenPromise("a bat that is not usable was written: " + name(bat));
    }
    const double size = std::sqrt(lengthSquared(bat.velocity));
    if (!(size <= greatestMaxSpeed * std::sqrt(3.0) * (1 + 1e-9))) throw BrokenPromise("too fast: " + name(bat));
  }
}

void WildWorld::checkFlocks() const {
  const std::int64_t limit = first_.rule("better-bats:bat_swarm_size");
  std::map<std::uint64_t, std::uint32_t> members;
  std::map<std::uint64_t, std::uint32_t> sizes;
  std::vector<std::uint64_t> seen;
  for (const Bat& bat : bats) {
    if (std::find(seen.begin(), seen.end(), bat.id) != seen.end()) continue;
    seen.push_back(bat.id);
    const FlockMembership membership = first_.flockOf(bat.id);
    if (membership.flock == 0) continue;
    if (membership.size < 2 || membership.size > limit) throw BrokenPromise("a flock of a size that may not be");
    ++members[membership.flock];
    sizes[membership.flock] = membership.size;
  }
  for (const auto& [flock, size] : sizes) {
    if (members[flock] != size) throw BrokenPromise("a flock has members that are nowhere");
  }
}

}  // namespace better_bats::test
