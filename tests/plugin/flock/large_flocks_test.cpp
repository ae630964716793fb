// Flocks larger than a batch: their parts, their bats' sums over flockmates, and whether they hang together.
// SPDX-License-Identifier: MIT
#include "plugin/flock/large_flocks.hpp"

#include <algorithm>
#include <bit>
#include <numeric>
#include <set>

#include "plugin/flight/lanes.hpp"
#include "plugin/flock/flight_kernels.hpp"
#include "plugin/flock/flock_connectivity.hpp"
#include "plugin/flock/mate_crowd.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/random.hpp"

namespace better_bats::test {
namespace {

constexpr double kRadius = 12;

/// Bats in a box, every other one of them in one of two flocks.
struct Swarm {
  std::vector<Bat> bats;
  Snapshot snapshot;
  NeighbourGrid grid;
  FlockTable flocks;
  std::vector<Slot> members;

  Swarm(std::size_t count, double side, std::size_t flockCount) {
    Random random(count);
    const auto place = [&] {
      return Vec3{random.between(0, side), random.between(0, side / 2), random.between(0, side)};
    };
    for (std::size_t i = 0; i < count; ++i) bats.push_back(makeBat(1 + (i * 7919) % (2 * count), place(), place()));
    take();
    flocks.renumber({}, snapshot.size());
    for (std::size_t i = 0; i < flockCount; ++i) flocks.found(i + 1);
    for (Slot slot = 0; slot < snapshot.size(); ++slot) flocks.append(slot % static_cast<Slot>(flockCount), slot);
    flocks.settle(snapshot);
    members.assign(flocks.joined(0).begin(), flocks.joined(0).end());
  }

  void take() {
    snapshot.renew(bats, bats.front().kind, [](std::uint64_t, Defect) {});
    grid.build(snapshot, flightKernels(0), 2, {});
  }

  [[nodiscard]] bool linked(Slot a, Slot b) const {
    return lengthSquared(snapshot.position(a) - snapshot.position(b)) <= kRadius * kRadius;
  }
};

/// As the model says it.
std::vector<Slot> largestGroupOf(const Swarm& swarm, const std::vector<Slot>& members) {
  std::vector<Slot> best;
  std::set<Slot> reached;
  for (const Slot first : members) {
    if (!reached.insert(first).second) continue;
    std::vector<Slot> group{first};
    for (std::size_t i = 0; i < group.size(); ++i) {
      for (const Slot other : members) {
        if (swarm.linked(group[i], other) && reached.insert(other).second) group.push_back(other);
      }
    }
    if (group.size() > best.size()) best = group;
  }
  std::vector<Slot> inOrder;
  std::copy_if(members.begin(), members.end(), std::back_inserter(inOrder),
               [&](Slot slot) { return std::find(best.begin(), best.end(), slot) != best.end(); });
  return inOrder;
}

void checkSameBits(double a, double b) {
  CHECK(std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b));
}

void checkSameBits(Vec3 a, Vec3 b) {
  checkSameBits(a.x, b.x), checkSameBits(a.y, b.y), checkSameBits(a.z, b.z);
}

/// One after another in the order of ids.
void checkSums(const Swarm& swarm, FlockIndex flock, const BatLanes& bats, std::size_t lane, Slot slot) {
  Vec3 offset{};
  Vec3 velocity{};
  double count = 0;
  for (const Slot mate : swarm.snapshot.inIdOrder()) {
    if (swarm.flocks.flockOf(mate) != flock || mate == slot || !swarm.linked(mate, slot)) continue;
    offset += swarm.snapshot.position(mate) - swarm.snapshot.position(slot);
    velocity += swarm.snapshot.velocity(mate);
    count += 1;
  }
  CHECK(bats.mates[lane] == count);
  checkSameBits(bats.mateOffset[lane], offset);
  checkSameBits(bats.mateVelocity[lane], velocity);
}

}  // namespace

TEST_CASE("the parts of large flocks fit a batch and hold each of their bats once") {
  for (const std::size_t count : {65U, 127U, 128U, 129U, 191U, 500U, 1000U, 4097U}) {
    CAPTURE(count);
    const Swarm swarm(2 * count, 90, 2);
    LargeFlocks parts;
    parts.part(swarm.snapshot, swarm.flocks);
    std::vector<Slot> seen;
    for (std::size_t i = 0; i < parts.size(); ++i) {
      const LargeFlocks::Part part = parts[i];
      REQUIRE_FALSE(part.slots.empty());
      REQUIRE(part.slots.size() <= kLanes);
      for (const Slot slot : part.slots) {
        REQUIRE(swarm.flocks.flockOf(slot) == part.flock);
        const std::span<const Slot> same = parts.partWith(slot).slots;
        REQUIRE(same.data() == part.slots.data());
        seen.push_back(slot);
      }
    }
    CHECK(parts.size() == 2 * ((count + kLanes - 1) / kLanes));
    std::sort(seen.begin(), seen.end());
    std::vector<Slot> all(2 * count);
    std::iota(all.begin(), all.end(), Slot{0});
    CHECK(seen == all);
  }
}

TEST_CASE("small flocks have no parts") {
  const Swarm swarm(128, 20, 2);
  LargeFlocks parts;
  parts.part(swarm.snapshot, swarm.flocks);
  CHECK(parts.size() == 0);
}

TEST_CASE("sums over a crowd of flockmates have the same bits on every path, from any lane") {
  for (const double side : {14.0, 60.0, 300.0}) {
    const Swarm swarm(800, side, 2);
    for (const int bits : {0, 256, 512}) {
      const FlightKernels& kernels = flightKernels(bits);
      CAPTURE(side, kernels.name);
      LargeFlocks parts;
      parts.part(swarm.snapshot, swarm.flocks);
      MateCrowd crowd;
      BatLanes bats{};
      Lanes<std::uint32_t> ranks;
      for (std::size_t i = 0; i < parts.size(); ++i) {
        // Two flocks' bats in one batch, of the second as many as there is room for.
        std::uint32_t begin = 0;
        for (const std::size_t k : {i, parts.size() - 1 - i}) {
          const LargeFlocks::Part part = parts[k];
          const auto end = static_cast<std::uint32_t>(std::min(begin + part.slots.size() - 3, kLanes));
          if (end <= begin) continue;
          for (std::uint32_t lane = begin; lane < end; ++lane) {
            const SnapshotBat& bat = swarm.snapshot.bat(part.slots[lane - begin]);
            bats.position.set(lane, bat.position), bats.velocity.set(lane, bat.velocity), ranks[lane] = bat.rank;
          }
          bats.count = end;
          const MateLanes lanes{begin, end, kRadius};
          crowd.gather(swarm.snapshot, swarm.grid, swarm.flocks, part.flock, bats, lanes);
          kernels.sumMates(crowd, bats, ranks, lanes);
          for (std::uint32_t lane = begin; lane < end; ++lane) {
            checkSums(swarm, part.flock, bats, lane, part.slots[lane - begin]);
          }
          begin = end;
        }
      }
    }
  }
}

TEST_CASE("a large flock that breaks, and mends, keeps the largest group at every step") {
  for (const double side : {60.0, 110.0, 160.0}) {
    Swarm swarm(200, side, 1);
    FlockConnectivity connectivity;
    std::vector<FlockLink> links;
    Random random(7);
    for (int step = 0; step < 60; ++step) {
      CAPTURE(side, step);
      for (Bat& bat : swarm.bats) {
        const auto jump = [&] { return random.between(-1, 1); };
        bat.position += Vec3{jump(), jump(), jump()};
      }
      swarm.take();
      const FlockConnectivity::Search search{swarm.snapshot, swarm.grid, flightKernels(512), kRadius};
      const double spare = spareLinkLength(swarm.snapshot, {}, swarm.members, links, kRadius);
      const auto stay = connectivity.largestGroup(search, swarm.members, links);
      const std::vector<Slot> expected = largestGroupOf(swarm, swarm.members);
      REQUIRE(std::vector<Slot>(stay.begin(), stay.end()) == expected);
      links.assign(connectivity.links().begin(), connectivity.links().end());
      for (const FlockLink link : links) REQUIRE(swarm.linked(link.a, link.b));
      // What is remembered never says that a flock hangs together that does not.
      if (spare >= 0) REQUIRE(expected.size() == swarm.members.size());
      REQUIRE(links.size() < swarm.members.size());
    }
  }
}

}  // namespace better_bats::test
