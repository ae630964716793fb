// The second steering law, Reynolds 1987: steering = limit(desired - velocity). No terrain, no flocks.
// SPDX-License-Identifier: MIT
#pragma once

#include "plugin/flight/bat_flight.hpp"

namespace better_bats {

/// The radii of the three rules; a rule that was given none has the perception radius.
struct ReynoldsRadii {
  explicit ReynoldsRadii(const FlightParameters& p) noexcept
      : separation(p.separationRadius),
        alignment(p.alignmentRadius.value_or(p.perceptionRadius)),
        cohesion(p.cohesionRadius.value_or(p.perceptionRadius)) {}
  [[nodiscard]] double widest() const noexcept;

  double separation, alignment, cohesion;
};

/// Keeps the separation of coincident boids finite.
inline constexpr double kReynoldsSoftening = 1e-6;

/// One rule's sum over the neighbours within its radius, in id order.
struct ReynoldsMean {
  Vec3 sum{};
  double count = 0;
  void add(Vec3 value) noexcept { sum += value, count += 1; }
};

struct ReynoldsMeans {
  VectorLanes sum;
  Lanes<double> count;
  void set(std::size_t lane, const ReynoldsMean& mean) noexcept { sum.set(lane, mean.sum), count[lane] = mean.count; }
  [[nodiscard]] ReynoldsMean operator[](std::size_t lane) const noexcept { return {sum[lane], count[lane]}; }
};

/// Over the other active bats, with Pk - P as the nearest image: (P - Pk) / (d^2 + softening), Vk, and Pk - P.
struct ReynoldsSums {
  ReynoldsMeans away, heading, centre;
};

struct ReynoldsLanes {
  VectorLanes separation, alignment, cohesion;
};

/// The three weighted steering forces of each bat.
void steerByReynolds(const BatLanes& bats, const ReynoldsSums& sums, const FlightParameters& parameters,
                     ReynoldsLanes& steering) noexcept;

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
