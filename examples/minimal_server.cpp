// A whole server in sixty lines: a flat world that flies bats with the plugin, and shows that they make a flock.
// Usage: minimal_server PLUGIN. SPDX-License-Identifier: MIT
#include <cstdio>
#include <vector>

#include <better_bats/plugin.hpp>

using namespace better_bats;

class FlatWorld final : public World {
 public:
  std::vector<Bat> bats;
  std::int64_t clock = 0;

  [[nodiscard]] std::int64_t gameTime() const override { return clock; }
  [[nodiscard]] std::int64_t dayTime() const override { return 6000 + clock; }

  // Ground below y = 64, everywhere and always loaded.
  [[nodiscard]] Surface surfaceHeight(std::int32_t, std::int32_t) const override {
    return {.loaded = 1, .has_surface = 1, .reserved = 0, .height = 64};
  }
  [[nodiscard]] Block block(BlockPos at) const override { return {.solid = at.y < 64, .fluid = false}; }

  // The only kind here is the bat, number 0 by default. A server with cats and phantoms overrides entityKind() too.
  void scanEntities(const Box& box, std::span<const EntityKind> kinds, const EntityVisitor& visit) const override {
    for (const Bat& bat : bats) {
      const Vec3 p = bat.position;
      if (p.x < box.min.x || p.y < box.min.y || p.z < box.min.z) continue;
      if (p.x > box.max.x || p.y > box.max.y || p.z > box.max.z) continue;
      for (const EntityKind kind : kinds) {
        if (kind == bat.kind) visit(bat);
      }
    }
  }
};

int main(int argc, char** argv) try {
  if (argc != 2) return std::fputs("usage: minimal_server PLUGIN\n", stderr), 2;
  FlatWorld world;
  for (std::uint64_t id = 1; id <= 5; ++id) {
    const double place = 2.0 * static_cast<double>(id);
    world.bats.push_back(makeBat(id, {place, 74, -place}, {0.2, 0, 0.05 * place}));
  }

  Plugin plugin = Plugin::load(argv[1], world);
  static_cast<void>(plugin.gameRules().set("better-bats:bat_alignment", 20));
  for (; world.clock < 200; ++world.clock) {
    if (plugin.flight().applyFlightForces(world.bats) != Status::Ok) return 1;
    for (Bat& bat : world.bats) bat.position += bat.velocity;  // here a real server moves and collides
  }

  for (const Bat& bat : world.bats) {
    const FlockMembership flock = plugin.flockOf(bat.id);
    std::printf("bat %d at %.1f %.1f %.1f in flock %d of %u\n", static_cast<int>(bat.id), bat.position.x,
                bat.position.y, bat.position.z, static_cast<int>(flock.flock), flock.size);
  }
} catch (const PluginError& error) {
  return std::fprintf(stderr, "%s\n", error.what()), 1;
}
