// What the model knows of some bats: their own state and what is around each, all of the start of the tick.
// SPDX-License-Identifier: MIT
#pragma once

#include "plugin/flight/flyer.hpp"
#include "plugin/flight/lanes.hpp"

namespace better_bats {

struct BatLanes {
  std::size_t count = 0;
  /// Where loops over the lanes end.
  [[nodiscard]] std::size_t end() const noexcept { return (count + kLaneStep - 1) / kLaneStep * kLaneStep; }
  [[nodiscard]] Flyer flyer(std::size_t lane) const noexcept {
    return {id[lane], flock[lane], position[lane], velocity[lane]};
  }

  Lanes<std::uint64_t> id;
  Lanes<std::uint64_t> flock;  ///< flock id, 0 for none
  VectorLanes position, velocity;

  // Terrain, steps 1, 2, 3 and 8.
  Lanes<double> groundPush;   ///< upward, >= 0
  Lanes<double> ceilingPush;  ///< downward, >= 0
  Lanes<double> surface;      ///< height of the plane on which one stands
  FlagLanes hasSurface, seesSky;

  // Step 4. The forces are set where any lane flees, and 0 in the lanes that do not.
  bool anyPredator = false, anyStartle = false;
  FlagLanes flees;
  VectorLanes predatorForce, startleForce;

  // Step 6: over the other active bats nearer than the separation radius, the sum of (P - Pk)/d * 1/max(d, 0.01).
  Lanes<double> tooNear;  ///< how many
  VectorLanes push;

  // Step 7: over the flockmates within the flock radius, sums of Pk - P and of Vk.
  Lanes<double> mates;  ///< how many
  VectorLanes mateOffset, mateVelocity;

  VectorLanes v;  ///< the new velocity, in the making
};

}  // namespace better_bats
