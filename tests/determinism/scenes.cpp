// Scenes whose flight is hashed. SPDX-License-Identifier: MIT
#include "tests/determinism/scenes.hpp"

#include <algorithm>
#include <bit>
#include <stdexcept>

#include "tests/support/random.hpp"

namespace better_bats::test {

namespace {

/// Bats in a box, with velocities of at most 0.2 on each axis. Ids leave gaps and do not follow the places.
void addBats(FakeWorld& world, std::size_t count, Vec3 low, Vec3 high) {
  Random random(count);
  for (std::size_t i = 0; i < count; ++i) {
    const Vec3 position{random.between(low.x, high.x), random.between(low.y, high.y), random.between(low.z, high.z)};
    const Vec3 velocity{random.between(-0.2, 0.2), random.between(-0.2, 0.2), random.between(-0.2, 0.2)};
    world.bats.push_back(makeBat(1 + 3 * ((i * 7919) % count), position, velocity));
    if (i % 17 == 5) world.bats.back().flags = BETTER_BATS_ENTITY_ALIVE;  // some rest
  }
}

void addEntity(FakeWorld& world, std::uint64_t id, const char* kind, Vec3 position) {
  Entity entity{};
  entity.id = id;
  entity.kind = kindOf(kind).value();
  entity.flags = BETTER_BATS_ENTITY_ALIVE;
  entity.position = position;
  world.others.push_back(entity);
}

/// Ground with pillars, roofs and pools in it.
void addLandscape(FakeWorld& world, std::int32_t ground) {
  world.ground = ground;
  world.worldSeed = 20240229;
  for (std::int32_t x = -48; x < 48; ++x) {
    for (std::int32_t z = -48; z < 48; ++z) {
      if ((x & 15) == 3 && (z & 15) == 7) {
        for (std::int32_t y = ground; y < ground + 14; ++y) world.setBlock({x, y, z}, {true, false});
      }
      if ((x & 31) > 20 && (z & 31) > 22) world.setBlock({x, ground + 6, z}, {true, false});
      if ((x & 31) < 6 && (z & 31) < 9) world.setBlock({x, ground, z}, {false, true});
    }
  }
}

void day(FakeWorld& world) {
  addLandscape(world, 64);
  world.dayClock = 6000;
  addBats(world, 300, {-40, 66, -40}, {40, 90, 40});
}

void dusk(FakeWorld& world) {
  addLandscape(world, 64);
  world.dayClock = 11900;
  addBats(world, 300, {-30, 66, -30}, {30, 85, 30});
}

void night(FakeWorld& world) {
  addLandscape(world, 64);
  world.dayClock = 13900;
  addBats(world, 300, {-40, 66, -40}, {40, 100, 40});
}

void voidFarOut(FakeWorld& world) {
  world.limits = {{-29999984, -64, -29999984}, {29999984, 320, 29999984}, {0, 0, 0}};
  addBats(world, 200, {29999960, -60, -29999980}, {29999980, -20, -29999950});
}

void torus(FakeWorld& world) {
  world.ground = 0;
  world.limits.period = {64, 0, 48};
  world.dayClock = 23000;
  addBats(world, 200, {0, 4, 0}, {64, 24, 48});
  addEntity(world, 5000, "cat", {63, 10, 47});
}

void predators(FakeWorld& world) {
  addLandscape(world, 40);
  addBats(world, 200, {-20, 42, -20}, {20, 60, 20});
  addEntity(world, 9001, "cat", {0, 41, 0});
  addEntity(world, 9000, "ocelot", {8, 41, -8});
  addEntity(world, 9002, "phantom", {-8, 55, 8});
  addEntity(world, 9003, "cow", {4, 41, 4});
}

void edgeOfLoaded(FakeWorld& world) {
  addLandscape(world, 64);
  world.loaded = LoadedArea{-16, -16, 15, 15};
  addBats(world, 200, {-18, 66, -18}, {18, 80, 18});
}

void clump(FakeWorld& world) {
  addBats(world, 500, {0, 0, 0}, {6, 6, 6});
  for (std::size_t i = 0; i + 1 < 40; i += 2) world.bats[i + 1].position = world.bats[i].position;
}

void crowd(FakeWorld& world) {
  addLandscape(world, 64);
  world.dayClock = 12500;
  addBats(world, 2000, {-48, 66, -48}, {48, 94, 48});
}

/// Flocks larger than a batch, some of which break and merge.
void swarms(FakeWorld& world) {
  world.dayClock = 6000;
  addBats(world, 700, {-45, 30, -45}, {45, 50, 45});
}

void classicBoids(FakeWorld& world) {
  world.limits.period = {480, 0, 480};
  addBats(world, 300, {0, 0, 0}, {480, 0.001, 480});
}

void boxOfBoids(FakeWorld& world) {
  world.limits = {{-200, -120, -80}, {200, 120, 80}, {0, 0, 0}};
  addBats(world, 400, {-200, -120, -80}, {200, 120, 80});
}

class Fnv {
 public:
  void add(std::uint64_t value) noexcept {
    for (int byte = 0; byte < 8; ++byte) hash_ = (hash_ ^ ((value >> (8 * byte)) & 0xFF)) * 0x100000001B3u;
  }
  void add(Vec3 v) noexcept {
    for (const double component : {v.x, v.y, v.z}) add(std::bit_cast<std::uint64_t>(component));
  }
  [[nodiscard]] std::uint64_t value() const noexcept { return hash_; }

 private:
  std::uint64_t hash_ = 0xCBF29CE484222325u;
};

void addTick(Fnv& hash, const std::vector<Bat>& bats) {
  std::vector<const Bat*> byId;
  byId.reserve(bats.size());
  for (const Bat& bat : bats) byId.push_back(&bat);
  std::sort(byId.begin(), byId.end(), [](const Bat* a, const Bat* b) { return a->id < b->id; });
  for (const Bat* const bat : byId) {
    hash.add(bat->id);
    hash.add(bat->position);
    hash.add(bat->velocity);
  }
}

/// Where a bat is that depends on the tick and not on the order of the bats.
Vec3 placeOf(const FakeWorld& world, int tick) {
  const std::uint64_t id = 1 + 3 * (static_cast<std::uint64_t>(tick) % world.bats.size());
  return std::find_if(world.bats.begin(), world.bats.end(), [id](const Bat& bat) { return bat.id == id; })->position;
}

void require(bool held, const std::string& what) {
  if (!held) throw std::runtime_error(what);
}

}  // namespace

const std::vector<Scene>& scenes() {
  static const std::vector<Scene> all{
      {"day", 200, day},
      {"dusk", 300, dusk},
      {"night", 300, night, {{"better-bats:bat_wander", 20}}},
      {"void_far_out", 200, voidFarOut},
      {"torus", 200, torus, {{"better-bats:bat_swarm_size", 12}}},
      {"predators", 200, predators},
      {"startles", 200, predators, {}, {}, 7},
      {"edge_of_loaded", 200, edgeOfLoaded},
      {"clump", 200, clump, {{"better-bats:bat_swarm_size", 40}, {"better-bats:bat_separation", 30}}},
      {"crowd", 200, crowd},
      {"swarms", 50, swarms, {{"better-bats:bat_swarm_size", 130}}},
      {"endless_swarm", 50, swarms, {{"better-bats:bat_swarm_size", 2147483647}}},
      {"classic_boids",
       200,
       classicBoids,
       {},
       {"steering reynolds", "max_speed 3.5", "min_speed 0", "planar true", "separation_radius 24"}},
      {"box_of_boids",
       200,
       boxOfBoids,
       {},
       {"steering reynolds", "max_speed 10", "min_speed 0", "max_force 0.3", "separation_radius 25", "border_margin 40",
        "border_force 1"},
       20},
  };
  return all;
}

std::uint64_t hashOf(const Scene& scene, Calls calls, const PluginFactory& make) {
  FakeWorld world;
  scene.build(world);
  world.answersProbes = calls == Calls::SpanProbe;
  const auto plugin = make(world);
  for (const auto& [id, value] : scene.rules) require(plugin->gameRules().set(id, value) == Status::Ok, id);
  for (const std::string& command : scene.commands) {
    const CommandResult result = plugin->execute("better-bats set " + command);
    require(result.status == Status::Ok, result.reply);
  }
  Fnv hash;
  for (int tick = 0; tick < scene.ticks; ++tick) {
    if (scene.startleEvery != 0 && tick % scene.startleEvery == 0) {
      require(plugin->flight().startle(placeOf(world, tick), 12, 0.4, 2) == Status::Ok, "startle");
    }
    flyOneTick(plugin->flight(), world, calls);
    addTick(hash, world.bats);
  }
  return hash.value();
}

std::string hexadecimal(std::uint64_t hash) {
  std::string text;
  for (int shift = 60; shift >= 0; shift -= 4) text += "0123456789abcdef"[(hash >> shift) & 0xF];
  return text;
}

}  // namespace better_bats::test
