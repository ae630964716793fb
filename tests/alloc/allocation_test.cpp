// Nothing is allocated per tick once the flight is warm. SPDX-License-Identifier: MIT
#include <memory>

#include <better_bats/plugin.hpp>

#include "tests/alloc/allocation_counter.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/fake_world.hpp"
#include "tests/support/golden_runner.hpp"
#include "tests/support/plugin_under_test.hpp"
#include "tests/support/random.hpp"

namespace better_bats::test {

namespace {

/// Allocates once in the tick that it is told to.
class LeakyWorld final : public FakeWorld {
 public:
  std::int64_t leakAt = -1;

  [[nodiscard]] std::int64_t dayTime() const override {
    if (gameClock == leakAt) leaked_ = std::make_unique<int>(1);
    return FakeWorld::dayTime();
  }

 private:
  mutable std::unique_ptr<int> leaked_;
};

void fill(FakeWorld& world, std::size_t count) {
  Random random(count);
  world.ground = 0;
  for (std::size_t i = 0; i < count; ++i) {
    world.bats.push_back(makeBat(i + 1, {random.between(-30, 30), random.between(5, 25), random.between(-30, 30)},
                                 {random.between(-0.2, 0.2), 0, random.between(-0.2, 0.2)}));
  }
  world.others.push_back({9000, kindOf("cat").value(), BETTER_BATS_ENTITY_ALIVE, {0, 1, 0}, {}});
}

std::uint64_t allocationsOf(const BatFlightHelper& flight, FakeWorld& world, Calls calls, int ticks) {
  const AllocationCounter counter;
  for (int tick = 0; tick < ticks; ++tick) flyOneTick(flight, world, calls);
  return AllocationCounter::count();
}

}  // namespace

TEST_CASE("the counter sees what this program and the plugin allocate", "[alloc]") {
  const AllocationCounter counter;
  // Called directly: a new expression that nobody uses may be left out by the compiler.
  ::operator delete(::operator new(1));
  CHECK(AllocationCounter::count() >= 1);
  const std::uint64_t before = AllocationCounter::count();
  const FakeWorld world;
  const Plugin plugin = Plugin::load(pluginPath(), world);
  const std::uint64_t loaded = AllocationCounter::count();
  CHECK(loaded > before);
  static_cast<void>(plugin.dump());
  CHECK(AllocationCounter::count() > loaded);
}

TEST_CASE("a warm tick allocates nothing", "[alloc]") {
  for (const Calls calls : {Calls::Single, Calls::Span, Calls::SpanProbe, Calls::Mixed}) {
    DYNAMIC_SECTION(nameOf(calls)) {
      LeakyWorld world;
      fill(world, 300);
      world.answersProbes = calls == Calls::SpanProbe;
      const Plugin plugin = Plugin::load(pluginPath(), world);
      allocationsOf(plugin.flight(), world, calls, 400);
      CHECK(allocationsOf(plugin.flight(), world, calls, 400) == 0);
      world.leakAt = world.gameClock + 5;  // and if one had, it would have been seen
      CHECK(allocationsOf(plugin.flight(), world, calls, 10) >= 1);
    }
  }
}

}  // namespace better_bats::test
