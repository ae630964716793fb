// What is saved with a world: flocks and startles, as JSON. SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "plugin/flock/flight_engine.hpp"

namespace better_bats {

struct SavedState {
  std::uint64_t nextFlockId = 1;
  std::vector<SavedFlock> flocks;
  std::vector<FlightEngine::PendingStartle> startles;
};

/// {"format": 1, "next_flock_id": "7", "flocks": [{"id": "3", "members": ["12", "5"]}], "startles": [...]}. Ids are
/// strings: 64 bits are more than other readers of JSON keep.
[[nodiscard]] std::string stateJson(const SavedState& state);

/// Nothing for a text that is not one of ours, or of a newer format.
[[nodiscard]] std::optional<SavedState> parseState(std::string_view json);

/// A vector as a JSON array, each number the shortest text that reads back as the same double.
[[nodiscard]] std::string vectorJson(Vec3 vector);

}  // namespace better_bats
