// A crowd's tick that finds no memory, at every allocation: what follows is the flight of a session that never failed
// and was told the same. SPDX-License-Identifier: MIT
#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include <better_bats/plugin.hpp>

#include "tests/alloc/allocation_counter.hpp"
#include "tests/alloc/sessions.hpp"
#include "tests/support/bits.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/fake_world.hpp"
#include "tests/support/random.hpp"

namespace better_bats::test {

namespace {

constexpr std::uint64_t mostAllocations = 2000;
constexpr std::size_t crowd = 2300;  // so many that the engine puts them in order
constexpr int ticksBefore = 3, ticksAfter = 6;

struct Case {
  const char* name;
  std::int64_t swarmSize;
  const char* command;
  bool parallel;
};

void addBats(FakeWorld& world, std::uint64_t firstId, std::size_t count) {
  Random random(firstId);
  for (std::size_t i = 0; i < count; ++i) {
    world.bats.push_back(makeBat(firstId + i, {random.between(-50, 50), random.between(5, 25), random.between(-50, 50)},
                                 {random.between(-0.3, 0.3), 0, random.between(-0.3, 0.3)}));
  }
}

/// Some die, and others are born: all that the engine remembers has to follow.
void churn(FakeWorld& world, std::uint64_t firstId) {
  std::erase_if(world.bats, [&](const Bat& bat) { return (bat.id * 7 + firstId) % 11 == 0; });
  addBats(world, firstId, 260);
}

std::size_t countDifferent(const std::vector<Bat>& bats, const std::vector<Bat>& others) {
  REQUIRE(bats.size() == others.size());
  std::size_t count = 0;
  for (std::size_t i = 0; i < bats.size(); ++i) count += sameBits(bats[i].velocity, others[i].velocity) ? 0U : 1U;
  return count;
}

/// Who has neither of two velocities.
std::size_t countNeither(const std::vector<Bat>& bats, const std::vector<Bat>& one, const std::vector<Bat>& other) {
  std::size_t count = 0;
  for (std::size_t i = 0; i < bats.size(); ++i) {
    const Vec3 velocity = bats[i].velocity;
    count += sameBits(velocity, one[i].velocity) || sameBits(velocity, other[i].velocity) ? 0U : 1U;
  }
  return count;
}

/// One session, with what it is told.
class Flier {
 public:
  Flier(const Sessions& sessions, const Case& one)
      : sessions_(sessions),
        flight_(sessions.extension<better_bats_flight_1>(BETTER_BATS_FLIGHT_1)),
        state_(sessions.extension<better_bats_state_1>(BETTER_BATS_STATE_1)) {
    const auto& rules = sessions.extension<better_bats_rules_1>(BETTER_BATS_RULES_1);
    REQUIRE(sessions.create(session_) == BETTER_BATS_OK);
    REQUIRE(rules.set(session_, "better-bats:bat_swarm_size", one.swarmSize) == BETTER_BATS_OK);
    execute(one.command);
  }
  Flier(const Flier&) = delete;
  Flier& operator=(const Flier&) = delete;
  ~Flier() { sessions_.destroy(session_); }

  void execute(const char* command) const {
    const auto& commands = sessions_.extension<better_bats_commands_1>(BETTER_BATS_COMMANDS_1);
    const better_bats_text_sink silent{nullptr, [](void*, const char*, std::uint64_t) {}};
    REQUIRE(commands.execute(session_, command, 4, &silent) == BETTER_BATS_OK);
  }
  /// Before the tick that may fail.
  void beTold() const {
    execute("better-bats set flock_radius 11");
    const better_bats_startle startle{{0, 10, 0}, 8, 0.2, 4};
    REQUIRE(flight_.startle(session_, &startle) == BETTER_BATS_OK);
  }
  [[nodiscard]] better_bats_status tryToFly(std::vector<Bat>& bats) const {
    return flight_.apply_flight_forces_all(session_, bats.data(), bats.size());
  }
  void fly(std::vector<Bat>& bats) const { REQUIRE(tryToFly(bats) == BETTER_BATS_OK); }

  [[nodiscard]] std::string save() const {
    std::string saved;
    const better_bats_text_sink sink{&saved, [](void* to, const char* piece, std::uint64_t size) {
                                       static_cast<std::string*>(to)->append(piece, size);
                                     }};
    REQUIRE(state_.save(session_, &sink) == BETTER_BATS_OK);
    return saved;
  }
  void load(const std::string& saved) const {
    REQUIRE(state_.load(session_, saved.data(), saved.size()) == BETTER_BATS_OK);
  }

 private:
  const Sessions& sessions_;
  const better_bats_flight_1& flight_;
  const better_bats_state_1& state_;
  better_bats_session* session_ = nullptr;
};

/// To the moment before the tick that may fail.
void begin(FakeWorld& world, const Flier& flier) {
  world.bats.clear();
  world.gameClock = 0;
  world.dayClock = 6000;
  addBats(world, 1, crowd);
  for (int tick = 0; tick < ticksBefore; ++tick) {
    flier.fly(world.bats);
    world.advance();
  }
  churn(world, 10000);
  flier.beTold();
}

/// Both fly on in the same world, and agree in every tick.
void checkSameFlight(FakeWorld& world, const Flier& flier, const Flier& other) {
  for (int tick = 0; tick < ticksAfter; ++tick) {
    if (tick == 3) churn(world, 20000);
    std::vector<Bat> others = world.bats;
    flier.fly(world.bats);
    other.fly(others);
    INFO("tick " << tick << " after the failure");
    REQUIRE(countDifferent(world.bats, others) == 0);
    world.advance();
  }
  REQUIRE(flier.save() == other.save());
}

}  // namespace

TEST_CASE("after a tick that found no memory bats fly as if there had been no such tick", "[alloc]") {
  const std::vector<Case> cases{{"small flocks", 5, "better-bats status", false},
                                {"large flocks", 150, "better-bats status", false},
                                {"the other law", 5, "better-bats set steering reynolds", false},
                                {"pieces, and the world on one thread", 5, "better-bats status", true}};
  for (const Case& one : cases) {
    INFO(one.name);
    FakeWorld world;
    world.ground = 0;
    world.others.push_back({90001, kindOf("cat").value(), 3, {0, 10, 0}, {}});
    Host host;
    if (one.parallel) {
      host.parallelFor = [](std::uint64_t count, std::uint64_t grain, const LoopBody& body) {
        for (std::uint64_t i = 0; i < count; i += grain) body(i, std::min(i + grain, count));
      };
    }
    const Sessions sessions(world, host);
    const Flier never(sessions, one);
    begin(world, never);
    const std::vector<Bat> before = world.bats;
    std::vector<Bat> expected = before;
    never.fly(expected);
    const std::string expectedState = never.save();
    std::uint64_t failures = 0;
    std::uint64_t n = 1;
    for (bool happened = true; happened && n <= mostAllocations; ++n) {
      INFO("allocation " << n);
      const Flier flier(sessions, one);
      begin(world, flier);
      better_bats_status status = BETTER_BATS_OK;
      {
        const AllocationFailure failure(n);
        status = flier.tryToFly(world.bats);
        happened = AllocationFailure::happened();
      }
      REQUIRE((status == BETTER_BATS_OK || (happened && status == BETTER_BATS_NO_MEMORY)));
      REQUIRE(countNeither(world.bats, before, expected) == 0);
      const std::string state = flier.save();
      const bool isLost = state != expectedState;
      failures += status == BETTER_BATS_NO_MEMORY ? 1U : 0U;
      REQUIRE((status == BETTER_BATS_NO_MEMORY || !isLost));
      const Flier other(sessions, one);
      other.execute("better-bats set flock_radius 11");
      other.load(state);
      if (n % 2 == 0) {  // the host tries again, with what it had
        world.bats = before;
        flier.fly(world.bats);
        std::vector<Bat> others = expected;
        if (isLost) {
          others = before;
          other.fly(others);
        } else {
          other.load(flier.save());
        }
        REQUIRE(countDifferent(world.bats, others) == 0);
      }
      world.advance();
      checkSameFlight(world, flier, other);
    }
    CHECK(failures >= 10);
    CHECK(n < mostAllocations);
  }
}

}  // namespace better_bats::test
