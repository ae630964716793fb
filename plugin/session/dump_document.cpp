// Writing the dump. SPDX-License-Identifier: MIT
#include "plugin/session/dump_document.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include <better_bats/version.h>

#include "plugin/flight/space.hpp"
#include "plugin/flight/vector_math.hpp"
#include "plugin/settings/parameter_values.hpp"
#include "rules/json_document.hpp"
#include "rules/number_text.hpp"

namespace better_bats {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

std::string numberJson(double value) {
  return std::isfinite(value) ? rules::toText(value) : "null";
}

std::string pointJson(Vec3 v) {
  return "[" + numberJson(v.x) + ", " + numberJson(v.y) + ", " + numberJson(v.z) + "]";
}

std::string idJson(std::uint64_t id) {
  return "\"" + rules::toText(id) + "\"";
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

/// The 3 x 3 columns round a bat, each with its run of blocks as two masks from y_low upwards.
std::string terrainJson(const DumpSource& source, const Space& space, Vec3 position) {
  const FlightParameters& p = source.settings.parameters();
  std::vector<Probe> probes;
  for (int dx = -1; dx <= 1; ++dx) {
    for (int dz = -1; dz <= 1; ++dz) {
      const BlockPos block = space.blockOf(position + Vec3{static_cast<double>(dx), 0, static_cast<double>(dz)});
      probes.push_back({block.x, block.y, block.z, static_cast<std::uint8_t>(p.groundScan),
                        static_cast<std::uint8_t>(std::max(p.ceilingScan, 1)),
                        BETTER_BATS_WANT_SURFACE | BETTER_BATS_WANT_BLOCKS | BETTER_BATS_WANT_SKY, 0});
    }
  }
  std::vector<ProbeResult> answers(probes.size());
  source.world.probe(probes, answers);
  std::string json = "[";
  for (std::size_t i = 0; i < probes.size(); ++i) {
    if (i > 0) json += ", ";
    const Probe& probe = probes[i];
    const ProbeResult& answer = answers[i];
    const bool loaded = HostWorld::hasAnswer(answer) && answer.loaded != 0;
    json += "{\"x\": " + rules::toText(probe.x) + ", \"z\": " + rules::toText(probe.z) +
            ", \"y_low\": " + rules::toText(probe.y - probe.down) + ", \"loaded\": " + boolJson(loaded) +
            ", \"surface\": " + (loaded && answer.has_surface != 0 ? rules::toText(answer.surface) : "null") +
            ", \"sees_sky\": " + boolJson(answer.sees_sky != 0) + ", \"solid\": " + idJson(loaded ? answer.solid : 0) +
            ", \"fluid\": " + idJson(loaded ? answer.fluid : 0) + "}";
  }
  return json + "]";
}

std::string batsJson(const DumpSource& source, const Space& space) {
  constexpr std::uint32_t active = BETTER_BATS_ENTITY_ALIVE | BETTER_BATS_ENTITY_FLYING;
  std::string json = "[";
  for (const Entity& bat : source.bats) {
    if (json.size() > 1) json += ",\n  ";
    const bool flies = (bat.flags & active) == active;
    json += "{\"id\": " + idJson(bat.id) + ", \"active\": " + boolJson(flies) +
            ", \"position\": " + pointJson(bat.position) + ", \"velocity\": " + pointJson(bat.velocity) +
            ", \"terrain\": " + (isUsable(bat.position) ? terrainJson(source, space, bat.position) : "[]") + "}";
  }
  return json + "]";
}

bool appendPredators(const DumpSource& source, std::string& json) {
  const Box everywhere{{-kInfinity, -kInfinity, -kInfinity}, {kInfinity, kInfinity, kInfinity}};
  json += "[";
  const char* comma = "";
  for (const std::string& id : source.settings.parameters().predators) {
    const auto kind = source.world.entityKind(id);
    std::vector<Entity> predators;
    if (kind && !source.world.scanEntities(everywhere, {&*kind, 1}, predators)) return false;
    for (const Entity& predator : predators) {
      json += comma + std::string("{\"id\": ") + idJson(predator.id) + ", \"kind\": " + rules::jsonQuoted(id) +
              ", \"alive\": " + boolJson((predator.flags & BETTER_BATS_ENTITY_ALIVE) != 0) +
              ", \"position\": " + pointJson(predator.position) + "}";
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
      "{\n\"format\": 1,\n\"version\": \"" BETTER_BATS_VERSION "\",\n\"game_time\": " + rules::toText(*gameTime) +
      ",\n\"day_time\": " + rules::toText(*dayTime) + ",\n\"seed\": " + rules::toText(*seed) +
      ",\n\"night\": " + boolJson(*night) + ",\n\"bounds\": {\"min\": " + pointJson(bounds->min) +
      ", \"max\": " + pointJson(bounds->max) + ", \"period\": " + pointJson(bounds->period) +
      "},\n\"rules\": " + rulesJson(source.settings.rules()) +
      ",\n\"parameters\": " + parametersJson(source.settings.parameters()) + ",\n\"state\": " + source.state +
      ",\n\"bats\": " + batsJson(source, Space(*bounds)) + ",\n\"predators\": ";
  if (!appendPredators(source, text)) return false;
  json = text + "\n}\n";
  return true;
}

}  // namespace better_bats
