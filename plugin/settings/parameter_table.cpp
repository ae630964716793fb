// The one table of flight parameters. Defaults stand in FlightParameters. SPDX-License-Identifier: MIT
#include "plugin/settings/parameter_table.hpp"

#include <array>

namespace better_bats {
namespace {

using P = FlightParameters;

constexpr std::array table{
    Parameter{"steering", &P::steering, 0, 0,
              "The law of flight: additive (the bats' own) or reynolds (classic boids)."},
    Parameter{"flock_radius", &P::flockRadius, 0, 64, "How far a bat sees its flockmates, in blocks."},
    Parameter{"separation_radius", &P::separationRadius, 0, 64, "Bats closer than this keep apart, in blocks."},
    Parameter{"predator_radius", &P::predatorRadius, 0, 64, "How far a bat sees a predator, in blocks."},
    Parameter{"flee_force", &P::fleeForce, 0, 1, "The push away from the nearest predator, in blocks/tick."},
    Parameter{"predators", &P::predators, 0, 0, "What bats flee from."},
    Parameter{"ground_scan", &P::groundScan, 0, 16, "How many blocks below itself a bat looks for ground and fluid."},
    Parameter{"ceiling_scan", &P::ceilingScan, 0, 16, "How many blocks above itself a bat looks for a ceiling."},
    Parameter{"avoid_slope", &P::avoidSlope, 0, 1,
              "The push from ground and ceiling for each block nearer, in blocks/tick."},
    Parameter{"altitude_cap", &P::altitudeCap, 0, 512,
              "The height above the surface from which bats are pushed down, in blocks."},
    Parameter{"cap_slope", &P::capSlope, 0, 1, "The push down for each block above the cap, in blocks/tick."},
    Parameter{"cap_max", &P::capMax, 0, 1, "The strongest push down above the cap, in blocks/tick."},
    Parameter{"comfort_min", &P::comfortMin, 0, 512,
              "The lower edge of the comfort zone at night, in blocks above the surface."},
    Parameter{"comfort_max", &P::comfortMax, 0, 512,
              "The upper edge of the comfort zone at night, in blocks above the surface."},
    Parameter{"comfort_edge_force", &P::comfortEdgeForce, 0, 1,
              "The push to the comfort zone's middle at its edges, in blocks/tick."},
    Parameter{"comfort_max_force", &P::comfortMaxForce, 0, 1,
              "The strongest push to the comfort zone's middle, in blocks/tick."},
    Parameter{"border_margin", &P::borderMargin, 0, 1024, "How far from a world border its push begins, in blocks."},
    Parameter{"border_force", &P::borderForce, 0, 16, "The push inward at a world border, in blocks/tick."},
    Parameter{"vertical_damping", &P::verticalDamping, 0, 1,
              "The part of its vertical velocity that a bat loses each tick."},
    Parameter{"min_speed", &P::minSpeed, 0, 64, "The slowest flight, in blocks/tick; not above max_speed."},
    Parameter{"max_speed", &P::maxSpeed, 0, 64, "The fastest flight, in blocks/tick."},
    Parameter{"twilight_alignment", &P::twilightAlignment, 0, 100,
              "The factor on alignment at dusk and dawn under the open sky."},
    Parameter{"twilight_cohesion", &P::twilightCohesion, 0, 100,
              "The factor on cohesion at dusk and dawn under the open sky."},
    Parameter{"twilight_separation", &P::twilightSeparation, 0, 100,
              "The factor on separation at dusk and dawn under the open sky."},
    Parameter{"perception_radius", &P::perceptionRadius, 0, 1024,
              "Reynolds' law: how far a boid sees others, in blocks."},
    Parameter{"alignment_radius", &P::alignmentRadius, 0, 1024, "Reynolds' law: how far alignment reaches, in blocks."},
    Parameter{"cohesion_radius", &P::cohesionRadius, 0, 1024, "Reynolds' law: how far cohesion reaches, in blocks."},
    Parameter{"reynolds_separation", &P::reynoldsSeparation, 0, 100, "Reynolds' law: the weight of separation."},
    Parameter{"reynolds_alignment", &P::reynoldsAlignment, 0, 100, "Reynolds' law: the weight of alignment."},
    Parameter{"reynolds_cohesion", &P::reynoldsCohesion, 0, 100, "Reynolds' law: the weight of cohesion."},
    Parameter{"max_force", &P::maxForce, 0, 64, "Reynolds' law: the strongest steering of one rule, in blocks/tick."},
    Parameter{"normalise_desired", &P::normaliseDesired, 0, 0,
              "Reynolds' law: whether a desired velocity always has the maximum speed."},
    Parameter{"planar", &P::planar, 0, 0, "Whether flight keeps to one plane: no vertical velocity."},
    Parameter{"startle_radius", &P::startleRadius, 0, 1024,
              "How far a startle reaches where none is given, in blocks."},
    Parameter{"startle_force", &P::startleForce, 0, 64,
              "The push of a startle at its middle where none is given, in blocks/tick."},
    Parameter{"vector_bits", &P::vectorBits, 0, 512,
              "The widest vector instructions that may be used, in bits: 512, 256, or below that none; flight is the "
              "same with any."},
    Parameter{"trail_alpha", &P::trailAlpha, 0, 1, "How much a picture of trails fades each tick."},
};

}  // namespace

std::span<const Parameter> parameterTable() noexcept {
  return table;
}

const Parameter* findParameter(std::string_view key) noexcept {
  for (const Parameter& parameter : table) {
    if (parameter.key == key) return &parameter;
  }
  return nullptr;
}

}  // namespace better_bats
