// Hours of play in one go: bats in hills with days and nights, hunting phantoms, rule changes and chunk unloads. What
// must hold is looked at as it goes; at the end stand memory and a hash of all bats. SPDX-License-Identifier: MIT
//
//   long_flight PLUGIN TICKS BATS     exit status 1 where something did not hold
#include <unistd.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <fstream>
#include <map>
#include <stdexcept>
#include <string>
#include <vector>

#include "rules/number_text.hpp"
#include "tests/support/random.hpp"
#include "world_stub/server/server.hpp"

namespace better_bats::test {
namespace {

constexpr std::int32_t fullReach = 271;     // blocks from the origin to the edge of the loaded hills
constexpr std::int32_t smallReach = 199;    // and while the outer chunks are unloaded
constexpr std::int64_t checkedEvery = 50;   // ticks
constexpr std::int64_t changedEvery = 400;  // ticks between events

struct Finding : std::runtime_error {
  using std::runtime_error::runtime_error;
};

std::uint64_t residentKibibytes() {
  std::uint64_t total = 0;
  std::uint64_t resident = 0;
  std::ifstream("/proc/self/statm") >> total >> resident;
  return resident * static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE)) / 1024;
}

/// FNV-1a over the bits of every bat.
std::uint64_t hashOf(std::span<const Entity> bats) {
  std::uint64_t hash = 0xCBF29CE484222325U;
  const auto add = [&](std::uint64_t bits) {
    for (int byte = 0; byte < 8; ++byte) hash = (hash ^ ((bits >> (8 * byte)) & 0xFFU)) * 0x100000001B3U;
  };
  for (const Entity& bat : bats) {
    add(bat.id);
    for (const Vec3 v : {bat.position, bat.velocity}) {
      for (const double component : {v.x, v.y, v.z}) add(std::bit_cast<std::uint64_t>(component));
    }
  }
  return hash;
}

class LongFlight {
 public:
  LongFlight(const std::string& plugin, std::uint64_t bats) : server_(settings()), wanted_(bats) {
    if (!server_.tryLoadPlugin(plugin)) throw Finding("no plugin");
    server_.createWorld(stub::WorldSpec::makeHills(7));
    spawn();
  }

  void run(std::int64_t ticks) {
    std::uint64_t warm = 0;
    std::uint64_t most = 0;
    for (std::int64_t tick = 1; tick <= ticks; ++tick) {
      if (tick % changedEvery == 0) happen();
      server_.tick();
      if (tick % checkedEvery != 0) continue;
      check();
      most = std::max(most, residentKibibytes());
      if (tick <= ticks / 5) warm = residentKibibytes();
      if (tick % 50'000 == 0) tell(tick);
    }
    const auto bats = std::as_const(server_.world()).entities().bats();
    std::printf("%lld ticks, %zu bats, memory %llu KiB after a fifth, %llu at the end, %llu at most, hash %016llx\n",
                static_cast<long long>(ticks), bats.size(), static_cast<unsigned long long>(warm),
                static_cast<unsigned long long>(residentKibibytes()), static_cast<unsigned long long>(most),
                static_cast<unsigned long long>(hashOf(bats)));
    if (most > warm + warm / 10 + 4096) throw Finding("memory grew");
  }

 private:
  static stub::ServerSettings settings() {
    stub::ServerSettings settings;
    settings.log = [](LogLevel level, std::string_view line) {
      if (level >= LogLevel::Warning) throw Finding(std::string(line));
    };
    return settings;
  }

  void tell(std::int64_t tick) {
    std::fprintf(stderr, "tick %lld: %zu bats, %llu KiB\n", static_cast<long long>(tick),
                 server_.world().entities().bats().size(), static_cast<unsigned long long>(residentKibibytes()));
  }

  void spawn() {
    SpawnRequest request{};
    request.count = wanted_ - std::min<std::uint64_t>(wanted_, server_.world().entities().bats().size());
    request.seed = static_cast<std::int64_t>(random_.next() >> 1);
    request.speed = 0.3;
    server_.spawnBats(request);
  }

  /// One of the things that happen to a server.
  void happen() {
    stub::EntityStore& entities = server_.world().entities();
    switch (random_.next() % 6) {
      case 0: {
        constexpr std::array<std::int64_t, 5> limits{5, 2, 8, 40, 0};
        setRule("better-bats:bat_swarm_size", limits[random_.next() % 5]);
        break;
      }
      case 1: setRule("better-bats:bat_cohesion", static_cast<std::int64_t>(random_.next() % 30)); break;
      case 2: hunt(entities); break;
      case 3: entities.remove(entities.bats()[random_.next() % entities.bats().size()].id); break;
      case 4: spawn(); break;
      default: {
        isSmall_ = !isSmall_;
        const std::int32_t reach = isSmall_ ? smallReach : fullReach;
        server_.world().loadArea({-reach, -reach, reach, reach});
        if (isSmall_) unloadBats(entities);
      }
    }
  }

  /// Chunks that are unloaded take their bats along, as in any server.
  static void unloadBats(stub::EntityStore& entities) {
    std::vector<std::uint64_t> gone;
    for (const Entity& bat : entities.bats()) {
      const double reach = std::max(std::fabs(bat.position.x - 0.5), std::fabs(bat.position.z - 0.5));
      if (reach > smallReach) gone.push_back(bat.id);
    }
    entities.remove(gone);
  }

  void setRule(const std::string& id, std::int64_t value) {
    if (server_.pilot()->gameRules().set(id, value) != Status::Ok) throw Finding(id + " could not be set");
  }

  /// A phantom beside a bat, in the place of the one before.
  void hunt(stub::EntityStore& entities) {
    if (phantom_ != 0) entities.remove(phantom_);
    const Vec3 prey = entities.bats()[random_.next() % entities.bats().size()].position;
    phantom_ = entities.add(stub::phantomKind, prey + Vec3{3, 2, 3}, {random_.between(-0.3, 0.3), 0, 0.2}).value_or(0);
  }

  [[nodiscard]] std::string at(const Entity& bat) const {
    return " at " + rules::toText(bat.position.x) + " " + rules::toText(bat.position.y) + " " +
           rules::toText(bat.position.z) + " in tick " + rules::toText(server_.world().gameTime());
  }

  void check() {
    const auto limit = server_.pilot()->gameRules().get("better-bats:bat_swarm_size").value_or(0);
    std::map<std::uint64_t, std::uint32_t> members;
    for (const Entity& bat : std::as_const(server_.world()).entities().bats()) {
      const std::string name = "bat " + rules::toText(bat.id);
      if (!stub::hasFiniteState(bat)) throw Finding(name + " is not finite");
      const double speed = std::sqrt(lengthSquared(bat.velocity));
      if (speed > 0.35 * (1 + 1e-12)) throw Finding(name + " is too fast: " + rules::toText(speed));
      if (server_.world().inSolid(bat.position)) throw Finding(name + " is in stone" + at(bat));
      const auto [flock, size] = server_.pilot()->flockOf(bat.id);
      if (flock == 0) continue;
      if (size < 2 || size > limit) throw Finding(name + " is in a flock of " + rules::toText(size));
      ++members[flock];
      if (members[flock] > size) throw Finding("flock " + rules::toText(flock) + " has more bats than members");
    }
  }

  stub::Server server_;
  std::uint64_t wanted_;
  Random random_{42};
  bool isSmall_ = false;
  std::uint64_t phantom_ = 0;
};

}  // namespace
}  // namespace better_bats::test

int main(int count, char** arguments) {
  using namespace better_bats;
  const auto ticks = count == 4 ? rules::fromText<std::int64_t>(arguments[2]) : std::nullopt;
  const auto bats = count == 4 ? rules::fromText<std::uint64_t>(arguments[3]) : std::nullopt;
  if (!ticks || !bats) {
    std::fputs("usage: long_flight PLUGIN TICKS BATS\n", stderr);
    return 2;
  }
  try {
    test::LongFlight(arguments[1], *bats).run(*ticks);
    return 0;
  } catch (const std::exception& finding) {
    std::printf("failed: %s\n", finding.what());
    return 1;
  }
}
