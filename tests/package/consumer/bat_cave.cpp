// Flies one bat over a void with the installed plugin. SPDX-License-Identifier: MIT
#include <cstdio>
#include <string>

#include <better_bats/version.h>
#include <better_bats/plugin.hpp>

namespace {

class Void final : public better_bats::World {
 public:
  better_bats::Bat bat = better_bats::makeBat(1, {0, 100, 0}, {0.2, 0, 0});

  [[nodiscard]] std::int64_t gameTime() const override { return 0; }
  [[nodiscard]] std::int64_t dayTime() const override { return 6000; }
  [[nodiscard]] better_bats::Surface surfaceHeight(std::int32_t, std::int32_t) const override { return {1, 0, 0, 0}; }
  [[nodiscard]] better_bats::Block block(better_bats::BlockPos) const override { return {}; }
  void scanEntities(const better_bats::Box&, std::span<const better_bats::EntityKind> kinds,
                    const better_bats::EntityVisitor& visit) const override {
    for (const better_bats::EntityKind kind : kinds) {
      if (kind == bat.kind) visit(bat);
    }
  }
};

}  // namespace

int main() {
  try {
    Void world;
    const auto plugin = better_bats::Plugin::load(PLUGIN_FILE, world);
    if (plugin.version() != std::string(BETTER_BATS_VERSION)) return 1;
    if (plugin.flight().applyFlightForces(world.bat) != better_bats::Status::Ok) return 1;
    std::printf("flown by %s: %.3f %.3f %.3f\n", plugin.version().c_str(), world.bat.velocity.x, world.bat.velocity.y,
                world.bat.velocity.z);
    return world.bat.velocity.x > 0.1 ? 0 : 1;
  } catch (const better_bats::PluginError& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
}
