// Recording trails. SPDX-License-Identifier: MIT
#include "world_stub/render/trail_history.hpp"

#include <utility>

namespace better_bats::stub {

TrailHistory::Frame TrailHistory::emptyFrame() {
  if (spare_.empty()) return {};
  Frame frame = std::move(spare_.back());
  spare_.pop_back();
  frame.clear();
  return frame;
}

void TrailHistory::dropOldest() {
  points_ -= frames_.front().size();
  if (spare_.empty()) spare_.push_back(std::move(frames_.front()));
  frames_.pop_front();
}

void TrailHistory::record(const StubWorld& world) {
  const auto bats = world.entities().bats();
  const auto full = [&] { return frames_.size() > mostTicks || points_ + bats.size() > mostPoints; };
  while (frames_.size() > 1 && full()) dropOldest();
  Frame frame = emptyFrame();
  frame.reserve(bats.size());
  for (const Entity& bat : bats) {
    if (hasFiniteState(bat)) frame.push_back({bat.id, bat.position.x, bat.position.z});
  }
  points_ += frame.size();
  frames_.push_back(std::move(frame));
}

void TrailHistory::beginAnew() {
  while (frames_.size() > 1) dropOldest();
}

void TrailHistory::clear() noexcept {
  frames_.clear();
  points_ = 0;
}

}  // namespace better_bats::stub
