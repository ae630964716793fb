// The second steering law, Reynolds 1987: steering = limit(desired - velocity). No terrain, no flocks.
// SPDX-License-Identifier: MIT
#pragma once

#include <span>

#include "plugin/flight/bat_flight.hpp"

namespace better_bats {

/// Another active bat within the widest of the three radii.
struct Neighbour {
  std::uint32_t rank = 0;  ///< in id order
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

struct ReynoldsLanes {
  VectorLanes separation, alignment, cohesion;
};

/// The three weighted steering forces; `neighbours` in id order.
[[nodiscard]] ReynoldsSteering reynoldsSteering(const Flyer& bat, std::span<const Neighbour> neighbours,
                                                const FlightParameters& parameters) noexcept;

/// Startle, border, the three rules and the speed limits: from bats.velocity to bats.v. The rules' steering is done
/// already, bat by bat.
template <typename Record>
BETTER_BATS_LANE_FUNCTION void flyReynolds(BatLanes& bats, const ReynoldsLanes& steering, const TickConditions& tick,
                                           const Record& record) noexcept {
  VectorLanes force;
  StepSum<Record> sum(bats, record);
  sum.start();
  if (bats.anyStartle) sum.add("startle", bats.startleForce);
  borderForce(bats, tick, force), sum.add("border", force);
  sum.add("separation", steering.separation);
  sum.add("alignment", steering.alignment);
  sum.add("cohesion", steering.cohesion);
  if (tick.parameters->planar) sum.become("planar", [&](VectorLanes& v) { fill(bats.end(), v.y, 0.0); });
  sum.become("speed_limits", [&](VectorLanes&) { keepWithinSpeedLimits(bats, tick); });
}

}  // namespace better_bats
