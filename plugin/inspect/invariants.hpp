// What holds after every tick whatever the host does; looked at in debug builds and in tests. SPDX-License-Identifier:
// MIT
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "plugin/flock/flight_engine.hpp"

namespace better_bats {

#ifdef NDEBUG
inline constexpr bool kChecksInvariants = false;
#else
inline constexpr bool kChecksInvariants = true;
#endif

/// Every answer is one line that names what is wrong, empty where nothing is. Allocates nothing once it is warm.
class Invariants {
 public:
  /// Right after a snapshot was taken: every flock has 2..limit members, all of them active bats of this snapshot, and
  /// its size is their number.
  [[nodiscard]] std::string brokenFlock(const FlightEngine& engine, std::int64_t limit);

  /// Keeps the velocities of bats that are about to fly.
  void remember(std::span<const Entity> bats);
  /// Right after the remembered bats were flown and the world had all answers: each velocity of a bat of the snapshot
  /// that was written is finite and within the speed limits, or cut short by a border or a column that is not loaded.
  [[nodiscard]] std::string brokenVelocity(const FlightEngine& engine, std::span<const Entity> bats) const;

 private:
  struct Membership {
    std::uint64_t flock;
    std::uint32_t size;
  };
  std::vector<Membership> members_;
  std::vector<Vec3> before_;
};

}  // namespace better_bats
