// Ids, order, changes and scans of entities. SPDX-License-Identifier: MIT
#include "world_stub/world/entity_store.hpp"

#include <algorithm>
#include <limits>

#include "tests/support/catch.hpp"
#include "tests/world_stub/world/random.hpp"

using namespace better_bats;
using namespace better_bats::stub;

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

std::vector<std::uint64_t> idsInOrder(const EntityStore& store) {
  std::vector<std::uint64_t> ids;
  store.forEach([&](const Entity& entity, const EntityDetails&) { ids.push_back(entity.id); });
  return ids;
}

std::vector<std::uint64_t> scan(const EntityStore& store, const Box& box, const std::vector<EntityKind>& kinds) {
  std::vector<std::uint64_t> ids;
  const EntityVisitor visit(
      [](void* to, const Entity* entities, std::uint64_t count) {
        for (std::uint64_t i = 0; i < count; ++i) {
          static_cast<std::vector<std::uint64_t>*>(to)->push_back(entities[i].id);
        }
      },
      &ids);
  store.scan(box, kinds, visit);
  std::sort(ids.begin(), ids.end());
  return ids;
}

}  // namespace

TEST_CASE("Ids count up from the highest ever used") {
  EntityStore store;
  const EntityKind cat = findEntityKind("minecraft:cat").value();
  CHECK(store.add(batKind, {0, 0, 0}, {0, 0, 0}) == 1U);
  CHECK(store.add(cat, {0, 0, 0}, {0, 0, 0}) == 2U);
  CHECK(store.add(batKind, {0, 0, 0}, {0, 0, 0}, {}, 10) == 10U);
  CHECK(store.add(cat, {0, 0, 0}, {0, 0, 0}, {}, 7) == 7U);
  CHECK(store.add(batKind, {0, 0, 0}, {0, 0, 0}, {}, 4) == 4U);
  CHECK_FALSE(store.add(cat, {0, 0, 0}, {0, 0, 0}, {}, 10));
  CHECK_FALSE(store.add(batKind, {0, 0, 0}, {0, 0, 0}, {}, 0));
  CHECK(store.remove(10));
  CHECK_FALSE(store.remove(10));
  CHECK(store.add(batKind, {0, 0, 0}, {0, 0, 0}) == 11U);
  CHECK(idsInOrder(store) == std::vector<std::uint64_t>{1, 2, 4, 7, 11});
  store.clear();
  CHECK(store.size() == 0);
  CHECK(store.add(batKind, {0, 0, 0}, {0, 0, 0}) == 1U);
}

TEST_CASE("After the highest id there is no next one") {
  EntityStore store;
  CHECK_FALSE(store.add(batKind, {0, 0, 0}, {0, 0, 0}, {}, EntityStore::highestId + 1));
  CHECK(store.add(batKind, {0, 0, 0}, {0, 0, 0}, {}, EntityStore::highestId) == EntityStore::highestId);
  CHECK_FALSE(store.add(batKind, {0, 0, 0}, {0, 0, 0}));
  CHECK(store.add(batKind, {0, 0, 0}, {0, 0, 0}, {}, 5) == 5U);
  CHECK(store.size() == 2);
}

TEST_CASE("Only bats that may fly are active") {
  EntityStore store;
  store.add(batKind, {0, 0, 0}, {0, 0, 0});
  store.add(batKind, {0, 0, 0}, {0, 0, 0}, {true, false, {}});
  store.add(batKind, {0, 0, 0}, {0, 0, 0}, {false, true, {}});
  store.add(batKind, {0, 0, 0}, {std::numeric_limits<double>::quiet_NaN(), 0, 0});
  store.add(batKind, {0, 1.5e9, 0}, {0, 0, 0});
  store.add(phantomKind, {0, 0, 0}, {0, 0, 0});
  CHECK(store.activeBats() == 1);
  CHECK(store.setDetails(3, {false, false, {"woken"}}));
  CHECK(store.activeBats() == 2);
  CHECK(store.details(3)->tags == std::vector<std::string>{"woken"});
  CHECK(store.setPosition(5, {1, 2, 3}));
  CHECK(store.activeBats() == 3);
  CHECK(store.find(5)->position == Vec3{1, 2, 3});
  CHECK_FALSE(store.setVelocity(99, {0, 0, 0}));
}

TEST_CASE("Removal of many keeps the others and their details") {
  EntityStore store;
  for (int i = 0; i < 50; ++i) {
    store.add(i % 3 == 0 ? phantomKind : batKind, {double(i), 0, 0}, {0, 0, 0},
              {false, false, {std::to_string(i + 1)}});
  }
  const std::vector<std::uint64_t> gone{2, 3, 4, 20, 49, 77};
  CHECK(store.remove(gone) == 5);
  CHECK(store.size() == 45);
  store.forEach([&](const Entity& entity, const EntityDetails& details) {
    CHECK(std::find(gone.begin(), gone.end(), entity.id) == gone.end());
    CHECK(details.tags.at(0) == std::to_string(entity.id));
  });
}

namespace {

std::vector<std::uint64_t> scanSlowly(const EntityStore& store, const Box& box, const std::vector<EntityKind>& kinds) {
  std::vector<std::uint64_t> ids;
  store.forEach([&](const Entity& entity, const EntityDetails&) {
    const Vec3 p = entity.position;
    const bool inside = p.x >= box.min.x && p.x <= box.max.x && p.y >= box.min.y && p.y <= box.max.y &&
                        p.z >= box.min.z && p.z <= box.max.z;
    if (inside && std::find(kinds.begin(), kinds.end(), entity.kind) != kinds.end()) ids.push_back(entity.id);
  });
  return ids;
}

void changeAtRandom(EntityStore& store, Random& random) {
  const Vec3 somewhere{random.real(-50, 50), random.real(0, 100), random.real(-50, 50)};
  switch (random.integer(0, 3)) {
    case 0: store.remove(static_cast<std::uint64_t>(random.integer(1, 2000))); break;
    case 1: store.add(batKind, somewhere, {0, 0, 0}); break;
    case 2: store.setPosition(static_cast<std::uint64_t>(random.integer(1, 2000)), somewhere); break;
    default:
      for (Entity& bat : store.bats()) bat.position.x += random.real(-3, 3);
  }
}

}  // namespace

TEST_CASE("A scan finds what a look at every entity finds, whatever has changed since the last") {
  EntityStore store;
  Random random(11);
  for (int i = 0; i < 2000; ++i) {
    store.add(static_cast<EntityKind>(random.integer(0, 2) == 0 ? random.integer(0, 8) : 0),
              {random.real(-50, 50), random.real(0, 100), random.real(-50, 50)}, {0, 0, 0});
  }
  store.add(batKind, {std::numeric_limits<double>::quiet_NaN(), 0, 0}, {0, 0, 0});
  store.add(batKind, {0, 0, 3e9}, {0, 0, 0});
  for (int round = 0; round < 400; ++round) {
    const double reach = round % 3 == 0 ? 400 : 60;
    const Vec3 low{random.real(-60, 50), random.real(-10, 90), random.real(-60, 50)};
    const Box box{low, low + Vec3{random.real(0, reach), random.real(0, 60), random.real(0, reach)}};
    std::vector<EntityKind> kinds;
    for (EntityKind kind = 0; kind < entityKindCount; ++kind) {
      if (random.integer(0, 2) == 0) kinds.push_back(kind);
    }
    REQUIRE(scan(store, box, kinds) == scanSlowly(store, box, kinds));
    if (round % 2 == 0) changeAtRandom(store, random);
  }
  const Box everywhere{{-infinity, -infinity, -infinity}, {infinity, infinity, infinity}};
  CHECK(scan(store, everywhere, {batKind}).size() == store.bats().size() - 1);
  CHECK(scan(store, everywhere, {}).empty());
  CHECK(scan(store, {{5, 0, 5}, {-5, 0, -5}}, {batKind}).empty());
}
