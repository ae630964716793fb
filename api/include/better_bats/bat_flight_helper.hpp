// BatFlightHelper: what a server calls once a tick. SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>

#include <better_bats/bat.hpp>
#include <better_bats/status.hpp>

namespace better_bats {

/// The plugin's flight over the boundary. Obtained from Plugin::flight(); lives as long as the plugin. [tick-thread]
class BatFlightHelper {
 public:
  BatFlightHelper(better_bats_session* session, const better_bats_flight_1* table) noexcept
      : session_(session), table_(table) {}

  /// Writes the velocity of one active bat for this tick, in blocks/tick. The first call of a game time takes the
  /// snapshot of all loaded bats by one World::scanEntities; later ones read it. The same bat twice gets the same
  /// velocity.
  Status applyFlightForces(Bat& bat) const noexcept { return Status{table_->apply_flight_forces(session_, &bat)}; }

  /// The same for all bats of the tick at once, which the call also takes its snapshot from. [Limit: 2^31 - 1 bats]
  /// HostFailed: the world did not answer about a bat. It kept its velocity, all others have their new ones.
  Status applyFlightForces(std::span<Bat> bats) const noexcept {
    return Status{table_->apply_flight_forces_all(session_, bats.data(), bats.size())};
  }

  /// Scares bats within `radius` blocks for so many ticks from the next snapshot on. [Limit: radius 0..1024, force
  /// 0..64]
  Status startle(Vec3 position, double radius, double force, std::uint64_t ticks = 1) const noexcept {
    const better_bats_startle startle{position, radius, force, ticks};
    return Status{table_->startle(session_, &startle)};
  }

  /// Forgets flocks, snapshot and startles, as for a new world. Rules and parameters stay.
  Status reset() const noexcept { return Status{table_->reset(session_)}; }

 private:
  better_bats_session* session_;
  const better_bats_flight_1* table_;
};

}  // namespace better_bats
