// better_bats.flight/1. SPDX-License-Identifier: MIT
#include <limits>

#include "plugin/boundary/guard.hpp"

namespace better_bats {
namespace {

constexpr std::uint64_t kMostBats = std::numeric_limits<std::int32_t>::max();

better_bats_status applyFlightForces(better_bats_session* session, better_bats_entity* bat) noexcept {
  return guarded(
      session, [&](Session& self) { return bat == nullptr ? Status::InvalidArgument : self.applyFlightForces(*bat); });
}

better_bats_status applyFlightForcesAll(better_bats_session* session, better_bats_entity* bats,
                                        std::uint64_t count) noexcept {
  return guarded(session, [&](Session& self) {
    if ((bats == nullptr && count > 0) || count > kMostBats) return Status::InvalidArgument;
    return self.applyFlightForces(std::span(bats, count));
  });
}

better_bats_status startle(better_bats_session* session, const better_bats_startle* startle) noexcept {
  return guarded(session, [&](Session& self) {
    if (startle == nullptr) return Status::InvalidArgument;
    return self.startle({startle->position, startle->radius, startle->force}, startle->ticks);
  });
}

better_bats_status reset(better_bats_session* session) noexcept {
  return guarded(session, [](Session& self) { return self.reset(), Status::Ok; });
}

}  // namespace

constexpr better_bats_flight_1 kFlightTable{&applyFlightForces, &applyFlightForcesAll, &startle, &reset};

}  // namespace better_bats
