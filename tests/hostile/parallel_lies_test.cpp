// Hosts whose parallel loop leaves out, repeats, overlaps or makes up pieces. SPDX-License-Identifier: MIT
#include <stdexcept>
#include <thread>

#include "tests/hostile/scene.hpp"
#include "tests/support/plugin_under_test.hpp"
#include "tests/support/random.hpp"

namespace better_bats::test {

namespace {

using ParallelFor = std::function<void(std::uint64_t count, std::uint64_t grain, const LoopBody& body)>;

struct Liar {
  const char* name;
  ParallelFor loop;
};

std::vector<Liar> liars() {
  return {
      {"does nothing", [](auto, auto, const LoopBody&) {}},
      {"does one half", [](auto count, auto, const LoopBody& body) { body(0, count / 2); }},
      {"does one half twice",
       [](auto count, auto, const LoopBody& body) {
         body(0, count / 2);
         body(0, count - count / 2);
       }},
      {"does the other half twice",
       [](auto count, auto, const LoopBody& body) {
         body(count / 2, count);
         body(count - count / 2, count);
         if (count % 2 != 0) body(count / 2, count / 2 + 1);
       }},
      {"does the first one again and again",
       [](auto count, auto, const LoopBody& body) {
         for (std::uint64_t i = 0; i < count; ++i) body(0, 1);
       }},
      {"makes up pieces",
       [](auto count, auto, const LoopBody& body) {
         body(count, count + 100);
         body(count, 0);
         body(~std::uint64_t{0} - 5, ~std::uint64_t{0});
         body(3, 2);
         body(0, ~std::uint64_t{0});
       }},
      {"overlaps",
       [](auto count, auto, const LoopBody& body) {
         body(0, count * 2 / 3);
         body(count / 3, count);
       }},
      {"backwards, one by one",
       [](auto count, auto, const LoopBody& body) {
         for (std::uint64_t i = count; i > 0; --i) body(i - 1, i);
       }},
      {"throws at once", [](auto, auto, const LoopBody&) { throw std::runtime_error("no threads"); }},
      {"throws half-way",
       [](auto count, auto, const LoopBody& body) {
         body(0, count / 2);
         throw std::runtime_error("no more threads");
       }},
  };
}

/// So many that every loop of the flight is shared out; they come and go between ticks.
void fillSwarm(FakeWorld& world) {
  Random random(11);
  world.ground = 0;
  for (std::uint64_t id = 1; id <= 1500; ++id) {
    world.bats.push_back(makeBat(id, {random.between(-60, 60), random.between(3, 25), random.between(-60, 60)},
                                 {random.between(-0.2, 0.2), 0, random.between(-0.2, 0.2)}));
  }
}

}  // namespace

TEST_CASE("whatever a parallel loop does, the bats fly as without it", "[hostile]") {
  for (const bool concurrent : {false, true}) {
    for (const Liar& liar : liars()) {
      DYNAMIC_SECTION(liar.name << (concurrent ? ", concurrent reads" : "")) {
        FakeWorld honest;
        FakeWorld world;
        fillSwarm(honest);
        fillSwarm(world);
        Host host;
        host.parallelFor = liar.loop;
        host.concurrentReads = concurrent;
        const Plugin plugin = Plugin::load(pluginPath(), world, host);
        const Plugin other = Plugin::load(pluginPath(), honest);
        for (int tick = 0; tick < 12; ++tick) {
          if (tick == 6) {  // far fewer: what was remembered of the others is out of bounds
            world.bats.resize(300);
            honest.bats.resize(300);
          }
          flyOneTick(plugin.flight(), world, Calls::Span);
          flyOneTick(other.flight(), honest, Calls::Span);
        }
        checkSameBut(world.bats, honest.bats, 0);
        for (const Bat& bat : world.bats) {
          REQUIRE(plugin.flockOf(bat.id).flock == other.flockOf(bat.id).flock);
        }
      }
    }
  }
}

}  // namespace better_bats::test
