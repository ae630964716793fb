// Placing bats, and the two worlds. SPDX-License-Identifier: MIT
#include "bench/scene.hpp"

#include <algorithm>
#include <cmath>

#include "plugin/flight/draws.hpp"
#include "world_stub/world/stub_world.hpp"

namespace better_bats::bench {
namespace {

constexpr std::int64_t kNoon = 6000;
constexpr std::int64_t kDusk = 13000;
constexpr double kPi = 3.14159265358979;

/// The volume in which so many bats have so many neighbours within 12 blocks.
double volumeFor(std::size_t bats, double neighbours) {
  return static_cast<double>(bats) * (4.0 / 3 * kPi * 12 * 12 * 12) / neighbours;
}

/// Numbers in [0, 1), the same in every run.
double draw(std::uint64_t bat, std::uint64_t index) {
  return DrawSequence(purposeKey(4, DrawPurpose::OwnWander), bat, 0)(index);
}

Vec3 pointIn(std::uint64_t bat, Vec3 low, Vec3 size) {
  return {low.x + size.x * draw(bat, 0), low.y + size.y * draw(bat, 1), low.z + size.z * draw(bat, 2)};
}

Vec3 startVelocity(std::uint64_t bat) {
  return DrawSequence(purposeKey(4, DrawPurpose::LoneWander), bat, 0).unitVector() * 0.25;
}

/// Nothing but air, and entities.
class Sky final : public Scene {
 public:
  explicit Sky(std::int64_t dayTime) noexcept : Scene(dayTime) {}

  Surface surfaceHeight(std::int32_t, std::int32_t) const override { return {1, 0, 0, 0}; }
  Block block(BlockPos) const override { return {}; }
  Status probe(std::span<const Probe> probes, std::span<ProbeResult> results) const override {
    std::fill_n(results.begin(), probes.size(), ProbeResult{0, 0, 0, 1, 0, 1, 0});
    return Status::Ok;
  }
  std::optional<EntityKind> entityKind(std::string_view id) const override { return stub::findEntityKind(id); }
  void scanEntities(const Box& box, std::span<const EntityKind> kinds, const EntityVisitor& visit) const override {
    entities_.scan(box, kinds, visit);
  }
  std::span<Bat> bats() override { return entities_.bats(); }

  stub::EntityStore& entities() noexcept { return entities_; }

 private:
  stub::EntityStore entities_;
};

/// The stub world's hills.
class Hills final : public Scene {
 public:
  explicit Hills(std::int32_t half) : Scene(kNoon), stub_(stub::WorldSpec::makeHills(1)) {
    stub_.loadArea({-half, -half, half, half});
  }

  Surface surfaceHeight(std::int32_t x, std::int32_t z) const override { return stub_.surfaceHeight(x, z); }
  Block block(BlockPos position) const override { return stub_.block(position); }
  BlockRun blocks(BlockPos low, std::uint32_t count) const override { return stub_.blocks(low, count); }
  Status probe(std::span<const Probe> probes, std::span<ProbeResult> results) const override {
    return stub_.probe(probes, results);
  }
  std::optional<EntityKind> entityKind(std::string_view id) const override { return stub_.entityKind(id); }
  void scanEntities(const Box& box, std::span<const EntityKind> kinds, const EntityVisitor& visit) const override {
    stub_.scanEntities(box, kinds, visit);
  }
  Bounds bounds() const override { return stub_.bounds(); }
  std::span<Bat> bats() override { return stub_.entities().bats(); }

  stub::EntityStore& entities() noexcept { return stub_.entities(); }

 private:
  stub::StubWorld stub_;
};

/// A layer of air above the ground of a square that the stub world can generate.
struct HillsLayer {
  double side, low, height;
  HillsLayer(std::size_t bats, double neighbours) {
    constexpr double usualHeight = 30;
    constexpr double largestSide = 1900;
    const double volume = volumeFor(bats, neighbours);
    side = std::min(largestSide, std::sqrt(volume / usualHeight));
    low = 4;
    height = volume / (side * side);
  }
};

template <typename SomeScene, typename PlaceOf>
std::unique_ptr<Scene> populated(std::unique_ptr<SomeScene> scene, std::size_t bats, const PlaceOf& placeOf) {
  scene->entities().reserveBats(bats);
  for (std::uint64_t bat = 0; bat < bats; ++bat) {
    scene->entities().add(stub::batKind, placeOf(*scene, bat), startVelocity(bat));
  }
  return scene;
}

std::unique_ptr<Scene> makeSky(std::size_t bats, double neighbours) {
  constexpr double height = 60;
  const double side = std::sqrt(volumeFor(bats, neighbours) / height);
  return populated(std::make_unique<Sky>(kNoon), bats, [&](const Scene&, std::uint64_t bat) {
    return pointIn(bat, {0, 64, 0}, {side, height, side});
  });
}

std::unique_ptr<Scene> makeHills(std::size_t bats, double neighbours) {
  const HillsLayer layer(bats, neighbours);
  const auto half = static_cast<std::int32_t>(layer.side / 2) + 40;
  return populated(std::make_unique<Hills>(half), bats, [&](const Scene& hills, std::uint64_t bat) {
    Vec3 place = pointIn(bat, {-layer.side / 2, layer.low, -layer.side / 2}, {layer.side, layer.height, layer.side});
    const BlockPos block = blockOf(place);
    place.y += hills.surfaceHeight(block.x, block.z).height;
    return place;
  });
}

std::unique_ptr<Scene> makeClump(std::size_t bats) {
  return populated(std::make_unique<Sky>(kNoon), bats, [](const Scene&, std::uint64_t bat) {
    return pointIn(bat, {0, 64, 0}, {12, 12, 12});
  });
}

/// A stream out of a cave mouth: crowded where it begins, wider and thinner with the distance.
std::unique_ptr<Scene> makeDusk(std::size_t bats) {
  const double length = 20 * std::cbrt(static_cast<double>(bats));
  return populated(std::make_unique<Sky>(kDusk), bats, [&](const Scene&, std::uint64_t bat) {
    const double way = length * draw(bat, 0);
    const double width = 2 + way / 4;
    return Vec3{way, 80 + width * (draw(bat, 1) - 0.5), width * (draw(bat, 2) - 0.5)};
  });
}

/// A few players' surroundings: bats by night, and a cat now and then.
std::unique_ptr<Scene> makeServer(std::size_t bats) {
  auto scene = std::make_unique<Sky>(kNoon);
  for (int i = 0; i < 4; ++i) scene->entities().add(*stub::findEntityKind("cat"), {24.0 * i, 70, 40}, {});
  return populated(std::move(scene), bats, [](const Scene&, std::uint64_t bat) {
    return pointIn(bat, {0, 64, 0}, {96, 30, 96});
  });
}

}  // namespace

void Scene::move() {
  for (Bat& bat : bats()) bat.position += bat.velocity;
  ++gameTime_;
  ++dayTime_;
}

std::vector<std::size_t> usualBats(const std::string& scene) {
  if (scene == "clump") return {3000};
  if (scene == "server") return {10, 100};
  if (scene == "hills") return {100, 1000, 10000, 100000};
  if (scene == "dusk") return {1000, 10000, 100000};
  return {100, 1000, 10000, 100000, 1000000};
}

std::vector<double> usualNeighbours(const std::string& scene) {
  return scene == "sky" || scene == "hills" ? std::vector<double>{5, 30} : std::vector<double>{0};
}

bool isForPeers(const std::string& scene) noexcept {
  return scene != "hills";
}

std::unique_ptr<Scene> makeScene(const std::string& name, std::size_t bats, double neighbours) {
  if (name == "hills") return makeHills(bats, neighbours);
  if (name == "clump") return makeClump(bats);
  if (name == "dusk") return makeDusk(bats);
  if (name == "server") return makeServer(bats);
  return makeSky(bats, neighbours);
}

std::unique_ptr<Scene> makeHillsWithoutTerrain(std::size_t bats, double neighbours) {
  const HillsLayer layer(bats, neighbours);
  return populated(std::make_unique<Sky>(kNoon), bats, [&](const Scene&, std::uint64_t bat) {
    return pointIn(bat, {-layer.side / 2, 64, -layer.side / 2}, {layer.side, layer.height, layer.side});
  });
}

}  // namespace better_bats::bench
