// The predators of this tick, and the nearest one to a bat. SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <vector>

#include <better_bats/bat.hpp>

#include "plugin/flight/flyer.hpp"
#include "plugin/flight/space.hpp"

namespace better_bats {

class PredatorIndex {
 public:
  using UnusableReport = std::function<void(std::uint64_t id)>;

  /// Takes the living among the entities; one that is not usable is reported and left out.
  void take(std::span<const Entity> entities, double radius, const Space& space, const UnusableReport& report);
  void clear() noexcept { predators_.clear(); }
  [[nodiscard]] std::size_t size() const noexcept { return predators_.size(); }

  /// The nearest to the point within the radius, of equals the lower id; never `self`.
  [[nodiscard]] std::optional<Predator> nearest(std::uint64_t self, Vec3 point) const noexcept;

 private:
  struct Strip {
    double x;  ///< wrapped
    Predator predator;
  };
  std::vector<Strip> predators_;  ///< ascending x, so that a query looks at the strip within its radius only
  double radius_ = 0;
  Space space_;
};

}  // namespace better_bats
