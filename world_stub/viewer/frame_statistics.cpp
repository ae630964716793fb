// Counting a frame. SPDX-License-Identifier: MIT
#include "world_stub/viewer/frame_statistics.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <limits>
#include <map>

#include <better_bats/vec3.hpp>

#include "world_stub/viewer/frame.hpp"

namespace better_bats::stub {
namespace {

/// Unit velocities of one flock.
struct Headings {
  Vec3 sum{0, 0, 0};
  std::uint32_t members = 0;

  void add(Vec3 unit) noexcept {
    sum = sum + unit;
    ++members;
  }
  [[nodiscard]] double polarization() const noexcept { return std::sqrt(lengthSquared(sum)) / members; }
};

[[nodiscard]] Vec3 velocityOf(const FrameView& view, std::uint32_t bat) noexcept {
  std::array<float, 3> floats{};
  std::memcpy(floats.data(), view.velocities + std::size_t{bat} * sizeof floats, sizeof floats);
  return {floats[0], floats[1], floats[2]};
}

[[nodiscard]] std::uint32_t flockOf(const FrameView& view, std::uint32_t bat) noexcept {
  std::uint32_t flock = 0;
  std::memcpy(&flock, view.flocks + std::size_t{bat} * sizeof flock, sizeof flock);
  return flock;
}

}  // namespace

FrameStatistics statisticsOf(const std::string& frame) {
  const FrameView view = viewOf(frame);
  FrameStatistics figures;
  figures.bats = view.bats;
  if (view.bats == 0) return figures;
  std::map<std::uint32_t, Headings> flocks;
  Headings all;
  figures.minSpeed = std::numeric_limits<double>::infinity();
  for (std::uint32_t bat = 0; bat < view.bats; ++bat) {
    const Vec3 velocity = velocityOf(view, bat);
    const double speed = std::sqrt(lengthSquared(velocity));
    const Vec3 unit = speed > 0 ? velocity / speed : Vec3{0, 0, 0};
    figures.meanSpeed += speed / view.bats;
    figures.minSpeed = std::min(figures.minSpeed, speed);
    figures.maxSpeed = std::max(figures.maxSpeed, speed);
    all.add(unit);
    const std::uint32_t flock = flockOf(view, bat);
    if (flock == 0) ++figures.unflocked;
    if (flock != 0) flocks[flock].add(unit);
  }
  figures.flocks = static_cast<std::uint32_t>(flocks.size());
  figures.polarization = flocks.empty() ? all.polarization() : 0;
  for (const auto& [id, headings] : flocks) {
    figures.largestFlock = std::max(figures.largestFlock, headings.members);
    figures.polarization += headings.polarization() / static_cast<double>(flocks.size());
  }
  return figures;
}

}  // namespace better_bats::stub
