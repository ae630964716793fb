// Writing the dump. SPDX-License-Identifier: MIT
#include "plugin/session/dump_document.hpp"

#include <cmath>
#include <limits>

#include <better_bats/version.h>

#include "plugin/settings/parameter_values.hpp"
#include "rules/json_document.hpp"
#include "rules/number_text.hpp"

namespace better_bats {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

std::string numberJson(double value) {
  if (value == 0 && std::signbit(value)) return "-0.0";  // as an integer it would lose its sign
  return std::isfinite(value) ? rules::toText(value) : "null";
}

std::string pointJson(Vec3 v) {
  return "[" + numberJson(v.x) + ", " + numberJson(v.y) + ", " + numberJson(v.z) + "]";
}

/// 64 bits are more than other readers of JSON keep of a number.
template <typename Integer>
std::string textJson(Integer value) {
  return "\"" + rules::toText(value) + "\"";
}

const char* boolJson(bool value) {
  return value ? "true" : "false";
}

std::string rulesJson(const rules::GameRuleRegistry& registry) {
  std::string json = "{";
  for (const rules::GameRule& rule : registry.rules()) {
    if (json.size() > 1) json += ", ";
    json += rules::jsonQuoted(rule.id) + ": " + rules::valueText(rule, registry.value(rule));
  }
  return json + "}";
}

/// One question of the next tick and its answer, as far as it was asked.
std::string columnJson(const ProbeRecord& record) {
  const Probe& probe = record.probe;
  const ProbeResult& result = record.result;
  const bool loaded = record.answered && result.loaded != 0;
  std::string json = "{\"x\": " + rules::toText(probe.x) + ", \"y\": " + rules::toText(probe.y) +
                     ", \"z\": " + rules::toText(probe.z) + ", \"answered\": " + boolJson(record.answered) +
                     ", \"loaded\": " + boolJson(loaded) +
                     ", \"surface\": " + (loaded && result.has_surface != 0 ? rules::toText(result.surface) : "null");
  if ((probe.wants & BETTER_BATS_WANT_SKY) != 0)
    json += std::string(", \"sees_sky\": ") + boolJson(result.sees_sky != 0);
  if ((probe.wants & BETTER_BATS_WANT_BLOCKS) != 0) {
    json += ", \"y_low\": " + rules::toText(probe.y - probe.down) +
            ", \"blocks\": " + rules::toText(probe.down + probe.up + 1) +
            ", \"solid\": " + textJson(loaded ? result.solid : 0) +
            ", \"fluid\": " + textJson(loaded ? result.fluid : 0);
  }
  return json + "}";
}

std::string terrainJson(std::span<const ProbeRecord> terrain) {
  std::string json = "[";
  for (const ProbeRecord& record : terrain) json += (json.size() > 1 ? ",\n  " : "") + columnJson(record);
  return json + "]";
}

std::string batsJson(const DumpSource& source) {
  constexpr std::uint32_t active = BETTER_BATS_ENTITY_ALIVE | BETTER_BATS_ENTITY_FLYING;
  std::string json = "[";
  for (std::size_t i = 0; i < source.bats.size(); ++i) {
    const Entity& bat = source.bats[i];
    json += (i > 0 ? ",\n  " : "") + std::string("{\"id\": ") + textJson(bat.id) +
            ", \"active\": " + boolJson((bat.flags & active) == active) + ", \"position\": " + pointJson(bat.position) +
            ", \"velocity\": " + pointJson(bat.velocity) +
            ", \"next_velocity\": " + pointJson(source.rehearsal.bats[i].velocity) + "}";
  }
  return json + "]";
}

bool appendPredators(const DumpSource& source, std::string& json) {
  const Box everywhere{{-kInfinity, -kInfinity, -kInfinity}, {kInfinity, kInfinity, kInfinity}};
  json += "[";
  const char* comma = "";
  for (const std::string& id : source.settings.parameters().predators) {
    std::optional<EntityKind> kind;
    if (!source.world.findKind(id, kind)) return false;
    std::vector<Entity> predators;
    if (kind && !source.world.scanEntities(everywhere, {&*kind, 1}, predators)) return false;
    for (const Entity& predator : predators) {
      json += comma + std::string("{\"id\": ") + textJson(predator.id) + ", \"kind\": " + rules::jsonQuoted(id) +
              ", \"alive\": " + boolJson((predator.flags & BETTER_BATS_ENTITY_ALIVE) != 0) +
              ", \"position\": " + pointJson(predator.position) + ", \"velocity\": " + pointJson(predator.velocity) +
              "}";
      comma = ",\n  ";
    }
  }
  json += "]";
  return true;
}

}  // namespace

bool writeDump(const DumpSource& source, std::string& json) {
  const auto gameTime = source.world.gameTime();
  const auto dayTime = source.world.dayTime();
  const auto seed = source.world.seed();
  const auto bounds = source.world.bounds();
  if (!gameTime || !dayTime || !seed || !bounds) return false;
  const auto night = source.world.isNight(*dayTime);
  if (!night) return false;
  std::string text =
      "{\n\"format\": 1,\n\"version\": \"" BETTER_BATS_VERSION "\",\n\"game_time\": " + textJson(*gameTime) +
      ",\n\"day_time\": " + textJson(*dayTime) + ",\n\"seed\": " + textJson(*seed) +
      ",\n\"night\": " + boolJson(*night) + ",\n\"bounds\": {\"min\": " + pointJson(bounds->min) +
      ", \"max\": " + pointJson(bounds->max) + ", \"period\": " + pointJson(bounds->period) +
      "},\n\"rules\": " + rulesJson(source.settings.rules()) +
      ",\n\"parameters\": " + parametersJson(source.settings.parameters()) + ",\n\"state\": " + source.state +
      ",\n\"bats\": " + batsJson(source) + ",\n\"terrain\": " + terrainJson(source.rehearsal.terrain) +
      ",\n\"predators\": ";
  if (!appendPredators(source, text)) return false;
  json = text + "\n}\n";
  return true;
}

}  // namespace better_bats
