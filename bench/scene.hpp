// The scenes: a world and bats in it, the same for every engine. SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include <better_bats/world.hpp>

namespace better_bats::bench {

/// A world whose clock the benchmark turns and whose bats it moves.
class Scene : public World {
 public:
  [[nodiscard]] std::int64_t gameTime() const override { return gameTime_; }
  [[nodiscard]] std::int64_t dayTime() const override { return dayTime_; }

  /// The world's bats, in place. Taken anew for each tick: that is how scans learn of their moves.
  [[nodiscard]] virtual std::span<Bat> bats() = 0;

  /// What comes after a tick: bats go where their velocity says, and the clock goes on.
  void move();

 protected:
  explicit Scene(std::int64_t dayTime) noexcept : dayTime_(dayTime) {}

 private:
  std::int64_t gameTime_ = 0;
  std::int64_t dayTime_;
};

/// What a scene is measured with where nothing is asked for. Neighbours are others within 12 blocks of a bat; 0 where
/// that is no measure of the scene.
[[nodiscard]] std::vector<std::size_t> usualBats(const std::string& scene);
[[nodiscard]] std::vector<double> usualNeighbours(const std::string& scene);

/// Whether the peers can fly there: they know no terrain.
[[nodiscard]] bool isForPeers(const std::string& scene) noexcept;

[[nodiscard]] std::unique_ptr<Scene> makeScene(const std::string& name, std::size_t bats, double neighbours);

/// The bats of `hills` without the hills: what their flight costs but for the terrain.
[[nodiscard]] std::unique_ptr<Scene> makeHillsWithoutTerrain(std::size_t bats, double neighbours);

}  // namespace better_bats::bench
