// The world of a bug report: made from the JSON of `better-bats dump` alone. SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include <better_bats/world.hpp>

namespace better_bats::rules {
struct JsonValue;
}

namespace better_bats::test {

/// Answers what the dump holds an answer to. Everything else throws, so that a dump with a gap is found out.
class ReplayWorld final : public World {
 public:
  /// Throws std::exception where the text is no dump.
  explicit ReplayWorld(const std::string& dump);

  std::vector<Bat> bats;
  std::vector<Vec3> nextVelocities;  ///< what the plugin that wrote the dump would do next, one for each bat
  std::string config;                ///< rules and parameters, as the plugin's config takes them
  std::string state;                 ///< as state/1 takes it

  [[nodiscard]] std::int64_t gameTime() const override { return gameTime_; }
  [[nodiscard]] std::int64_t dayTime() const override { return dayTime_; }
  [[nodiscard]] std::int64_t seed() const override { return seed_; }
  [[nodiscard]] Bounds bounds() const override { return bounds_; }
  [[nodiscard]] std::optional<bool> isNight() const override { return night_; }
  [[nodiscard]] std::optional<EntityKind> entityKind(std::string_view id) const override;
  [[nodiscard]] Surface surfaceHeight(std::int32_t x, std::int32_t z) const override;
  [[nodiscard]] Block block(BlockPos position) const override;
  [[nodiscard]] std::optional<bool> seesSky(BlockPos position) const override;
  void scanEntities(const Box& box, std::span<const EntityKind> kinds, const EntityVisitor& visit) const override;

 private:
  using Column = std::pair<std::int32_t, std::int32_t>;                // x, z
  using Place = std::tuple<std::int32_t, std::int32_t, std::int32_t>;  // x, y, z

  void readColumn(const rules::JsonValue& column);
  void readBlocks(const rules::JsonValue& column, std::int32_t x, std::int32_t z);

  std::int64_t gameTime_ = 0, dayTime_ = 0, seed_ = 0;
  bool night_ = false;
  Bounds bounds_{};
  std::vector<std::string> predatorKinds_;  ///< by number, from 1; 0 is the bat
  std::vector<Entity> predators_;
  std::map<Column, Surface> surfaces_;
  std::map<Place, Block> blocks_;
  std::map<Place, bool> sky_;
};

}  // namespace better_bats::test
