// What changes between ticks. SPDX-License-Identifier: MIT
#include <array>
#include <cmath>
#include <limits>

#include "rules/number_text.hpp"
#include "tests/fuzz/wild_world.hpp"

namespace better_bats::test {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double nan = std::numeric_limits<double>::quiet_NaN();
constexpr std::array<double, 16> oddNumbers{0,     -0.0,      0.5,      1,   -1,  1e-9, -1e-300, 5e-324,
                                            1e300, -infinity, infinity, nan, 1e9, -1e9, 2.9e7,   1e9 + 1};

}  // namespace

std::int64_t later(std::int64_t clock, std::uint64_t by) noexcept {
  return static_cast<std::int64_t>(static_cast<std::uint64_t>(clock) + by);
}

std::int32_t WildWorld::small() {
  return static_cast<std::int32_t>(bytes_.byte()) - 128;
}

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
      others.push_back({nextId_++, static_cast<EntityKind>(1 + bytes_.below(4)), activeFlags, place(), speed()});
  }
}

/// One block, or a small heap of them.
void WildWorld::changeBlocks() {
  const std::int32_t x = small() / 4;
  const std::int32_t y = bytes_.byte() / 8;
  const std::int32_t z = small() / 4;
  const bool solid = bytes_.chance(128);
  const Block block{solid, bytes_.chance(128)};
  const auto size = static_cast<std::int32_t>(1 + bytes_.below(4));
  for (std::int32_t i = 0; i < size * size * size; ++i) {
    setBlock({x + i % size, y + i / size % size, z + i / size / size}, block);
  }
}

void WildWorld::changeLoaded() {
  if (bytes_.chance(100)) return loaded.reset();
  const std::int32_t x = small();
  const std::int32_t z = small();
  const std::int32_t east = x + bytes_.byte();
  loaded = LoadedArea{x, z, east, z + bytes_.byte()};
}

void WildWorld::changeWorld() {
  switch (bytes_.below(8)) {
    case 0:
    case 1: return changeBlocks();
    case 2: ground = bytes_.chance(200) ? std::optional<std::int32_t>(small() / 8) : std::nullopt; return;
    case 3: return changeLoaded();
    case 4: {
      limits = FakeWorld().limits;
      if (bytes_.chance(80)) limits.period.x = 1 + bytes_.byte();
      if (bytes_.chance(80)) limits.period.z = 1 + bytes_.byte();
      if (bytes_.chance(120)) limits.min = place();
      if (bytes_.chance(120)) limits.max = place();
      return;
    }
    case 5: dayClock = bytes_.chance(200) ? bytes_.take<std::int16_t>() : bytes_.take<std::int64_t>(); return;
    case 6: worldSeed = bytes_.take<std::int64_t>(); return;
    default: gameClock = bytes_.chance(200) ? later(gameClock, bytes_.byte()) : bytes_.take<std::int64_t>(); return;
  }
}

void WildWorld::changeSettings() {
  static constexpr std::array names{"bat_alignment", "bat_cohesion", "bat_separation",     "bat_swarm_size",
                                    "bat_wander",    "steering",     "flock_radius",       "separation_radius",
                                    "predators",     "ground_scan",  "ceiling_scan",       "comfort_min",
                                    "comfort_max",   "border_force", "border_margin",      "min_speed",
                                    "max_speed",     "planar",       "perception_radius",  "alignment_radius",
                                    "max_force",     "flee_force",   "twilight_alignment", "predator_radius",
                                    "bat_flight",    "altitude_cap", "vertical_damping",   "comfort_max_force"};
  static constexpr std::array words{"true", "false", "reynolds", "additive", "bat", "cat", "0", "64", "1024", "0.5"};
  const auto both = [&](const auto& act) { act(first_), act(second_); };
  switch (bytes_.below(9)) {
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
    case 5: {  // of one alone: flight is the same with any
      static constexpr std::array widths{"0", "128", "256", "512"};
      static_cast<void>(first_.execute(std::string("better-bats set vector_bits ") + widths[bytes_.below(4)]));
      return;
    }
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

}  // namespace better_bats::test
