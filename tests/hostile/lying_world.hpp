// A world that lies: honest but for what a test puts in the way of its answers. SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>

#include "tests/support/fake_world.hpp"

namespace better_bats::test {

/// Each hook is called before the answer of that name leaves and may change it, throw, or call back. Empty: honest.
class LyingWorld : public FakeWorld {
 public:
  std::function<void(std::string_view function)> onCall;
  std::function<void(std::int32_t x, std::int32_t z, Surface&)> onSurface;
  std::function<void(BlockPos, Block&)> onBlock;
  std::function<Status(std::span<const Probe>, std::span<ProbeResult>)> onProbe;  ///< in the place of the answer
  std::function<void(std::vector<Entity>&)> onScan;
  std::function<std::optional<EntityKind>(std::string_view)> onKind;  ///< in the place of the answer

  [[nodiscard]] std::int64_t gameTime() const override { return called("gameTime"), FakeWorld::gameTime(); }
  [[nodiscard]] std::int64_t dayTime() const override { return called("dayTime"), FakeWorld::dayTime(); }
  [[nodiscard]] std::int64_t seed() const override { return called("seed"), FakeWorld::seed(); }
  [[nodiscard]] Bounds bounds() const override { return called("bounds"), FakeWorld::bounds(); }
  [[nodiscard]] std::optional<bool> isNight() const override { return called("isNight"), std::nullopt; }
  [[nodiscard]] std::optional<bool> seesSky(BlockPos) const override { return called("seesSky"), std::nullopt; }
  [[nodiscard]] std::optional<EntityKind> entityKind(std::string_view id) const override {
    called("entityKind");
    return onKind ? onKind(id) : FakeWorld::entityKind(id);
  }
  [[nodiscard]] Surface surfaceHeight(std::int32_t x, std::int32_t z) const override {
    called("surfaceHeight");
    Surface answer = FakeWorld::surfaceHeight(x, z);
    if (onSurface) onSurface(x, z, answer);
    return answer;
  }
  [[nodiscard]] Block block(BlockPos position) const override {
    called("block");
    Block answer = FakeWorld::block(position);
    if (onBlock) onBlock(position, answer);
    return answer;
  }
  Status probe(std::span<const Probe> probes, std::span<ProbeResult> results) const override {
    called("probe");
    return onProbe ? onProbe(probes, results) : FakeWorld::probe(probes, results);
  }
  void scanEntities(const Box& box, std::span<const EntityKind> kinds, const EntityVisitor& visit) const override {
    called("scanEntities");
    std::vector<Entity> found;
    const auto collect = [](void* to, const Entity* entities, std::uint64_t count) {
      static_cast<std::vector<Entity>*>(to)->insert(static_cast<std::vector<Entity>*>(to)->end(), entities,
                                                    entities + count);
    };
    FakeWorld::scanEntities(box, kinds, EntityVisitor(collect, &found));
    if (onScan) onScan(found);
    visit(found);
  }

 private:
  void called(std::string_view function) const {
    if (onCall) onCall(function);
  }
};

}  // namespace better_bats::test
