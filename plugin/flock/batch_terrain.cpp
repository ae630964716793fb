// Two rounds of questions: the bats' own columns, then what they are about to fly into. SPDX-License-Identifier: MIT
#include "plugin/flock/batch_terrain.hpp"

#include <algorithm>

#include "plugin/flight/containment.hpp"
#include "plugin/flight/terrain_forces.hpp"

namespace better_bats {
namespace {

constexpr std::uint8_t kWantColumn = BETTER_BATS_WANT_SURFACE;
constexpr std::uint8_t kWantWall = BETTER_BATS_WANT_SURFACE | BETTER_BATS_WANT_BLOCKS;

}  // namespace

void BatchTerrain::sample(const Asking& asking, BatLanes& bats) {
  const FlightParameters& p = *asking.tick.parameters;
  failed_.fill(0);
  findBlocks(asking, bats);
  sampled_ = p.steering == SteeringLaw::Additive;
  if (!sampled_) return;
  down_ = p.groundScan;
  up_ = std::max(p.ceilingScan, 1);  // the block at the height of the box's middle may be the one above
  const bool sky = asking.tick.twilight || asking.tick.night;
  const auto wants = static_cast<std::uint8_t>(kWantWall | (sky ? std::uint32_t{BETTER_BATS_WANT_SKY} : 0U));
  const auto down = static_cast<std::uint8_t>(down_);
  const auto up = static_cast<std::uint8_t>(up_);
  for (std::size_t i = 0; i < bats.count; ++i) {
    probes_[i] = {blocks_.x[i], blocks_.y[i], blocks_.z[i], down, up, wants, 0};
  }
  const bool allAnswered =
      asking.world.probe(std::span(probes_).first(bats.count), std::span(samples_).first(bats.count));
  takeSamples(asking, bats, allAnswered);
}

void BatchTerrain::takeSamples(const Asking& asking, BatLanes& bats, bool allAnswered) noexcept {
  for (std::size_t i = 0; i < bats.count; ++i) {
    ProbeResult& sample = samples_[i];
    if (!allAnswered && !HostWorld::hasAnswer(sample)) {
      failed_[i] = 1;
      sample = {};
    }
    if (sample.loaded == 0) {
      sample.solid = sample.fluid = 0;
      sample.has_surface = 0;
    }
    AvoidancePushes pushes;
    if ((sample.solid | sample.fluid) != 0) pushes = avoidancePushes({sample, down_}, *asking.tick.parameters);
    bats.groundPush[i] = pushes.ground;
    bats.ceilingPush[i] = pushes.ceiling;
    bats.surface[i] = sample.surface;
    bats.hasSurface[i] = sample.has_surface != 0 ? 1 : 0;
    bats.seesSky[i] = sample.sees_sky != 0 ? 1 : 0;
  }
}

void BatchTerrain::stayInTheWorld(const Asking& asking, BatLanes& bats) {
  if (sampled_) turnAtWalls(asking, bats);
  asking.kernels.keepWithinBorders(bats, asking.tick);
  turnAtUnloadedColumns(asking, bats);
}

void BatchTerrain::findBlocks(const Asking& asking, const BatLanes& bats) noexcept {
  const Space& space = asking.tick.space;
  if (!space.isPeriodic()) return asking.kernels.findBlocks(bats, blocks_);
  for (std::size_t i = 0; i < bats.count; ++i) {
    const BlockPos block = space.blockOf(bats.position[i]);
    blocks_.x[i] = block.x, blocks_.y[i] = block.y, blocks_.z[i] = block.z;
    blocks_.wallY[i] = blockCoordinate(bats.position.y[i] + kWallHeight);
  }
}

void BatchTerrain::findFaces(const Asking& asking, const BatLanes& bats) noexcept {
  const Space& space = asking.tick.space;
  if (!space.isPeriodic()) return asking.kernels.findFaces(bats, blocks_);
  for (std::size_t i = 0; i < bats.count; ++i) {
    const Vec3 face{leadingFace(bats.position.x[i], bats.v.x[i]), 0, leadingFace(bats.position.z[i], bats.v.z[i])};
    const BlockPos block = space.blockOf(face);
    blocks_.faceX[i] = block.x, blocks_.faceZ[i] = block.z;
  }
}

void BatchTerrain::findNext(const Asking& asking, const BatLanes& bats) noexcept {
  const Space& space = asking.tick.space;
  if (!space.isPeriodic()) return asking.kernels.findNext(bats, blocks_);
  for (std::size_t i = 0; i < bats.count; ++i) {
    const BlockPos block = space.blockOf(bats.position[i] + bats.v[i]);
    blocks_.nextX[i] = block.x, blocks_.nextZ[i] = block.z;
  }
}

template <typename Answered>
void BatchTerrain::ask(const Asking& asking, Answered&& answered) {
  if (questions_ == 0) return;
  const bool allAnswered =
      asking.world.probe(std::span(questionProbes_).first(questions_), std::span(answers_).first(questions_));
  for (std::uint32_t i = 0; i < questions_; ++i) {
    if (allAnswered || HostWorld::hasAnswer(answers_[i])) {
      answered(askers_[i], answers_[i]);
    } else {
      failed_[askers_[i].lane] = 1;
    }
  }
}

void BatchTerrain::turnAtWalls(const Asking& asking, BatLanes& bats) {
  findFaces(asking, bats);
  askAboutWalls(bats);
  ask(asking, [&](Asker asker, const ProbeResult& answer) {
    Lanes<double>& component = asker.axis == 0 ? bats.v.x : bats.v.z;
    const bool isWall = answer.loaded != 0 && (answer.solid & 1U) != 0;
    component[asker.lane] = isWall ? -component[asker.lane] : component[asker.lane];
    faceColumns_[asker.axis][asker.lane] = answer.loaded != 0 ? Loaded::Yes : Loaded::No;
  });
}

/// A face in the bat's own column is in the run that was read. The others are asked about; without branches, since
/// whether a face is in another column is a matter of chance.
void BatchTerrain::askAboutWalls(BatLanes& bats) noexcept {
  questions_ = 0;
  for (auto& columns : faceColumns_) columns.fill(Loaded::Unknown);
  const auto look = [&](std::size_t lane, std::uint8_t axis, double& component, bool isOwnColumn, BlockPos block) {
    const int bit = block.y - blocks_.y[lane] + down_;
    const bool moves = component != 0 && failed_[lane] == 0;
    const bool turns = moves && isOwnColumn && ((samples_[lane].solid >> bit) & 1U) != 0;
    component = turns ? -component : component;
    questionProbes_[questions_] = {block.x, block.y, block.z, 0, 0, kWantWall, 0};
    askers_[questions_] = {static_cast<std::uint8_t>(lane), axis};
    questions_ += moves && !isOwnColumn ? 1U : 0U;
  };
  for (std::size_t i = 0; i < bats.count; ++i) {
    const std::int32_t y = blocks_.wallY[i];
    look(i, 0, bats.v.x[i], blocks_.faceX[i] == blocks_.x[i], {blocks_.faceX[i], y, blocks_.z[i]});
    look(i, 1, bats.v.z[i], blocks_.faceZ[i] == blocks_.z[i], {blocks_.x[i], y, blocks_.faceZ[i]});
  }
}

BatchTerrain::Loaded BatchTerrain::nextColumn(std::size_t i) const noexcept {
  const bool sameX = blocks_.nextX[i] == blocks_.x[i];
  const bool sameZ = blocks_.nextZ[i] == blocks_.z[i];
  if (!sampled_) return Loaded::Unknown;
  if (sameX && sameZ) return samples_[i].loaded != 0 ? Loaded::Yes : Loaded::No;
  if (sameZ && blocks_.nextX[i] == blocks_.faceX[i]) return faceColumns_[0][i];
  if (sameX && blocks_.nextZ[i] == blocks_.faceZ[i]) return faceColumns_[1][i];
  return Loaded::Unknown;
}

void BatchTerrain::turnAtUnloadedColumns(const Asking& asking, BatLanes& bats) {
  std::array<std::uint8_t, kLanes> turned{};
  bool anyTurned = false;
  const auto askAndAct = [&](auto&& concerns, auto&& isUnloaded) {
    questions_ = 0;
    findNext(asking, bats);
    for (std::size_t i = 0; i < bats.count; ++i) {
      if (failed_[i] != 0 || !concerns(i)) continue;
      const Loaded loaded = nextColumn(i);
      if (loaded == Loaded::No) isUnloaded(i);
      questionProbes_[questions_] = {blocks_.nextX[i], blocks_.y[i], blocks_.nextZ[i], 0, 0, kWantColumn, 0};
      askers_[questions_] = {static_cast<std::uint8_t>(i), 0};
      questions_ += loaded == Loaded::Unknown ? 1U : 0U;
    }
    ask(asking, [&](Asker asker, const ProbeResult& answer) {
      if (answer.loaded == 0) isUnloaded(asker.lane);
    });
  };
  askAndAct([](std::size_t) { return true; },
            [&](std::size_t i) {
              bats.v.x[i] = -bats.v.x[i];
              bats.v.z[i] = -bats.v.z[i];
              turned[i] = 1;
              anyTurned = true;
            });
  if (!anyTurned) return;
  askAndAct([&](std::size_t i) { return turned[i] != 0; }, [&](std::size_t i) { bats.v.x[i] = bats.v.z[i] = 0; });
}

}  // namespace better_bats
