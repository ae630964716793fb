// What an admin can tune about the flight, with the model's defaults. Lengths in blocks, forces in blocks/tick.
// parameter_table.hpp holds each one's name, range and description. SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace better_bats {

enum class SteeringLaw : std::uint8_t { Additive, Reynolds };

struct FlightParameters {
  SteeringLaw steering = SteeringLaw::Additive;

  double flockRadius = 12;
  double separationRadius = 2;

  double predatorRadius = 10;
  double fleeForce = 0.25;
  std::vector<std::string> predators{"minecraft:cat", "minecraft:ocelot", "minecraft:phantom"};

  int groundScan = 5;
  int ceilingScan = 3;
  double avoidSlope = 0.035;

  double altitudeCap = 30;
  double capSlope = 0.05;
  double capMax = 0.25;

  double comfortMin = 5;
  double comfortMax = 20;
  double comfortEdgeForce = 0.02;
  double comfortMaxForce = 0.08;

  double borderMargin = 8;
  double borderForce = 0.05;

  double verticalDamping = 0.02;
  double minSpeed = 0.15;
  double maxSpeed = 0.35;

  double twilightAlignment = 2.5;
  double twilightCohesion = 2.5;
  double twilightSeparation = 0.4;

  // Reynolds' law. A radius that was not set is the perception radius.
  double perceptionRadius = 50;
  std::optional<double> alignmentRadius;
  std::optional<double> cohesionRadius;
  double reynoldsSeparation = 1.5;
  double reynoldsAlignment = 1;
  double reynoldsCohesion = 1;
  double maxForce = 0.05;
  bool normaliseDesired = true;

  bool planar = false;

  double startleRadius = 16;
  double startleForce = 0.5;

  double trailAlpha = 0.05;

  int vectorBits = 512;  ///< the widest vector instructions that may be used; all compute the same bits
};

}  // namespace better_bats
