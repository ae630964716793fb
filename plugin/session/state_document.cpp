// Writing and reading the saved state. SPDX-License-Identifier: MIT
#include "plugin/session/state_document.hpp"

#include "rules/json_document.hpp"
#include "rules/number_text.hpp"

namespace better_bats {
namespace {

using rules::JsonMember;
using rules::JsonValue;

std::string idJson(std::uint64_t id) {
  return "\"" + rules::toText(id) + "\"";
}

/// Thrown inside this file only, where a document is not what it should be.
struct NotOurs {};

const JsonValue& memberOf(const JsonValue& object, std::string_view key, JsonValue::Type type) {
  const JsonMember* member = object.find(key);
  if (member == nullptr || member->value.type != type) throw NotOurs{};
  return member->value;
}

std::uint64_t idOf(const JsonValue& value) {
  if (value.type != JsonValue::Type::String) throw NotOurs{};
  const auto id = rules::fromText<std::uint64_t>(value.string);
  if (!id) throw NotOurs{};
  return *id;
}

double numberOf(const JsonValue& value) {
  if (value.type != JsonValue::Type::Integer && value.type != JsonValue::Type::Number) throw NotOurs{};
  return value.number;
}

double numberOf(const JsonValue& object, std::string_view key) {
  const JsonMember* member = object.find(key);
  if (member == nullptr) throw NotOurs{};
  return numberOf(member->value);
}

SavedFlock flockOf(const JsonValue& value) {
  if (value.type != JsonValue::Type::Object) throw NotOurs{};
  SavedFlock flock{idOf(memberOf(value, "id", JsonValue::Type::String)), {}};
  for (const JsonValue& member : memberOf(value, "members", JsonValue::Type::Array).elements) {
    flock.members.push_back(idOf(member));
  }
  return flock;
}

FlightEngine::PendingStartle startleOf(const JsonValue& value) {
  if (value.type != JsonValue::Type::Object) throw NotOurs{};
  const JsonValue& position = memberOf(value, "position", JsonValue::Type::Array);
  if (position.elements.size() != 3) throw NotOurs{};
  const Vec3 at{numberOf(position.elements[0]), numberOf(position.elements[1]), numberOf(position.elements[2])};
  return {{at, numberOf(value, "radius"), numberOf(value, "force")},
          idOf(memberOf(value, "ticks", JsonValue::Type::String))};
}

}  // namespace

std::string vectorJson(Vec3 v) {
  return "[" + rules::toText(v.x) + ", " + rules::toText(v.y) + ", " + rules::toText(v.z) + "]";
}

std::string stateJson(const SavedState& state) {
  std::string json = R"({"format": 1, "next_flock_id": )" + idJson(state.nextFlockId) + R"(, "flocks": [)";
  const char* comma = "";
  for (const SavedFlock& flock : state.flocks) {
    json += comma + std::string("{\"id\": ") + idJson(flock.id) + ", \"members\": [";
    comma = "";
    for (const std::uint64_t member : flock.members) {
      json += comma + idJson(member);
      comma = ", ";
    }
    json += "]}";
    comma = ", ";
  }
  json += "], \"startles\": [";
  comma = "";
  for (const auto& [startle, ticks] : state.startles) {
    json += comma + std::string("{\"position\": ") + vectorJson(startle.position) +
            ", \"radius\": " + rules::toText(startle.radius) + ", \"force\": " + rules::toText(startle.force) +
            ", \"ticks\": " + idJson(ticks) + "}";
    comma = ", ";
  }
  return json + "]}";
}

std::optional<SavedState> parseState(std::string_view json) {
  try {
    const rules::JsonDocument document{std::string(json)};
    const JsonValue& root = document.root();
    if (root.type != JsonValue::Type::Object) throw NotOurs{};
    if (memberOf(root, "format", JsonValue::Type::Integer).integer != 1) throw NotOurs{};
    SavedState state;
    state.nextFlockId = idOf(memberOf(root, "next_flock_id", JsonValue::Type::String));
    for (const JsonValue& flock : memberOf(root, "flocks", JsonValue::Type::Array).elements) {
      state.flocks.push_back(flockOf(flock));
    }
    for (const JsonValue& startle : memberOf(root, "startles", JsonValue::Type::Array).elements) {
      state.startles.push_back(startleOf(startle));
    }
    return state;
  } catch (const NotOurs&) {
    return std::nullopt;
  } catch (const rules::JsonError&) {
    return std::nullopt;
  }
}

}  // namespace better_bats
