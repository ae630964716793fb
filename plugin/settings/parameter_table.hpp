// The one table of flight parameters: it feeds the config, the presets, the commands' help and the docs.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "plugin/flight/flight_parameters.hpp"

namespace better_bats {

/// Where a parameter's value lives, and with that its type: number, a radius that may be left to perception_radius,
/// integer, boolean, law, entity ids.
using ParameterField = std::variant<double FlightParameters::*, std::optional<double> FlightParameters::*,
                                    int FlightParameters::*, bool FlightParameters::*, SteeringLaw FlightParameters::*,
                                    std::vector<std::string> FlightParameters::*>;

struct Parameter {
  std::string_view key;  ///< "flock_radius"
  ParameterField field;
  double minimum = 0, maximum = 0;  ///< of numbers and integers
  std::string_view description;     ///< one sentence
};

/// All of them, in the model's order.
[[nodiscard]] std::span<const Parameter> parameterTable() noexcept;

/// The parameter of exactly this key, or null.
[[nodiscard]] const Parameter* findParameter(std::string_view key) noexcept;

/// `parameter` is one of the table.
[[nodiscard]] inline std::size_t indexOf(const Parameter& parameter) noexcept {
  return static_cast<std::size_t>(&parameter - parameterTable().data());
}

}  // namespace better_bats
