// The second steering law, Reynolds 1987: steering = limit(desired - velocity). No terrain, no flocks.
// SPDX-License-Identifier: MIT
#pragma once

#include <span>

#include "plugin/flight/bat_flight.hpp"

namespace better_bats {

/// Another active bat within the widest of the three radii.
struct Neighbour {
  std::uint32_t slot = 0;
  double distanceSquared = 0;
  Vec3 away{};      ///< P - Pk, as the nearest image
  Vec3 velocity{};  ///< Vk
};

/// The radii of the three rules; a rule that was given none has the perception radius.
struct ReynoldsRadii {
  explicit ReynoldsRadii(const FlightParameters& p) noexcept
      : separation(p.separationRadius),
        alignment(p.alignmentRadius.value_or(p.perceptionRadius)),
        cohesion(p.cohesionRadius.value_or(p.perceptionRadius)) {}
  [[nodiscard]] double widest() const noexcept;

  double separation, alignment, cohesion;
};

struct ReynoldsSteering {
  Vec3 separation{}, alignment{}, cohesion{};
};

/// The three weighted steering forces; `neighbours` in id order.
[[nodiscard]] ReynoldsSteering reynoldsSteering(const Flyer& bat, std::span<const Neighbour> neighbours,
                                                const FlightParameters& parameters) noexcept;

/// Startle, border, the three rules and the speed limits.
template <typename Record>
[[nodiscard]] Vec3 flyReynolds(const Flyer& bat, std::span<const Neighbour> neighbours, const TickConditions& tick,
                               const Record& record) noexcept {
  Vec3 v = bat.velocity;
  const auto add = [&](const char* name, Vec3 force) { v += force, record(name, force); };
  const auto become = [&](const char* name, Vec3 next) { record(name, next - v), v = next; };

  add("startle", startleForce(bat, tick).force);
  add("border", borderForce(bat, tick));
  const ReynoldsSteering steering = reynoldsSteering(bat, neighbours, *tick.parameters);
  add("separation", steering.separation);
  add("alignment", steering.alignment);
  add("cohesion", steering.cohesion);
  if (tick.parameters->planar) become("planar", {v.x, 0, v.z});
  become("speed_limits", withinSpeedLimits(v, bat, tick));
  return v;
}

}  // namespace better_bats
