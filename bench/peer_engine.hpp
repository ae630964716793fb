// What the peers have in common: each bat's nearest four and those too near, and then the plugin's own forces.
// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "bench/engine.hpp"
#include "plugin/flight/bat_lanes.hpp"
#include "plugin/flight/flight_parameters.hpp"
#include "plugin/flight/tick_conditions.hpp"

namespace better_bats::bench {

/// The nearest four of a bat within 12 blocks, and the sums over those nearer than 2.
class Surroundings {
 public:
  explicit Surroundings(Vec3 own) noexcept : own_(own) {}
  void add(const Bat& other) noexcept;
  void write(BatLanes& bats, std::size_t lane) const noexcept;

 private:
  struct Mate {
    double squared;
    Vec3 towards, velocity;
  };
  Vec3 own_;
  std::uint32_t mates_ = 0;
  std::array<Mate, 4> nearest_{};
  double tooNear_ = 0;
  Vec3 push_{};
};

class PeerEngine : public Engine {
 public:
  PeerEngine(const Scene& scene, stub::Workers& workers) noexcept : scene_(scene), workers_(workers) {}
  void tick(std::span<Bat> bats) final;

 protected:
  /// Once a tick, before anybody looks.
  virtual void prepare(std::span<const Bat> bats) = 0;
  /// Adds all others that may be within 12 blocks of bats[self]. [any-thread]
  virtual void look(std::span<const Bat> bats, std::size_t self, Surroundings& around) const = 0;

  const Scene& scene_;
  stub::Workers& workers_;

 private:
  void fly(std::span<Bat> bats, std::size_t begin, std::size_t end) const;

  FlightParameters parameters_;
  TickConditions conditions_;
  std::vector<Bat> before_;  ///< bats as they were, so that the order of visits does not matter
};

}  // namespace better_bats::bench
