// Flight parameters together with where each was set. SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "plugin/settings/parameter_table.hpp"
#include "rules/json_document.hpp"

namespace better_bats {

/// Where a value was set.
enum class Origin : std::uint8_t { Default, Preset, Config, RulesFile, Command, Host };

struct ParameterSet {
  FlightParameters values;
  std::vector<Origin> origins = std::vector<Origin>(parameterTable().size());  ///< by the table's index
};

/// Sets every member of `object`, an object of `document` (a file of this name), from `origin`. Throws BrokenFile with
/// the place of the first key that is no parameter, of the first value of a wrong type or out of its range, or of a
/// value that does not go with another; `set` is then of no use.
void applyParameters(const std::string& name, const rules::JsonDocument& document, const rules::JsonValue& object,
                     Origin origin, ParameterSet& set);

}  // namespace better_bats
