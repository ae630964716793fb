// What it costs when large flocks meet. SPDX-License-Identifier: MIT
#include <sys/resource.h>

#include <numeric>

#include "plugin/flock/flight_kernels.hpp"
#include "plugin/flock/flock_roster.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/random.hpp"

namespace better_bats::test {
namespace {

/// The most that this process has had yet, in MB.
long mostMemory() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return usage.ru_maxrss / 1024;
}

}  // namespace

TEST_CASE("two large flocks that meet in one place take no memory for each pair of their bats", "[flock]") {
  constexpr std::size_t each = 4000;
  Random random(1);
  std::vector<Bat> bats;
  for (std::size_t i = 0; i < 2 * each; ++i) {
    bats.push_back(makeBat(i + 1, {random.between(0, 6), random.between(0, 6), random.between(0, 6)}, {}));
  }
  std::vector<std::uint64_t> ids(2 * each);
  std::iota(ids.begin(), ids.end(), 1U);
  const auto middle = ids.begin() + each;
  Snapshot snapshot;
  FlockRoster roster;
  snapshot.adopt(ids);
  roster.restore(std::vector<SavedFlock>{{1, {ids.begin(), middle}}, {2, {middle, ids.end()}}}, 3, snapshot);
  const auto renumbering = snapshot.renew(bats, bats.front().kind, [](std::uint64_t, Defect) {});
  roster.renumber(renumbering, snapshot.size());
  NeighbourGrid grid;
  grid.build(snapshot, flightKernels(0), 2, {});
  const long before = mostMemory();
  roster.update(snapshot, grid, flightKernels(0), {12, 1000000, 2}, {});
  CHECK(roster.flockCount() == 1);
  CHECK(roster.flockSize(0) == 2 * each);
  CHECK(mostMemory() - before < 100);
}

}  // namespace better_bats::test
