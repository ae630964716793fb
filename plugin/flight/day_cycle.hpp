// The hours of a day of 24000 ticks. SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

namespace better_bats {

/// Day time floor-modulo 24000, also for negative day times.
[[nodiscard]] constexpr std::int64_t timeOfDay(std::int64_t dayTime) noexcept {
  const std::int64_t rest = dayTime % 24000;
  return rest < 0 ? rest + 24000 : rest;
}

/// Dusk 12000..14000 and dawn 22000..24000, whose last tick is tick 0 of the next day.
[[nodiscard]] constexpr bool isTwilight(std::int64_t dayTime) noexcept {
  const std::int64_t t = timeOfDay(dayTime);
  return (t >= 12000 && t <= 14000) || t >= 22000 || t == 0;
}

/// The hours in which a bed can be used in clear weather.
[[nodiscard]] constexpr bool isNightByClock(std::int64_t dayTime) noexcept {
  const std::int64_t t = timeOfDay(dayTime);
  return t >= 12542 && t <= 23459;
}

/// Wander is drawn anew every 20 ticks of game time.
[[nodiscard]] constexpr std::uint64_t wanderPeriod(std::int64_t gameTime) noexcept {
  const std::int64_t quotient = gameTime / 20;
  return static_cast<std::uint64_t>(gameTime % 20 < 0 ? quotient - 1 : quotient);
}

}  // namespace better_bats
