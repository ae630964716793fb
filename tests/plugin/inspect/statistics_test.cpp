// The figures of docs/statistics.md on groups whose figures are known. SPDX-License-Identifier: MIT
#include <cmath>
#include <map>
#include <string>

#include <better_bats/plugin.hpp>

#include "tests/support/catch.hpp"
#include "tests/support/fake_world.hpp"
#include "tests/support/plugin_under_test.hpp"

namespace better_bats::test {
namespace {

using Figures = std::map<std::string, double>;

constexpr std::uint32_t active = BETTER_BATS_ENTITY_ALIVE | BETTER_BATS_ENTITY_FLYING;

struct Group {
  FakeWorld world;

  explicit Group(double period = 0) {
    constexpr double infinity = std::numeric_limits<double>::infinity();
    world.limits = {{-infinity, -infinity, -infinity}, {infinity, infinity, infinity}, {period, 0, period}};
  }

  void bat(Vec3 position, Vec3 velocity) {
    world.bats.push_back({world.bats.size() + 1, *kindOf("bat"), active, position, velocity});
  }

  /// On a circle of radius 4 round a middle; each flies along the circle, or outward, or east.
  enum class Way { Round, Outward, East };
  void circle(Vec3 middle, Way way) {
    constexpr int count = 8;
    for (int i = 0; i < count; ++i) {
      const double angle = 2 * 3.14159265358979323846 * i / count;
      const Vec3 out{std::cos(angle), 0, std::sin(angle)};
      const Vec3 heading = way == Way::Round ? Vec3{-out.z, 0, out.x} : way == Way::Outward ? out : Vec3{1, 0, 0};
      Vec3 place = middle + out * 4;
      if (const double period = world.limits.period.x; period > 0) {
        place.x = wrapped(place.x, period);
        place.z = wrapped(place.z, period);
      }
      bat(place, heading * 0.3);
    }
  }

  [[nodiscard]] Figures figures() const { return Plugin::load(pluginPath(), world).statistics(); }
};

}  // namespace

TEST_CASE("a mill turns, a procession is polarized, an explosion is neither", "[statistics]") {
  for (const double period : {0.0, 64.0}) {
    // On the torus the middle lies at the corner of the seams.
    const Vec3 middle{0, 80, 0};
    Group mill(period);
    mill.circle(middle, Group::Way::Round);
    CHECK(mill.figures()["milling"] == Approx(1));
    CHECK(mill.figures()["polarization"] == Approx(0).margin(1e-12));
    CHECK(mill.figures()["spread"] == Approx(4));

    Group procession(period);
    procession.circle(middle, Group::Way::East);
    CHECK(procession.figures()["milling"] == Approx(0).margin(1e-12));
    CHECK(procession.figures()["polarization"] == Approx(1));
    CHECK(procession.figures()["spread"] == Approx(4));

    Group explosion(period);
    explosion.circle(middle, Group::Way::Outward);
    CHECK(explosion.figures()["milling"] == Approx(0).margin(1e-12));
    CHECK(explosion.figures()["polarization"] == Approx(0).margin(1e-12));
  }
}

TEST_CASE("two mills that turn against each other make one that does not turn", "[statistics]") {
  Group both;
  both.circle({0, 80, 0}, Group::Way::Round);
  both.circle({0, 84, 0}, Group::Way::Round);
  for (std::size_t i = 8; i < both.world.bats.size(); ++i)
    both.world.bats[i].velocity = both.world.bats[i].velocity * -1.0;
  CHECK(both.figures()["milling"] < 0.01);
}

TEST_CASE("nobody has no figures, one bat has those of one", "[statistics]") {
  CHECK(std::isnan(Group().figures()["polarization"]));
  CHECK(std::isnan(Group().figures()["milling"]));
  CHECK(std::isnan(Group().figures()["spread"]));
  CHECK(std::isnan(Group().figures()["median_nearest"]));
  Group one;
  one.bat({1, 80, 2}, {0.3, 0, 0});
  CHECK(one.figures()["polarization"] == 1);
  CHECK(one.figures()["milling"] == 0);
  CHECK(one.figures()["spread"] == 0);
  CHECK(std::isnan(one.figures()["median_nearest"]));
  Group still;
  still.bat({1, 80, 2}, {0, 0, 0});
  CHECK(still.figures()["polarization"] == 0);
}

}  // namespace better_bats::test
