// The roster beside the model's own words: every flock looks at every bat, in the order that the model gives.
// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <numeric>
#include <optional>
#include <string>
#include <tuple>

#include "plugin/flock/flight_kernels.hpp"
#include "plugin/flock/flock_roster.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/random.hpp"

namespace better_bats::test {
namespace {

constexpr double kRadius = 12;
constexpr std::int64_t kUnlimited = std::numeric_limits<std::int32_t>::max();

/// Flocks by id, their members in the order in which they joined.
using Flocks = std::map<std::uint64_t, std::vector<std::uint64_t>>;

class ModelOfFlocks {
 public:
  explicit ModelOfFlocks(std::int64_t limit) : limit_(limit) {}

  void update(const std::vector<Bat>& bats) {
    positions_.clear();
    for (const Bat& bat : bats) positions_[bat.id] = bat.position;
    leave();
    join();
    merge();
  }

  Flocks flocks;
  std::uint64_t nextId = 1;

 private:
  using Members = std::vector<std::uint64_t>;

  [[nodiscard]] double squared(std::uint64_t a, std::uint64_t b) const {
    return lengthSquared(positions_.at(a) - positions_.at(b));
  }
  [[nodiscard]] bool areNear(std::uint64_t a, std::uint64_t b) const { return squared(a, b) <= kRadius * kRadius; }
  [[nodiscard]] bool hasRoomFor(std::size_t members) const { return static_cast<std::int64_t>(members) <= limit_; }
  [[nodiscard]] std::uint64_t flockOf(std::uint64_t bat) const {
    for (const auto& [id, members] : flocks) {
      if (std::find(members.begin(), members.end(), bat) != members.end()) return id;
    }
    return 0;
  }

  [[nodiscard]] Members largestGroup(const Members& members) const {
    std::map<std::uint64_t, std::size_t> group;  // by member: the place of the first of its group
    for (std::size_t first = 0; first < members.size(); ++first) {
      if (group.contains(members[first])) continue;
      Members reached{members[first]};
      group[members[first]] = first;
      for (std::size_t i = 0; i < reached.size(); ++i) {
        for (const std::uint64_t other : members) {
          if (group.contains(other) || !areNear(reached[i], other)) continue;
          group[other] = first;
          reached.push_back(other);
        }
      }
    }
    std::map<std::size_t, std::size_t> sizes;
    for (const auto& [member, first] : group) ++sizes[first];
    const auto isSmaller = [](const auto& a, const auto& b) { return a.second < b.second; };
    const std::size_t best = sizes.empty() ? 0 : std::max_element(sizes.begin(), sizes.end(), isSmaller)->first;
    Members kept;
    std::copy_if(members.begin(), members.end(), std::back_inserter(kept),
                 [&](std::uint64_t member) { return group.at(member) == best; });
    return kept;
  }

  void leave() {
    for (auto& [id, members] : flocks) {
      std::erase_if(members, [&](std::uint64_t member) { return !positions_.contains(member); });
      members = largestGroup(members);
      while (!hasRoomFor(members.size())) members.pop_back();
    }
    std::erase_if(flocks, [](const auto& flock) { return flock.second.size() < 2; });
  }

  void join() {
    for (const auto& [bat, position] : positions_) {
      if (flockOf(bat) != 0) continue;
      std::optional<std::pair<double, std::uint64_t>> best;
      for (const auto& [other, where] : positions_) {
        if (other == bat || !areNear(bat, other)) continue;
        const std::uint64_t theirs = flockOf(other);
        if (theirs != 0 && !hasRoomFor(flocks.at(theirs).size() + 1)) continue;
        const std::pair candidate{squared(bat, other), other};
        if (!best || candidate < *best) best = candidate;
      }
      if (!best) continue;
      const std::uint64_t theirs = flockOf(best->second);
      if (theirs != 0) {
        flocks.at(theirs).push_back(bat);
      } else {
        flocks[nextId++] = {bat, best->second};
      }
    }
  }

  void merge() {
    std::vector<std::uint64_t> ids;
    for (const auto& [id, members] : flocks) ids.push_back(id);
    std::map<std::uint64_t, bool> merged;
    for (const std::uint64_t id : ids) {
      if (merged[id]) continue;
      std::optional<std::tuple<double, std::uint64_t, std::uint64_t, std::uint64_t>> best;
      for (const auto& [theirs, others] : flocks) {
        if (theirs == id || merged[theirs] || !hasRoomFor(flocks.at(id).size() + others.size())) continue;
        for (const std::uint64_t own : flocks.at(id)) {
          for (const std::uint64_t other : others) {
            if (!areNear(own, other)) continue;
            const std::tuple candidate{squared(own, other), own, other, theirs};
            if (!best || candidate < *best) best = candidate;
          }
        }
      }
      if (!best) continue;
      const std::uint64_t theirs = std::get<3>(*best);
      merged[id] = merged[theirs] = true;
      Members& older = flocks.at(std::min(id, theirs));
      const Members& younger = flocks.at(std::max(id, theirs));
      older.insert(older.end(), younger.begin(), younger.end());
      flocks.erase(std::max(id, theirs));
    }
  }

  std::int64_t limit_;
  std::map<std::uint64_t, Vec3> positions_;
};

/// The roster with all that it needs.
class Roster {
 public:
  explicit Roster(std::int64_t limit) : limit_(limit) {}

  void begin(const Flocks& flocks, std::uint64_t nextId) {
    std::vector<SavedFlock> saved;
    for (const auto& [id, members] : flocks) saved.push_back({id, members});
    snapshot_.adopt(FlockRoster::membersOf(saved, nextId).value());
    roster_.restore(saved, nextId, snapshot_);
  }

  void update(const std::vector<Bat>& bats) {
    const FlightKernels& kernels = flightKernels(512);
    const EntityKind kind = bats.front().kind;
    if (!snapshot_.refresh(bats, kind, kernels, {}, [](Slot, Slot) {})) {
      const auto renumbering = snapshot_.renew(bats, kind, [](std::uint64_t, Defect) {});
      roster_.renumber(renumbering, snapshot_.size());
    }
    grid_.build(snapshot_, kernels, 2, {});
    roster_.update(snapshot_, grid_, kernels, {kRadius, limit_, 2}, {});
  }

  [[nodiscard]] Flocks flocks() const {
    Flocks all;
    for (const SavedFlock& flock : roster_.save(snapshot_)) all[flock.id] = flock.members;
    return all;
  }

 private:
  std::int64_t limit_;
  Snapshot snapshot_;
  NeighbourGrid grid_;
  FlockRoster roster_;
};

Bat batAt(std::uint64_t id, Vec3 position) {
  return makeBat(id, position, {});
}

}  // namespace

TEST_CASE("flocks form, merge and break as the model says, in crowds and in open air", "[flock]") {
  const std::int64_t limit = GENERATE(2, 3, 5, 8, 20, 60, kUnlimited);
  const double room = GENERATE(6, 20, 45, 120);
  const bool onLattice = GENERATE(false, true);  // many distances are the same
  CAPTURE(limit, room, onLattice);
  Random random(static_cast<std::uint64_t>(limit) + static_cast<std::uint64_t>(room) * 7 + (onLattice ? 1 : 0));
  std::vector<Bat> bats;
  const auto anywhere = [&] {
    const Vec3 point{random.between(0, room), random.between(0, room / 3), random.between(0, room)};
    return onLattice ? Vec3{std::floor(point.x), std::floor(point.y), std::floor(point.z)} : point;
  };
  for (std::uint64_t id = 1; id <= 110; ++id) bats.push_back(batAt(id * 3, anywhere()));
  ModelOfFlocks model(limit);
  Roster roster(limit);
  for (int tick = 0; tick < 14; ++tick) {
    model.update(bats);
    roster.update(bats);
    CAPTURE(tick);
    REQUIRE(roster.flocks() == model.flocks);
    // Some stay, some move a little or far, one comes and one goes.
    for (Bat& bat : bats) {
      if (random.between(0, 1) < 0.05) bat.position = anywhere();
      if (random.between(0, 1) < 0.3) bat.position.x += onLattice ? 1 : random.between(-2, 2);
    }
    bats.erase(bats.begin() + tick);
    bats.push_back(batAt(1000 + static_cast<std::uint64_t>(tick), anywhere()));
  }
}

TEST_CASE("what is remembered of distances is looked at again in time", "[flock]") {
  const std::int64_t limit = GENERATE(2, 4, 5, 20, kUnlimited);
  const double room = GENERATE(30, 60, 90);
  CAPTURE(limit, room);
  Random random(static_cast<std::uint64_t>(limit) + static_cast<std::uint64_t>(room));
  std::vector<Bat> bats;
  std::vector<Vec3> ways;
  for (std::uint64_t id = 1; id <= 60; ++id) {
    bats.push_back(batAt(id, {random.between(0, room), random.between(0, room / 3), random.between(0, room)}));
    ways.push_back({random.between(-0.5, 0.5), random.between(-0.1, 0.1), random.between(-0.5, 0.5)});
  }
  ModelOfFlocks model(limit);
  Roster roster(limit);
  for (int tick = 0; tick < 150; ++tick) {
    model.update(bats);
    roster.update(bats);
    CAPTURE(tick);
    REQUIRE(roster.flocks() == model.flocks);
    // The same bats, straight on, and back from the walls of their room.
    for (std::size_t i = 0; i < bats.size(); ++i) {
      Vec3& position = bats[i].position;
      position += ways[i];
      if (position.x < 0 || position.x > room) ways[i].x = -ways[i].x;
      if (position.y < 0 || position.y > room / 3) ways[i].y = -ways[i].y;
      if (position.z < 0 || position.z > room) ways[i].z = -ways[i].z;
    }
  }
}

TEST_CASE("a large flock that everybody else leaves to be found finds the nearest all the same", "[flock]") {
  const double gap = GENERATE(1.0, 2.5, 2.8, 3.5, 5.0, 9.0, 11.7, 12.5);
  const double pairs = GENERATE(0.5, 3.0, 8.0);
  const bool isOldest = GENERATE(false, true);
  const bool hasOther = GENERATE(false, true);
  CAPTURE(gap, pairs, isOldest, hasOther);
  // Thirty bats in a lump, beside them two pairs that may be nearer to each other than to the lump, and on its other
  // side perhaps a pair that is a little further away and has nobody else.
  std::vector<Bat> bats;
  Flocks flocks;
  const std::uint64_t large = isOldest ? 1 : 9;
  for (std::uint64_t id = 1; id <= 30; ++id) {
    const auto n = static_cast<double>(id % 30);
    bats.push_back(batAt(id, {std::fmod(n, 3), std::fmod(n / 3, 3), n / 10}));
    flocks[large].push_back(id);
  }
  const double near = 2 + gap;
  for (std::uint64_t id = 31; id <= 34; ++id) {
    const double way = near + (id > 32 ? pairs : 0);
    bats.push_back(batAt(id, {way, static_cast<double>(id % 2) / 4, 1}));
    flocks[id > 32 ? 5 : 4].push_back(id);
  }
  for (std::uint64_t id = 35; hasOther && id <= 36; ++id) {
    bats.push_back(batAt(id, {-gap - 0.1, static_cast<double>(id % 2) / 4, 1}));
    flocks[6].push_back(id);
  }
  ModelOfFlocks model(kUnlimited);
  Roster roster(kUnlimited);
  model.flocks = flocks;
  model.nextId = 10;
  roster.begin(flocks, 10);
  for (int tick = 0; tick < 3; ++tick) {
    model.update(bats);
    roster.update(bats);
    CAPTURE(tick);
    REQUIRE(roster.flocks() == model.flocks);
  }
}

}  // namespace better_bats::test
