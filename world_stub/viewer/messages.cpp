// Reading and writing the viewer's JSON. SPDX-License-Identifier: MIT
#include "world_stub/viewer/messages.hpp"

#include <cmath>
#include <limits>

#include <better_bats/version.h>

#include <nlohmann/json.hpp>

namespace better_bats::stub {
namespace {

using Json = nlohmann::ordered_json;

constexpr int protocolVersion = 1;

/// Thrown inside of parseMessage only.
struct Fault {
  std::string reason;
};

[[nodiscard]] const Json& member(const Json& message, const char* name) {
  const auto found = message.find(name);
  if (found == message.end()) throw Fault{std::string("missing: ") + name};
  return *found;
}

[[nodiscard]] std::string textOf(const Json& message, const char* name, std::size_t limit) {
  const Json& value = member(message, name);
  if (!value.is_string()) throw Fault{std::string("not a text: ") + name};
  auto text = value.get<std::string>();
  if (text.size() > limit) throw Fault{std::string("too long: ") + name};
  return text;
}

[[nodiscard]] std::int64_t integerOf(const Json& message, const char* name, std::int64_t least, std::int64_t most) {
  const Json& value = member(message, name);
  if (!value.is_number_integer()) throw Fault{std::string("not an integer: ") + name};
  const bool tooLarge = value.is_number_unsigned() && value.get<std::uint64_t>() > static_cast<std::uint64_t>(most);
  if (tooLarge || value.get<std::int64_t>() < least || value.get<std::int64_t>() > most) {
    throw Fault{std::string("out of range: ") + name};
  }
  return value.get<std::int64_t>();
}

[[nodiscard]] CommandMessage commandOf(const Json& message) {
  CommandMessage command;
  command.number = integerOf(message, "id", 0, std::int64_t{1} << 53);
  command.line = textOf(message, "line", longestLine);
  if (command.line.find_first_of(std::string_view("\n\r\0", 3)) != std::string::npos) throw Fault{"more than one line"};
  return command;
}

[[nodiscard]] TileKey tileOf(const Json& message) {
  TileKey key;
  key.x = static_cast<std::int32_t>(integerOf(message, "x", -TileKey::furthest, TileKey::furthest));
  key.z = static_cast<std::int32_t>(integerOf(message, "z", -TileKey::furthest, TileKey::furthest));
  key.step = static_cast<std::int32_t>(integerOf(message, "step", 1, 4));
  if (!key.isValid()) throw Fault{"out of range: step"};
  return key;
}

[[nodiscard]] ClientMessage messageOf(const Json& json) {
  if (!json.is_object()) throw Fault{"not an object"};
  const std::string type = textOf(json, "type", 32);
  if (type == "hello") {
    if (integerOf(json, "version", 0, 1000) != protocolVersion) throw Fault{"another version of the protocol: reload"};
    const std::int64_t window = json.contains("window") ? integerOf(json, "window", 0, 100) : 0;
    return HelloMessage{json.contains("token") ? textOf(json, "token", 128) : "", static_cast<std::size_t>(window)};
  }
  if (type == "ready") return ReadyMessage{};
  if (type == "command") return commandOf(json);
  if (type == "terrain") return tileOf(json);
  if (type == "follow") {
    return FollowMessage{static_cast<std::uint64_t>(integerOf(json, "bat", 0, std::int64_t{1} << 53))};
  }
  throw Fault{"unknown type of message"};
}

/// JSON knows no infinity: null stands for "no end".
[[nodiscard]] Json number(double value) {
  return std::isfinite(value) ? Json(value) : Json(nullptr);
}

[[nodiscard]] Json vector(Vec3 v) {
  return Json::array({number(v.x), number(v.y), number(v.z)});
}

[[nodiscard]] std::string textOf(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

[[nodiscard]] Json worldOf(const SettingsSource& source) {
  const ColumnArea& loaded = source.loaded;
  return {{"kind", nameOf(source.spec.kind)},
          {"seed", std::to_string(source.spec.seed)},  // 64 bits: more than a JavaScript number holds
          {"surface", source.spec.surfaceY},
          {"size", vector(source.spec.size)},
          {"min", vector(source.bounds.min)},
          {"max", vector(source.bounds.max)},
          {"period", vector(source.bounds.period)},
          {"loaded", {loaded.x1, loaded.z1, loaded.x2, loaded.z2}},
          {"blocks", source.hasBlocks},
          {"revision", source.revision}};
}

}  // namespace

ParsedMessage parseMessage(std::string_view text) {
  if (text.size() > longestMessage) return {std::nullopt, "too long"};
  // Deep nesting is no danger to this parser, which recurses for nothing but the members of a bounded text.
  const Json json = Json::parse(text, nullptr, false);
  if (json.is_discarded()) return {std::nullopt, "not JSON"};
  try {
    return {messageOf(json), {}};
  } catch (const Fault& fault) {
    return {std::nullopt, fault.reason};
  }
}

std::string settingsDocument(const SettingsSource& source) {
  Json rules = Json::array();
  for (const GameRule& rule : source.rules) {
    rules.push_back({{"id", rule.id},
                     {"description", rule.description},
                     {"boolean", rule.isBoolean},
                     {"value", rule.value},
                     {"default", rule.defaultValue},
                     {"min", rule.minimum},
                     {"max", rule.maximum}});
  }
  Json parameters = Json::array();
  for (const ParameterText& parameter : source.parameters) {
    parameters.push_back({{"name", parameter.name},
                          {"value", parameter.value},
                          {"default", parameter.defaultValue},
                          {"range", parameter.range},
                          {"description", parameter.description}});
  }
  return textOf(Json{{"type", "settings"}, {"world", worldOf(source)}, {"rules", rules}, {"parameters", parameters}});
}

std::string figuresDocument(const FiguresSource& source) {
  const TickTimes::Summary& times = source.times;
  return textOf(Json{{"type", "figures"},
                     {"gameTime", source.gameTime},
                     {"dayTime", (source.dayTime % 24000 + 24000) % 24000},
                     {"rate", source.rate},
                     {"frozen", source.frozen},
                     {"clients", source.clients},
                     {"mspt", times.mean},
                     {"mspt95", times.p95},
                     {"pluginMspt", times.pluginMean}});
}

std::string statisticsDocument(const FrameStatistics& statistics) {
  return textOf(Json{{"type", "statistics"},
                     {"bats", statistics.bats},
                     {"flocks", statistics.flocks},
                     {"largest_flock", statistics.largestFlock},
                     {"unflocked", statistics.unflocked},
                     {"polarization", statistics.polarization},
                     {"mean_speed", statistics.meanSpeed},
                     {"min_speed", statistics.minSpeed},
                     {"max_speed", statistics.maxSpeed}});
}

std::string followedDocument(std::uint64_t id, const std::optional<FollowedBat>& bat) {
  Json json{{"type", "bat"}, {"id", id}, {"gone", !bat.has_value()}};
  if (bat) {
    json["flock"] = bat->flock;
    json["flockSize"] = bat->flockSize;
    json["position"] = vector(bat->position);
    json["velocity"] = vector(bat->velocity);
    json["height"] = bat->height ? number(*bat->height) : Json(nullptr);
    json["forces"] = Json::array();
    for (const auto& [name, force] : bat->forces) json["forces"].push_back({{"name", name}, {"force", vector(force)}});
  }
  return textOf(json);
}

std::string welcomeDocument(bool mayWrite, std::string_view reason) {
  return textOf(Json{{"type", "welcome"},
                     {"version", protocolVersion},
                     {"server", "world_stub " BETTER_BATS_VERSION},
                     {"mayWrite", mayWrite},
                     {"reason", reason}});
}

std::string replyDocument(std::int64_t number, const LineOutcome& outcome) {
  return textOf(Json{{"type", "reply"}, {"id", number}, {"ok", outcome.done}, {"text", outcome.reply}});
}

std::string stateDocument(std::string_view settings, std::string_view figures, std::string_view statistics) {
  std::string document = "{";
  const auto add = [&document](const char* name, std::string_view part) {
    if (part.empty()) return;
    document.append(document.size() > 1 ? ",\"" : "\"").append(name).append("\":").append(part);
  };
  add("settings", settings);
  add("figures", figures);
  add("statistics", statistics);
  return document + "}";
}

}  // namespace better_bats::stub
