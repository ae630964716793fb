// The parameters of presets. SPDX-License-Identifier: MIT
#include "plugin/settings/presets.hpp"

#include <algorithm>

#include "rules/preset.hpp"

namespace better_bats {
namespace {

/// In the additive law separation has a radius of its own by default; in Reynolds' a rule without one sees as far as
/// the others.
void fillSeparationRadius(const rules::JsonValue& parameters, ParameterSet& set) {
  if (set.values.steering != SteeringLaw::Reynolds || parameters.find("separation_radius") != nullptr) return;
  const Parameter& parameter = *findParameter("separation_radius");
  set.values.separationRadius = std::min(set.values.perceptionRadius, parameter.maximum);
  set.origins[indexOf(parameter)] = Origin::Preset;
}

}  // namespace

ParameterSet loadPreset(const std::string& nameOrPath) {
  const rules::Preset preset = rules::readPreset(nameOrPath);
  ParameterSet set;
  if (const rules::JsonValue* const parameters = preset.parameters()) {
    applyParameters(nameOrPath, preset.document, *parameters, Origin::Preset, set);
    fillSeparationRadius(*parameters, set);
  }
  return set;
}

}  // namespace better_bats
