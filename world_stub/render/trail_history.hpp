// Where bats have been lately, for pictures of their trails. SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <vector>

#include "world_stub/world/stub_world.hpp"

namespace better_bats::stub {

/// The last ticks, in memory that is bounded: what is older has faded. Once warm, recording allocates nothing.
class TrailHistory {
 public:
  static constexpr std::size_t mostTicks = 1024;
  static constexpr std::size_t mostPoints = std::size_t{1} << 20U;

  struct Point {
    std::uint64_t id;
    double x, z;
  };
  /// All bats after one tick, in ascending id.
  using Frame = std::vector<Point>;

  /// The state after a tick. Before the first tick too, so that its trails begin somewhere.
  void record(const StubWorld& world);

  [[nodiscard]] bool isEmpty() const noexcept { return frames_.empty(); }
  /// The oldest first. The first frame is where trails begin; nothing is drawn of it.
  [[nodiscard]] const std::deque<Frame>& frames() const noexcept { return frames_; }

  /// After a picture: trails begin where the bats are now.
  void beginAnew();
  /// Another world.
  void clear() noexcept;

 private:
  [[nodiscard]] Frame emptyFrame();
  void dropOldest();

  std::deque<Frame> frames_;
  std::vector<Frame> spare_;  // their memory is used again
  std::size_t points_ = 0;
};

}  // namespace better_bats::stub
