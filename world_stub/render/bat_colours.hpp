// Which colour a bat has in a picture. SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <functional>

#include "world_stub/render/picture.hpp"
#include "world_stub/world/entity_store.hpp"

namespace better_bats::stub {

/// The flock of a bat, 0 for none.
using FlockOf = std::function<std::uint64_t(std::uint64_t id)>;

/// By flock. Where no bat at all is in a flock, as under Reynolds' law, by heading instead.
class BatColours {
 public:
  static constexpr Rgb alone{0.86F, 0.87F, 0.9F};

  BatColours(const EntityStore& entities, FlockOf flockOf);

  /// Of a bat that flies along (dx, dz).
  [[nodiscard]] Rgb of(std::uint64_t id, double dx, double dz) const;

  [[nodiscard]] static Rgb ofFlock(std::uint64_t flock) noexcept;
  [[nodiscard]] static Rgb ofHeading(double dx, double dz) noexcept;

 private:
  FlockOf flockOf_;
  bool anyFlock_ = false;
};

}  // namespace better_bats::stub
