// Large flocks are halved across their longest side until the parts fit a batch. SPDX-License-Identifier: MIT
#include "plugin/flock/large_flocks.hpp"

#include <algorithm>
#include <array>

#include "plugin/flight/lanes.hpp"

namespace better_bats {
namespace {

constexpr std::size_t stepsOf(std::size_t bats) noexcept {
  return (bats + kLaneStep - 1) / kLaneStep;
}

}  // namespace

void LargeFlocks::part(const Snapshot& snapshot, const FlockTable& flocks) {
  if (known_) return;
  parts_.clear();
  slots_.clear();
  flocks.visitLarge(kLanes, [&](FlockIndex flock) {
    places_.clear();
    for (const Slot slot : flocks.members(flock)) {
      const Vec3 position = snapshot.position(slot);
      const auto figure = [](double component) { return static_cast<float>(component); };
      places_.push_back({figure(position.x), figure(position.y), figure(position.z), slot});
    }
    divide(flock, places_);
  });
  known_ = true;
}

/// Until it fits a batch; about as many bats in each part.
void LargeFlocks::divide(FlockIndex flock, std::span<Place> places) {
  if (places.size() > kLanes) {
    const std::size_t parts = (places.size() + kLanes - 1) / kLanes;
    const std::size_t left = (stepsOf(places.size()) * (parts / 2) + parts - 1) / parts;
    halve(places, left * kLaneStep);
    divide(flock, places.first(left * kLaneStep));
    divide(flock, places.subspan(left * kLaneStep));
    return;
  }
  arrange(places);
  const auto begin = static_cast<std::uint32_t>(slots_.size());
  for (const Place& place : places) slots_.push_back(place.slot);
  parts_.push_back({flock, begin, static_cast<std::uint32_t>(slots_.size())});
}

/// The bats of one step of lanes are near each other, too.
void LargeFlocks::arrange(std::span<Place> places) {
  if (places.size() <= kLaneStep) return;
  const std::size_t left = stepsOf(places.size()) / 2 * kLaneStep;
  halve(places, left);
  arrange(places.first(left));
  arrange(places.subspan(left));
}

/// Across the longest side, so many to the left.
void LargeFlocks::halve(std::span<Place> places, std::size_t left) {
  constexpr std::array<float Place::*, 3> axes{&Place::x, &Place::y, &Place::z};
  float Place::*longest = axes[0];
  float length = -1;
  for (const auto axis : axes) {
    float low = places.front().*axis;
    float high = low;
    for (const Place& place : places) low = std::min(low, place.*axis), high = std::max(high, place.*axis);
    if (high - low > length) length = high - low, longest = axis;
  }
  std::nth_element(places.begin(), places.begin() + static_cast<std::ptrdiff_t>(left), places.end(),
                   [&](const Place& a, const Place& b) { return a.*longest < b.*longest; });
}

LargeFlocks::Part LargeFlocks::partWith(Slot slot) const noexcept {
  const auto place = static_cast<std::uint32_t>(std::find(slots_.begin(), slots_.end(), slot) - slots_.begin());
  const auto next = std::upper_bound(parts_.begin(), parts_.end(), place,
                                     [](std::uint32_t at, const Range& range) { return at < range.begin; });
  return (*this)[static_cast<std::size_t>(next - parts_.begin()) - 1];
}

}  // namespace better_bats
