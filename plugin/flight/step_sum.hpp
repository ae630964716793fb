// The velocity in the making: forces are added step by step, and a listener may hear what each did.
// SPDX-License-Identifier: MIT
#pragma once

#include "plugin/flight/bat_lanes.hpp"

namespace better_bats {

/// For the hot path: nobody asks which step did what.
struct NoRecord {
  void operator()(const char*, Vec3) const noexcept {}
};

/// Adds up the steps of some bats, and tells `record(name, change)` what each did to the first one's velocity.
template <typename Record>
class StepSum {
 public:
  StepSum(BatLanes& bats, const Record& record) noexcept : bats_(bats), record_(record) {}

  /// Adding 0 makes -0 a +0 once and for all: later a force of 0 leaves a lane's bits alone.
  BETTER_BATS_LANE_FUNCTION void start() noexcept {
    for (std::size_t i = 0; i < bats_.end(); ++i) {
      bats_.v.x[i] = bats_.velocity.x[i] + 0.0;
      bats_.v.y[i] = bats_.velocity.y[i] + 0.0;
      bats_.v.z[i] = bats_.velocity.z[i] + 0.0;
    }
  }

  BETTER_BATS_LANE_FUNCTION void add(const char* name, const VectorLanes& force) noexcept {
    for (std::size_t i = 0; i < bats_.end(); ++i) {
      bats_.v.x[i] += force.x[i];
      bats_.v.y[i] += force.y[i];
      bats_.v.z[i] += force.z[i];
    }
    record_(name, force[0]);
  }

  /// A force along y.
  BETTER_BATS_LANE_FUNCTION void add(const char* name, const Lanes<double>& lift) noexcept {
    for (std::size_t i = 0; i < bats_.end(); ++i) bats_.v.y[i] += lift[i];
    record_(name, {0, lift[0], 0});
  }

  /// A goal that a fleeing bat forgets.
  BETTER_BATS_LANE_FUNCTION void addToCalm(const char* name, const VectorLanes& force) noexcept {
    for (std::size_t i = 0; i < bats_.end(); ++i) {
      const bool flees = bats_.flees[i] != 0;
      bats_.v.x[i] += flees ? 0.0 : force.x[i];
      bats_.v.y[i] += flees ? 0.0 : force.y[i];
      bats_.v.z[i] += flees ? 0.0 : force.z[i];
    }
    if (bats_.flees[0] == 0) record_(name, force[0]);
  }
  BETTER_BATS_LANE_FUNCTION void addToCalm(const char* name, const Lanes<double>& lift) noexcept {
    for (std::size_t i = 0; i < bats_.end(); ++i) bats_.v.y[i] += bats_.flees[i] != 0 ? 0.0 : lift[i];
    if (bats_.flees[0] == 0) record_(name, {0, lift[0], 0});
  }

  /// A step that changes the velocity in its own way.
  template <typename Step>
  BETTER_BATS_LANE_FUNCTION void become(const char* name, const Step& step) noexcept {
    const Vec3 before = bats_.v[0];
    step(bats_.v);
    record_(name, bats_.v[0] - before);
  }

 private:
  BatLanes& bats_;
  const Record& record_;
};

}  // namespace better_bats
