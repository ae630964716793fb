// Terrain for many bats at once: what is known already is not asked again. SPDX-License-Identifier: MIT
#include "plugin/flock/flight_lanes.hpp"

#include <algorithm>

#include "plugin/flight/containment.hpp"

namespace better_bats {

void FlightLanes::sampleTerrain(const HostWorld& world, const TickConditions& tick) {
  const FlightParameters& p = *tick.parameters;
  sampled_ = p.steering == SteeringLaw::Additive;
  for (FlightLane& lane : lanes) lane.block = tick.space.blockOf(lane.flyer.position);
  if (!sampled_) return;
  down_ = p.groundScan;
  up_ = std::max(p.ceilingScan, 1);  // the block at the height of the box's middle may be the one above
  const unsigned sky = tick.twilight || tick.night ? std::uint32_t{BETTER_BATS_WANT_SKY} : 0U;
  const unsigned wants = BETTER_BATS_WANT_SURFACE | BETTER_BATS_WANT_BLOCKS | sky;
  probes_.resize(lanes.size());
  samples_.resize(lanes.size());
  for (std::size_t i = 0; i < lanes.size(); ++i) {
    const BlockPos block = lanes[i].block;
    probes_[i] = {block.x,
                  block.y,
                  block.z,
                  static_cast<std::uint8_t>(down_),
                  static_cast<std::uint8_t>(up_),
                  static_cast<std::uint8_t>(wants),
                  0};
  }
  world.probe(probes_, samples_);
  for (std::size_t i = 0; i < lanes.size(); ++i) {
    ProbeResult& sample = samples_[i];
    if (!HostWorld::hasAnswer(sample)) lanes[i].failed = true;
    if (sample.loaded != 0) continue;
    sample.solid = sample.fluid = 0;
    sample.has_surface = 0;
  }
}

void FlightLanes::stayInTheWorld(const HostWorld& world, const TickConditions& tick) {
  wallColumns_.assign(sampled_ ? 2 * lanes.size() : 0, KnownColumn{});
  if (sampled_) turnAtWalls(world, tick);
  for (FlightLane& lane : lanes) lane.velocity = withinBorders(lane.flyer.position, lane.velocity, tick);
  turnAtUnloadedColumns(world, tick);
}

void FlightLanes::turnAtWalls(const HostWorld& world, const TickConditions& tick) {
  const auto turn = [](FlightLane& lane, int axis) {
    double& component = axis == 0 ? lane.velocity.x : lane.velocity.z;
    component = -component;
  };
  questions_.clear();
  for (std::size_t i = 0; i < lanes.size(); ++i) {
    FlightLane& lane = lanes[i];
    if (lane.failed) continue;
    const Vec3 p = lane.flyer.position;
    const auto look = [&](std::uint8_t axis, Vec3 face) {
      const BlockPos block = tick.space.blockOf(face);
      bool solid = false;
      if (!answeredByOwnRun(i, block, solid)) {
        questions_.ask(i, axis,
                       {block.x, block.y, block.z, 0, 0, BETTER_BATS_WANT_SURFACE | BETTER_BATS_WANT_BLOCKS, 0});
      } else if (solid) {
        turn(lane, axis);
      }
    };
    if (lane.velocity.x != 0) look(0, leadingFaceX(p, lane.velocity.x));
    if (lane.velocity.z != 0) look(2, leadingFaceZ(p, lane.velocity.z));
  }
  answerQuestions(world);
  for (std::size_t i = 0; i < questions_.askers.size(); ++i) {
    const auto [lane, axis] = questions_.askers[i];
    const ProbeResult& answer = questions_.answers[i];
    if (!HostWorld::hasAnswer(answer)) {
      lanes[lane].failed = true;
      continue;
    }
    if (answer.loaded != 0 && (answer.solid & 1U) != 0) turn(lanes[lane], axis);
    wallColumns_[2 * lane + axis / 2] = {questions_.probes[i].x, questions_.probes[i].z, true, answer.loaded != 0};
  }
}

bool FlightLanes::answeredByOwnRun(std::size_t lane, BlockPos block, bool& solid) const noexcept {
  const BlockPos own = lanes[lane].block;
  const std::int64_t bit = std::int64_t{block.y} - own.y + down_;
  if (block.x != own.x || block.z != own.z || bit < 0 || bit > down_ + up_) return false;
  solid = ((samples_[lane].solid >> bit) & 1U) != 0;
  return true;
}

FlightLanes::KnownColumn FlightLanes::known(std::size_t lane, std::int32_t x, std::int32_t z) const noexcept {
  if (!sampled_) return {};
  if (x == lanes[lane].block.x && z == lanes[lane].block.z) return {x, z, true, samples_[lane].loaded != 0};
  for (std::size_t i = 2 * lane; i < 2 * lane + 2; ++i) {
    if (wallColumns_[i].known && wallColumns_[i].x == x && wallColumns_[i].z == z) return wallColumns_[i];
  }
  return {};
}

void FlightLanes::turnAtUnloadedColumns(const HostWorld& world, const TickConditions& tick) {
  turned_.clear();
  askAboutColumns(world, tick, false);
  if (!turned_.empty()) askAboutColumns(world, tick, true);
}

void FlightLanes::askAboutColumns(const HostWorld& world, const TickConditions& tick, bool afterTurning) {
  const auto isUnloaded = [&](std::size_t i) {
    Vec3& v = lanes[i].velocity;
    if (afterTurning) {
      v.x = v.z = 0;
    } else {
      v.x = -v.x, v.z = -v.z;
      turned_.push_back(static_cast<std::uint32_t>(i));
    }
  };
  questions_.clear();
  const std::size_t count = afterTurning ? turned_.size() : lanes.size();
  for (std::size_t n = 0; n < count; ++n) {
    const std::size_t i = afterTurning ? turned_[n] : n;
    if (lanes[i].failed) continue;
    const BlockPos next = tick.space.blockOf(lanes[i].flyer.position + lanes[i].velocity);
    const KnownColumn column = known(i, next.x, next.z);
    if (!column.known) {
      questions_.ask(i, 0, {next.x, next.y, next.z, 0, 0, BETTER_BATS_WANT_SURFACE, 0});
    } else if (!column.loaded) {
      isUnloaded(i);
    }
  }
  answerQuestions(world);
  for (std::size_t n = 0; n < questions_.askers.size(); ++n) {
    const std::uint32_t i = questions_.askers[n].lane;
    if (!HostWorld::hasAnswer(questions_.answers[n])) {
      lanes[i].failed = true;
    } else if (questions_.answers[n].loaded == 0) {
      isUnloaded(i);
    }
  }
}

void FlightLanes::answerQuestions(const HostWorld& world) {
  questions_.answers.resize(questions_.probes.size());
  if (!questions_.probes.empty()) world.probe(questions_.probes, questions_.answers);
}

}  // namespace better_bats
