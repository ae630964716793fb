// Batches of lanes for the plugin's forces. SPDX-License-Identifier: MIT
#include "bench/peer_engine.hpp"

#include <algorithm>
#include <cmath>

#include "plugin/flight/day_cycle.hpp"
#include "plugin/flight/draws.hpp"
#include "plugin/flock/flight_kernels.hpp"

namespace better_bats::bench {

void Surroundings::add(const Bat& other) noexcept {
  constexpr double reach = 12;
  constexpr double tooNear = 2;
  const Vec3 towards = other.position - own_;
  const double squared = lengthSquared(towards);
  if (!(squared <= reach * reach)) return;
  if (squared < tooNear * tooNear && squared > 0) {
    const double distance = std::sqrt(squared);
    push_ += towards / -distance * (1 / std::max(distance, 0.01));
    ++tooNear_;
  }
  if (mates_ == nearest_.size()) {
    if (!(squared < nearest_.back().squared)) return;
    --mates_;
  }
  std::size_t place = mates_++;
  for (; place > 0 && squared < nearest_[place - 1].squared; --place) nearest_[place] = nearest_[place - 1];
  nearest_[place] = {squared, towards, other.velocity};
}

void Surroundings::write(BatLanes& bats, std::size_t lane) const noexcept {
  Vec3 offset{};
  Vec3 velocity{};
  for (std::size_t i = 0; i < mates_; ++i) offset += nearest_[i].towards, velocity += nearest_[i].velocity;
  bats.tooNear[lane] = tooNear_;
  bats.push.set(lane, push_);
  bats.mates[lane] = mates_;
  bats.mateOffset.set(lane, offset);
  bats.mateVelocity.set(lane, velocity);
}

void PeerEngine::tick(std::span<Bat> bats) {
  before_.assign(bats.begin(), bats.end());
  conditions_.parameters = &parameters_;
  conditions_.space = Space(scene_.bounds());
  conditions_.mixedSeed = mix(static_cast<std::uint64_t>(scene_.seed()));
  conditions_.gameTime = scene_.gameTime();
  conditions_.wanderPeriod = wanderPeriod(scene_.gameTime());
  conditions_.twilight = isTwilight(scene_.dayTime());
  conditions_.night = isNightByClock(scene_.dayTime());
  prepare(before_);
  workers_.parallelFor(bats.size(), 1024, [&](std::uint64_t begin, std::uint64_t end) { fly(bats, begin, end); });
}

void PeerEngine::fly(std::span<Bat> bats, std::size_t begin, std::size_t end) const {
  BatLanes lanes{};
  const FlightKernels& kernels = flightKernels(512);
  for (std::size_t first = begin; first < end; first += lanes.count) {
    lanes.count = std::min(kLanes, end - first);
    for (std::size_t lane = 0; lane < lanes.count; ++lane) {
      const Bat& bat = before_[first + lane];
      Surroundings around(bat.position);
      look(before_, first + lane, around);
      lanes.id[lane] = bat.id;
      lanes.seesSky[lane] = 1;
      lanes.position.set(lane, bat.position);
      lanes.velocity.set(lane, bat.velocity);
      around.write(lanes, lane);
    }
    kernels.fly(lanes, conditions_);
    for (std::size_t lane = 0; lane < lanes.count; ++lane) bats[first + lane].velocity = lanes.v[lane];
  }
}

}  // namespace better_bats::bench
