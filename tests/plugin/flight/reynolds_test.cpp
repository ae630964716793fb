// Reynolds' law on a torus: what the golden cases do not say. SPDX-License-Identifier: MIT
#include <cmath>
#include <memory>
#include <string>
#include <vector>

#include <better_bats/plugin.hpp>

#include "tests/support/catch.hpp"
#include "tests/support/fake_world.hpp"
#include "tests/support/plugin_under_test.hpp"

namespace better_bats::test {
namespace {

constexpr double side = 480;
constexpr std::uint32_t active = BETTER_BATS_ENTITY_ALIVE | BETTER_BATS_ENTITY_FLYING;

/// The classic boids on a torus.
struct Classic {
  FakeWorld world;
  std::unique_ptr<Plugin> plugin;

  explicit Classic(double period = side) {
    constexpr double infinity = std::numeric_limits<double>::infinity();
    world.limits = {{-infinity, -infinity, -infinity}, {infinity, infinity, infinity}, {period, 0, period}};
    plugin = std::make_unique<Plugin>(Plugin::load(pluginPath(), world));
    run("better-bats preset boids_classic");
  }

  void run(const std::string& line) const { REQUIRE(plugin->execute(line, 4).status == Status::Ok); }

  void boid(Vec3 position, Vec3 velocity) {
    world.bats.push_back({world.bats.size() + 1, *kindOf("bat"), active, position, velocity});
  }

  void fly(int ticks) {
    for (int i = 0; i < ticks; ++i) {
      REQUIRE(plugin->flight().applyFlightForces(world.bats) == Status::Ok);
      world.advance();
    }
  }
};

[[nodiscard]] Vec3 fromFirst(const Classic& flight, std::size_t i) {
  Vec3 d = flight.world.bats[i].position - flight.world.bats[0].position;
  d.x -= side * std::round(d.x / side);
  d.z -= side * std::round(d.z / side);
  return d;
}

}  // namespace

TEST_CASE("neighbours are seen across the seam of a torus", "[reynolds]") {
  Classic flight;
  flight.boid({2, 0, 100}, {0, 0, 1});
  flight.boid({478, 0, 100}, {0, 0, 1});
  flight.fly(1);
  CHECK(flight.world.bats[0].velocity.x > 0.01);
  CHECK(flight.world.bats[1].velocity.x < -0.01);
  // The guard of this test: at the same places in a world without a seam they are strangers.
  Classic apart(0);
  apart.boid({2, 0, 100}, {0, 0, 1});
  apart.boid({478, 0, 100}, {0, 0, 1});
  apart.fly(1);
  CHECK(apart.world.bats[0].velocity.x == 0);
  CHECK(apart.world.bats[1].velocity.x == 0);
}

TEST_CASE("a flock that crosses the seam keeps its shape", "[reynolds]") {
  Classic across;
  Classic middle;
  for (int i = 0; i < 20; ++i) {
    // Dyadic places, so that the shift itself changes no bit.
    const Vec3 place{static_cast<double>(i * 7 % 20) * 4, 0, static_cast<double>(i) * 2.5};
    const Vec3 velocity{3, 0, 0.25 * (i % 4)};
    across.boid({400 + place.x, 0, 430 + place.z}, velocity);
    middle.boid({60 + place.x, 0, 100 + place.z}, velocity);
  }
  bool crossed = false;
  for (int tick = 0; tick < 60; ++tick) {
    across.fly(1);
    middle.fly(1);
    crossed = crossed || across.world.bats[0].position.x < 100;
    for (std::size_t i = 1; i < across.world.bats.size(); ++i) {
      const Vec3 difference = fromFirst(across, i) - fromFirst(middle, i);
      REQUIRE(std::sqrt(lengthSquared(difference)) < 1e-8);
    }
  }
  CHECK(crossed);
}

TEST_CASE("a lone boid keeps its course to the last bit", "[reynolds]") {
  Classic flight;
  const Vec3 velocity{1.1, 0, -2.3};
  flight.boid({470, 7, 3}, velocity);
  flight.fly(1000);
  CHECK(flight.world.bats[0].velocity == velocity);
  CHECK(flight.world.bats[0].position.y == 7);
}

TEST_CASE("a radius larger than the torus sees everybody once", "[reynolds]") {
  const auto flown = [](const char* radius) {
    Classic flight(16);
    for (const char* name : {"separation_radius", "alignment_radius", "cohesion_radius"}) {
      flight.run(std::string("better-bats set ") + name + " " + radius);
    }
    for (int i = 0; i < 9; ++i) flight.boid({i * 5 % 16 + 0.25, 0, i * 3.5}, {1, 0, 0.5 * i - 2});
    flight.world.bats[7].position.z = 8.5;
    flight.world.bats[8].position.z = 12;
    flight.fly(3);
    return flight.world.bats;
  };
  // The furthest that two can be apart is half the diagonal, 11.4.
  const auto all = flown("12");
  const auto more = flown("64");
  for (std::size_t i = 0; i < all.size(); ++i) {
    CHECK(all[i].velocity == more[i].velocity);
    CHECK(all[i].position == more[i].position);
  }
}

TEST_CASE("nobody, and all at one point", "[reynolds]") {
  Classic flight;
  flight.fly(3);
  for (int i = 0; i < 5; ++i) flight.boid({5, 0, 5}, {1, 0, 0});
  flight.fly(3);
  for (const Bat& bat : flight.world.bats) {
    CHECK(std::isfinite(bat.velocity.x));
    CHECK(bat.position == flight.world.bats[0].position);
  }
}

}  // namespace better_bats::test
