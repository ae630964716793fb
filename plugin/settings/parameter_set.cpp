// Flight parameters from an object of a JSON file. SPDX-License-Identifier: MIT
#include "plugin/settings/parameter_set.hpp"

#include "plugin/settings/parameter_values.hpp"
#include "rules/json_file.hpp"
#include "rules/nearest_name.hpp"

namespace better_bats {
namespace {

[[nodiscard]] std::string unknownParameter(const std::string& key) {
  rules::NearestName nearest(key);
  for (const Parameter& parameter : parameterTable()) nearest.offer(parameter.key);
  return "there is no flight parameter " + rules::jsonQuoted(rules::excerpt(key)) + nearest.suggestion();
}

}  // namespace

void applyParameters(const std::string& name, const rules::JsonDocument& document, const rules::JsonValue& object,
                     Origin origin, ParameterSet& set) {
  for (const rules::JsonMember& member : object.members) {
    const Parameter* const parameter = findParameter(member.key);
    if (parameter == nullptr) throw rules::brokenAt(name, document, member.begin, unknownParameter(member.key));
    if (!setFromJson(member.value, *parameter, set.values)) {
      throw rules::brokenAt(
          name, document, member.value.begin,
          member.key + ": " + rules::excerpt(document.sourceOf(member.value)) + " is not of " + rangeText(*parameter));
    }
    set.origins[indexOf(*parameter)] = origin;
  }
  if (const auto conflict = findConflict(set.values)) {
    const rules::JsonMember* culprit = object.find(conflict->lower);
    if (culprit == nullptr) culprit = object.find(conflict->upper);
    throw rules::brokenAt(name, document, culprit != nullptr ? culprit->value.begin : object.begin, conflict->message);
  }
}

}  // namespace better_bats
