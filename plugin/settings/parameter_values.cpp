// Flight parameters to and from text and JSON. SPDX-License-Identifier: MIT
#include "plugin/settings/parameter_values.hpp"

#include <algorithm>
#include <utility>

#include "rules/number_text.hpp"

namespace better_bats {
namespace {

using rules::CommandReader;
using rules::JsonValue;
using rules::toText;

using Radius = std::optional<double>;
using Ids = std::vector<std::string>;

constexpr std::string_view asPerception = "perception_radius";
constexpr std::string_view noIds = "none";
constexpr std::size_t mostIds = 64;

[[nodiscard]] constexpr std::string_view nameOf(SteeringLaw law) noexcept {
  return law == SteeringLaw::Additive ? "additive" : "reynolds";
}

[[nodiscard]] std::optional<SteeringLaw> lawOf(std::string_view name) noexcept {
  for (const SteeringLaw law : {SteeringLaw::Additive, SteeringLaw::Reynolds}) {
    if (name == nameOf(law)) return law;
  }
  return std::nullopt;
}

// "cat" to "minecraft:cat"; nothing where the text is no id.
[[nodiscard]] std::optional<std::string> entityId(std::string_view text) {
  const std::size_t colon = text.find(':');
  const std::string_view space = colon == std::string_view::npos ? "minecraft" : text.substr(0, colon);
  const std::string_view path = colon == std::string_view::npos ? text : text.substr(colon + 1);
  constexpr std::string_view allowed = "abcdefghijklmnopqrstuvwxyz0123456789_-./";
  const bool valid = !space.empty() && !path.empty() && path.find_first_not_of(allowed) == std::string_view::npos &&
                     space.find_first_not_of(allowed.substr(0, allowed.size() - 1)) == std::string_view::npos;
  if (!valid) return std::nullopt;
  return std::string(space).append(":").append(path);
}

// False where it is no id or there are too many.
[[nodiscard]] bool addId(Ids& ids, std::string_view text) {
  auto id = entityId(text);
  if (!id || ids.size() == mostIds) return false;
  if (std::ranges::find(ids, *id) == ids.end()) ids.push_back(std::move(*id));
  return true;
}

[[nodiscard]] std::string join(const Ids& ids, std::string_view before, std::string_view after) {
  std::string text;
  for (const std::string& id : ids) text.append(text.empty() ? "" : ", ").append(before).append(id).append(after);
  return text;
}

// ---- as text

std::string text(double value) {
  return toText(value);
}
std::string text(const Radius& value) {
  return value ? toText(*value) : std::string(asPerception);
}
std::string text(int value) {
  return toText(value);
}
std::string text(bool value) {
  return value ? "true" : "false";
}
std::string text(SteeringLaw value) {
  return std::string(nameOf(value));
}
std::string text(const Ids& value) {
  return value.empty() ? std::string(noIds) : join(value, "", "");
}

// ---- from a command

void read(CommandReader& reader, const Parameter& of, double& value) {
  value = reader.readDouble(of.minimum, of.maximum) + 0.0;  // -0 is 0
}
void read(CommandReader& reader, const Parameter& of, Radius& value) {
  const std::size_t start = reader.cursor();
  if (reader.readWord() == asPerception) {
    value.reset();
    return;
  }
  reader.setCursor(start);
  double number = 0;
  read(reader, of, number);
  value = number;
}
void read(CommandReader& reader, const Parameter& of, int& value) {
  value = reader.readInt(static_cast<int>(of.minimum), static_cast<int>(of.maximum));
}
void read(CommandReader& reader, const Parameter& /*of*/, bool& value) {
  value = reader.readBoolean();
}
void read(CommandReader& reader, const Parameter& of, SteeringLaw& value) {
  const std::size_t start = reader.cursor();
  const std::string_view word = reader.readWord();
  const auto law = lawOf(word);
  if (!law) {
    throw reader.errorAt(start, "Invalid " + std::string(of.key) + ", expected 'additive' or 'reynolds' but found '" +
                                    std::string(word) + "'");
  }
  value = *law;
}
void read(CommandReader& reader, const Parameter& /*of*/, Ids& value) {
  constexpr std::string_view separators = ", ";
  std::size_t at = reader.cursor();
  const std::string_view line = reader.line();
  Ids ids;
  if (reader.readRest() != noIds) {
    while ((at = line.find_first_not_of(separators, at)) != std::string_view::npos) {
      const std::string_view id = line.substr(at, line.find_first_of(separators, at) - at);
      if (!addId(ids, id)) throw reader.errorAt(at, "Invalid or one too many entity id '" + std::string(id) + "'");
      at += id.size();
    }
    if (ids.empty()) throw reader.error("Expected entity ids, or none");
  }
  value = std::move(ids);
}

// ---- from JSON

bool take(const JsonValue& json, const Parameter& of, double& value) {
  if (json.type != JsonValue::Type::Number && json.type != JsonValue::Type::Integer) return false;
  if (!(json.number >= of.minimum && json.number <= of.maximum)) return false;
  value = json.number + 0.0;  // -0 is 0
  return true;
}
bool take(const JsonValue& json, const Parameter& of, Radius& value) {
  if (json.type == JsonValue::Type::String && json.string == asPerception) {
    value.reset();
    return true;
  }
  double number = 0;
  if (!take(json, of, number)) return false;
  value = number;
  return true;
}
bool take(const JsonValue& json, const Parameter& of, int& value) {
  double number = 0;
  if (json.type != JsonValue::Type::Integer || !take(json, of, number)) return false;
  value = static_cast<int>(json.integer);
  return true;
}
bool take(const JsonValue& json, const Parameter& /*of*/, bool& value) {
  if (json.type != JsonValue::Type::Boolean) return false;
  value = json.boolean;
  return true;
}
bool take(const JsonValue& json, const Parameter& /*of*/, SteeringLaw& value) {
  const auto law = json.type == JsonValue::Type::String ? lawOf(json.string) : std::nullopt;
  if (!law) return false;
  value = *law;
  return true;
}
bool take(const JsonValue& json, const Parameter& /*of*/, Ids& value) {
  if (json.type != JsonValue::Type::Array) return false;
  Ids ids;
  for (const JsonValue& element : json.elements) {
    if (element.type != JsonValue::Type::String || !addId(ids, element.string)) return false;
  }
  value = std::move(ids);
  return true;
}

// ---- ranges

struct RangeText {
  const Parameter& of;
  [[nodiscard]] std::string numbers() const { return toText(of.minimum) + ".." + toText(of.maximum); }

  std::string operator()(double FlightParameters::* /*field*/) const { return numbers(); }
  std::string operator()(Radius FlightParameters::* /*field*/) const {
    return numbers().append(" or ").append(asPerception);
  }
  std::string operator()(int FlightParameters::* /*field*/) const { return numbers(); }
  std::string operator()(bool FlightParameters::* /*field*/) const { return "true or false"; }
  std::string operator()(SteeringLaw FlightParameters::* /*field*/) const { return "additive or reynolds"; }
  std::string operator()(Ids FlightParameters::* /*field*/) const { return "entity ids or none"; }
};

}  // namespace

std::string valueText(const Parameter& parameter, const FlightParameters& parameters) {
  return std::visit([&](auto field) { return text(parameters.*field); }, parameter.field);
}

std::string rangeText(const Parameter& parameter) {
  return std::visit(RangeText{parameter}, parameter.field);
}

void readValue(CommandReader& reader, const Parameter& parameter, FlightParameters& parameters) {
  std::visit([&](auto field) { read(reader, parameter, parameters.*field); }, parameter.field);
}

bool setFromJson(const JsonValue& value, const Parameter& parameter, FlightParameters& parameters) {
  return std::visit([&](auto field) { return take(value, parameter, parameters.*field); }, parameter.field);
}

void copyValue(const Parameter& parameter, const FlightParameters& from, FlightParameters& to) {
  std::visit([&](auto field) { to.*field = from.*field; }, parameter.field);
}

std::string valueJson(const Parameter& parameter, const FlightParameters& parameters) {
  if (const auto* const ids = std::get_if<Ids FlightParameters::*>(&parameter.field)) {
    return "[" + join(parameters.**ids, "\"", "\"") + "]";
  }
  const std::string value = valueText(parameter, parameters);
  const bool isName = std::holds_alternative<SteeringLaw FlightParameters::*>(parameter.field) || value == asPerception;
  return isName ? rules::jsonQuoted(value) : value;
}

std::string parametersJson(const FlightParameters& parameters) {
  std::string json = "{";
  for (const Parameter& parameter : parameterTable()) {
    if (json.size() > 1) json += ", ";
    json += rules::jsonQuoted(parameter.key) + ": " + valueJson(parameter, parameters);
  }
  return json + "}";
}

std::optional<Conflict> findConflict(const FlightParameters& p) {
  if (p.minSpeed > p.maxSpeed) {
    return Conflict{"min_speed", "max_speed",
                    "min_speed " + toText(p.minSpeed) + " is more than max_speed " + toText(p.maxSpeed)};
  }
  if (!(p.comfortMin < p.comfortMax)) {
    return Conflict{"comfort_min", "comfort_max",
                    "comfort_min " + toText(p.comfortMin) + " is not less than comfort_max " + toText(p.comfortMax)};
  }
  return std::nullopt;
}

}  // namespace better_bats
