// Flight parameters to and from text and JSON, each within its range. SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "plugin/settings/parameter_table.hpp"
#include "rules/command_reader.hpp"
#include "rules/json_document.hpp"

namespace better_bats {

/// The value as `better-bats set` takes it: "12", "true", "reynolds", "minecraft:cat, minecraft:phantom".
[[nodiscard]] std::string valueText(const Parameter& parameter, const FlightParameters& parameters);

/// What it may be: "0..64", "true or false".
[[nodiscard]] std::string rangeText(const Parameter& parameter);

/// Reads the value at the reader's cursor; lists take the rest of the line. Throws CommandError, and then `parameters`
/// is as it was.
void readValue(rules::CommandReader& reader, const Parameter& parameter, FlightParameters& parameters);

/// False where the value is of the wrong type or out of range, and then `parameters` is as it was.
[[nodiscard]] bool setFromJson(const rules::JsonValue& value, const Parameter& parameter, FlightParameters& parameters);

void copyValue(const Parameter& parameter, const FlightParameters& from, FlightParameters& to);

/// The value in JSON, as setFromJson takes it.
[[nodiscard]] std::string valueJson(const Parameter& parameter, const FlightParameters& parameters);

/// All parameters as one JSON object of one line, for a dump.
[[nodiscard]] std::string parametersJson(const FlightParameters& parameters);

/// Two parameters, each within its range, that do not go together.
struct Conflict {
  std::string_view lower, upper;  ///< their keys
  std::string message;            ///< "min_speed 0.5 is more than max_speed 0.35"
};
[[nodiscard]] std::optional<Conflict> findConflict(const FlightParameters& parameters);

}  // namespace better_bats
