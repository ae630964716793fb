// Sums over flocks are the same bits with any vectors, also at the edges of what a double can hold.
// SPDX-License-Identifier: MIT
#include <algorithm>
#include <bit>
#include <cmath>
#include <memory>
#include <vector>

#include "plugin/flight/quotient.hpp"
#include "plugin/flock/flight_kernels.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/random.hpp"

namespace better_bats::test {
namespace {

std::uint64_t bits(double value) {
  return std::bit_cast<std::uint64_t>(value + 0.0);
}  // of -0 and 0 the same

/// A batch of flocks of these sizes, side by side, with a lane of nobody's between the first two.
struct Batch {
  std::unique_ptr<BatLanes> bats = std::make_unique<BatLanes>();
  std::vector<FlockLanes> flocks;
  Snapshot others;
  std::vector<Slot> slots;

  Batch(std::initializer_list<std::uint32_t> sizes, Random& random, double spread) {
    std::uint32_t lane = 0;
    for (const std::uint32_t size : sizes) {
      flocks.push_back({lane, lane + size, {}});
      lane += size + (flocks.size() == 1 ? 1 : 0);
    }
    bats->count = lane;
    for (lane = 0; lane < bats->end(); ++lane) {
      const auto drawn = [&](double most) {
        return Vec3{random.between(-most, most), random.between(-most, most), random.between(-most, most)};
      };
      bats->position.set(lane, Vec3{100, 70, -100} + drawn(spread));
      bats->velocity.set(lane, drawn(0.3));
    }
  }

  /// Bats that are in no flock of the batch, near its first bats; some of the flocks know of some of them.
  void addOutsiders(Random& random) {
    std::vector<Entity> entities;
    for (std::size_t i = 0; i < 12; ++i) {
      const Vec3 away{random.between(-3, 3), random.between(-3, 3), random.between(-3, 3)};
      entities.push_back(makeBat(1 + i, bats->position[5 * i % bats->count] + away, {}));
    }
    (void)others.renew(entities, entities.front().kind, [](std::uint64_t, Defect) {});
    for (Slot slot = 0; slot < others.size(); ++slot) slots.push_back(slot);
    for (std::size_t i = 0; i < flocks.size(); ++i) flocks[i].outsiders = std::span(slots).subspan(3 * i % 10, i % 3);
  }
};

std::vector<std::uint64_t> sums(const FlightKernels& kernels, const Batch& batch, FlockRadii radii) {
  const auto bats = std::make_unique<BatLanes>(*batch.bats);
  std::vector<std::uint64_t> found{kernels.sumFlocks(*bats, batch.flocks, batch.others, radii)};
  for (const FlockLanes& flock : batch.flocks) {
    for (std::size_t lane = flock.begin; lane < flock.end; ++lane) {
      if ((found.front() >> lane & 1U) != 0) continue;  // is summed otherwise
      for (const auto* sum : {&bats->push, &bats->mateOffset, &bats->mateVelocity}) {
        for (const double component : {(*sum)[lane].x, (*sum)[lane].y, (*sum)[lane].z})
          found.push_back(bits(component));
      }
      found.push_back(bits(bats->tooNear[lane]));
      found.push_back(bits(bats->mates[lane]));
    }
  }
  return found;
}

void checkAllVectors(const Batch& batch, FlockRadii radii) {
  const auto plain = sums(flightKernels(0), batch, radii);
  CHECK(sums(flightKernels(256), batch, radii) == plain);
  CHECK(sums(flightKernels(512), batch, radii) == plain);
}

}  // namespace

TEST_CASE("flocks of any size and spread have the same sums with any vectors") {
  Random random(11);
  for (const double spread : {0.3, 1.5, 6.0, 30.0}) {
    for (int round = 0; round < 20; ++round) {
      Batch batch({2, 5, 3, 10, 4, 1, 7, 5, 5, 5, 5, 2, 2, 2, 3}, random, spread);
      checkAllVectors(batch, {12, 2});
      checkAllVectors(batch, {12, 0});
      batch.addOutsiders(random);
      checkAllVectors(batch, {3, 2.5});
      Batch whole({63}, random, spread);
      checkAllVectors(whole, {12, 2});
    }
  }
}

TEST_CASE("a flock knows who is too near: mates are counted, outsiders and twins leave it to the grid") {
  Random random(5);
  for (const int width : {0, 256, 512}) {
    Batch batch({3, 2}, random, 30);
    batch.bats->position.set(0, {0, 70, 0});
    batch.bats->position.set(1, {0, 71, 0});
    batch.bats->position.set(2, {0, 73, 0});
    batch.bats->position.set(4, {50, 70, 0});
    batch.bats->position.set(5, {50, 70, 0});
    const auto bats = std::make_unique<BatLanes>(*batch.bats);
    CHECK(flightKernels(width).sumFlocks(*bats, batch.flocks, batch.others, {12, 2.5}) == 0b110000);
    CHECK(bats->tooNear[0] == 1);
    CHECK(bats->tooNear[1] == 2);
    CHECK(bats->push[0] == Vec3{0, -1, 0});
    CHECK(bats->push[1] == Vec3{0, 1 - 0.5, 0});
    CHECK(bats->mateOffset[2] == Vec3{0, -5, 0});

    const std::vector<Entity> outsider{makeBat(9, {0, 75, 0}, {})};
    (void)batch.others.renew(outsider, outsider.front().kind, [](std::uint64_t, Defect) {});
    const std::vector<Slot> slots{0};
    batch.flocks[0].outsiders = slots;
    CHECK(flightKernels(width).sumFlocks(*bats, batch.flocks, batch.others, {12, 2.5}) == 0b110100);
    CHECK(flightKernels(width).sumFlocks(*bats, batch.flocks, batch.others, {12, 2}) == 0b110000);
  }
}

TEST_CASE("distances at the edge of the numbers have the same pushes with any vectors") {
  Random random(3);
  Batch batch({5, 5, 5}, random, 1);
  const std::vector<double> strange{0,      5e-324, 1e-310, 1e-300,    -1e-290, 1e-280,
                                    1e-200, -1e-20, 1e-7,   0.0099999, 1.9999};
  for (int round = 0; round < 200; ++round) {
    for (std::size_t lane = 0; lane < batch.bats->count; ++lane) {
      const auto drawn = [&] { return strange[static_cast<std::size_t>(random.between(0, 10.99))]; };
      batch.bats->position.set(lane, {drawn(), drawn(), drawn()});
    }
    checkAllVectors(batch, {12, 2});
  }
}

TEST_CASE("quotients by a reciprocal are rounded as divisions are") {
  Random random(1990);
  const auto next = [&] { return random.next(); };
  std::uint64_t different = 0;
  for (std::uint64_t i = 0; i < 1'000'000; ++i) {
    constexpr std::uint64_t mantissa = (std::uint64_t{1} << 52) - 1;
    std::uint64_t low = next() & mantissa;
    std::uint64_t high = next() & mantissa;
    if ((i & 1U) != 0) low |= mantissa & ~std::uint64_t{0xFFF};  // near the next power of two
    if ((i & 2U) != 0) high &= ~std::uint64_t{0xFFFFFFF};        // few digits
    if ((i & 4U) != 0) low &= ~std::uint64_t{0xFFFFFFF};
    if ((i & 8U) != 0) high = low ^ (next() & 3U);
    const std::uint64_t exponent = 1023 - 300 + next() % 320;
    const auto denominator = std::bit_cast<double>(low | std::uint64_t{1023 - 20 + next() % 27} << 52);
    const auto numerator = std::bit_cast<double>(high | exponent << 52 | next() << 63);
    const double quotient = fusedQuotient(numerator, denominator, 1 / denominator);
    different += bits(quotient) == bits(numerator / denominator) ? 0 : 1;
  }
  CHECK(different == 0);
}

TEST_CASE("numerators that could leave over less than a number holds are not divided so") {
  CHECK(isTinyNumerator(5e-324));
  CHECK(isTinyNumerator(-1e-300));
  CHECK(isTinyNumerator(std::nextafter(kLeastNumerator, 0)));
  CHECK_FALSE(isTinyNumerator(kLeastNumerator));
  CHECK_FALSE(isTinyNumerator(0));
  CHECK_FALSE(isTinyNumerator(-0.0));
  CHECK_FALSE(isTinyNumerator(-1));
}

}  // namespace better_bats::test
