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
  lanes_ = bats.count == kLanes ? ~std::uint64_t{0} : laneBit(true, bats.count) - 1;
  findBlocks(asking, bats);
  sampled_ = p.steering == SteeringLaw::Additive;
  if (!sampled_) return;
  down_ = p.groundScan;
  const int mostUp = std::max(p.ceilingScan, 1);  // the block at the height of the box's middle may be the one above
  const bool sky = asking.tick.twilight || asking.tick.night;
  const auto wants = static_cast<std::uint8_t>(kWantWall | (sky ? std::uint32_t{BETTER_BATS_WANT_SKY} : 0U));
  const auto down = static_cast<std::uint8_t>(down_);
  const auto up = static_cast<std::uint8_t>(mostUp);
  for (std::size_t i = 0; i < bats.count; ++i) {
    probes_[i] = {blocks_.x[i], blocks_.y[i], blocks_.z[i], down, up, wants, 0};
  }
  const bool allAnswered =
      asking.world.probe(std::span(probes_).first(bats.count), std::span(samples_).first(bats.count));
  takeSamples(asking, bats, allAnswered);
}

void BatchTerrain::takeSamples(const Asking& asking, BatLanes& bats, bool allAnswered) noexcept {
  std::uint64_t solid = 0;
  std::uint64_t loaded = 0;
  for (std::size_t i = 0; i < bats.count; ++i) {
    ProbeResult& sample = samples_[i];
    if (!HostWorld::hasAnswer(allAnswered, sample)) {
      lanes_ &= ~laneBit(true, i);
      sample = {};
    }
    if (sample.loaded == 0) {
      sample.solid = sample.fluid = 0;
      sample.has_surface = 0;
      sample.sees_sky = 1;  // as where there is no surface: what else the world may have written is no answer
    }
    loaded |= laneBit(sample.loaded != 0, i);
    solid |= sample.solid;
    AvoidancePushes pushes;
    if ((sample.solid | sample.fluid) != 0) pushes = avoidancePushes({sample, down_}, *asking.tick.parameters);
    bats.groundPush[i] = pushes.ground;
    bats.ceilingPush[i] = pushes.ceiling;
    bats.surface[i] = sample.surface;
    bats.hasSurface[i] = sample.has_surface != 0 ? 1 : 0;
    bats.seesSky[i] = sample.sees_sky != 0 ? 1 : 0;
  }
  anySolid_ = solid != 0;
  loaded_ = loaded;
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
  compareFaces(bats, blocks_);
}

void BatchTerrain::findNext(const Asking& asking, const BatLanes& bats) noexcept {
  const Space& space = asking.tick.space;
  if (!space.isPeriodic()) return asking.kernels.findNext(bats, blocks_);
  for (std::size_t i = 0; i < bats.count; ++i) {
    const BlockPos block = space.blockOf(bats.position[i] + bats.v[i]);
    blocks_.nextX[i] = block.x, blocks_.nextZ[i] = block.z;
  }
  compareNext(bats.end(), blocks_);
}

template <typename Answered>
void BatchTerrain::ask(const Asking& asking, Answered&& answered) {
  if (questions_ == 0) return;
  const bool allAnswered =
      asking.world.probe(std::span(questionProbes_).first(questions_), std::span(answers_).first(questions_));
  for (std::uint32_t i = 0; i < questions_; ++i) {
    if (HostWorld::hasAnswer(allAnswered, answers_[i])) {
      answered(askers_[i], answers_[i]);
    } else {
      lanes_ &= ~laneBit(true, askers_[i].lane);
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
    faceColumns_[asker.axis].known |= laneBit(true, asker.lane);
    faceColumns_[asker.axis].loaded |= laneBit(answer.loaded != 0, asker.lane);
  });
}

/// A face in the bat's own column is in the run that was read; the others are asked about.
void BatchTerrain::askAboutWalls(BatLanes& bats) noexcept {
  questions_ = 0;
  faceColumns_ = {};
  const auto turnInOwnColumn = [&](std::uint64_t lanes, Lanes<double>& component) {
    forEachLane(lanes, [&](std::size_t i) {
      const int bit = blocks_.wallY[i] - blocks_.y[i] + down_;
      if (((samples_[i].solid >> bit) & 1U) != 0) component[i] = -component[i];
    });
  };
  const std::uint64_t movesX = blocks_.movesX & lanes_;
  const std::uint64_t movesZ = blocks_.movesZ & lanes_;
  if (anySolid_) {
    turnInOwnColumn(movesX & ~blocks_.newFaceX, bats.v.x);
    turnInOwnColumn(movesZ & ~blocks_.newFaceZ, bats.v.z);
  }
  forEachLane(movesX & blocks_.newFaceX, [&](std::size_t i) {
    addQuestion(i, 0, {blocks_.faceX[i], blocks_.wallY[i], blocks_.z[i], 0, 0, kWantWall, 0});
  });
  forEachLane(movesZ & blocks_.newFaceZ, [&](std::size_t i) {
    addQuestion(i, 1, {blocks_.x[i], blocks_.wallY[i], blocks_.faceZ[i], 0, 0, kWantWall, 0});
  });
}

void BatchTerrain::addQuestion(std::size_t lane, std::uint8_t axis, const Probe& probe) noexcept {
  questionProbes_[questions_] = probe;
  askers_[questions_] = {static_cast<std::uint8_t>(lane), axis};
  ++questions_;
}

/// The columns that the bats are about to be in: most are their own, and many of the others lie at a leading face.
BatchTerrain::Columns BatchTerrain::nextColumns() const noexcept {
  if (!sampled_) return {};
  const std::uint64_t own = ~(blocks_.nextNewX | blocks_.nextNewZ);
  const std::uint64_t atFaceX = blocks_.nextNewX & blocks_.nextAtFaceX & ~blocks_.nextNewZ & faceColumns_[0].known;
  const std::uint64_t atFaceZ = blocks_.nextNewZ & blocks_.nextAtFaceZ & ~blocks_.nextNewX & faceColumns_[1].known;
  return {own | atFaceX | atFaceZ,
          (own & loaded_) | (atFaceX & faceColumns_[0].loaded) | (atFaceZ & faceColumns_[1].loaded)};
}

void BatchTerrain::turnAtUnloadedColumns(const Asking& asking, BatLanes& bats) {
  std::uint64_t turned = 0;
  const auto askAndAct = [&](std::uint64_t lanes, auto&& isUnloaded) {
    questions_ = 0;
    findNext(asking, bats);
    const Columns next = nextColumns();
    forEachLane(lanes & next.known & ~next.loaded, isUnloaded);
    forEachLane(lanes & ~next.known, [&](std::size_t i) {
      addQuestion(i, 0, {blocks_.nextX[i], blocks_.y[i], blocks_.nextZ[i], 0, 0, kWantColumn, 0});
    });
    ask(asking, [&](Asker asker, const ProbeResult& answer) {
      if (answer.loaded == 0) isUnloaded(asker.lane);
    });
  };
  askAndAct(lanes_, [&](std::size_t i) {
    bats.v.x[i] = -bats.v.x[i];
    bats.v.z[i] = -bats.v.z[i];
    turned |= laneBit(true, i);
  });
  if (turned != 0) askAndAct(turned & lanes_, [&](std::size_t i) { bats.v.x[i] = bats.v.z[i] = 0; });
}

}  // namespace better_bats
