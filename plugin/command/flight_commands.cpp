// `better-bats status/spawn/startle/stats/dump`. SPDX-License-Identifier: MIT
#include "plugin/command/flight_commands.hpp"

#include <array>
#include <charconv>
#include <cmath>

#include "rules/command_error.hpp"
#include "rules/file_io.hpp"
#include "rules/number_text.hpp"

namespace better_bats {
namespace {

using rules::toText;

constexpr std::int32_t mostSpawned = 1'000'000;
constexpr double mostRadius = 1024;
constexpr double mostForce = 64;
constexpr double furthest = 1e9;  // what lies beyond is nobody's neighbour

// For people: at most three decimals.
[[nodiscard]] std::string figureText(double value) {
  if (!std::isfinite(value)) return "none";
  if (std::abs(value) >= furthest) return toText(value);
  std::array<char, 32> buffer{};
  const auto result = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value, std::chars_format::fixed, 3);
  std::string text(buffer.data(), result.ptr);
  text.erase(text.find_last_not_of('0') + 1);
  if (text.back() == '.') text.pop_back();
  return text == "-0" ? "0" : text;
}

void appendFigure(std::string& reply, std::string_view name, double value) {
  reply.append(reply.empty() ? "" : "\n").append(name).append(": ").append(figureText(value));
}

[[nodiscard]] std::string pathText(const std::string& path, const char* otherwise) {
  return path.empty() ? otherwise : path;
}

}  // namespace

std::string showStatus(const CommandContext& context) {
  context.reader.expectEnd();
  const PluginServices::Identity identity = context.services.identity();
  const Settings& settings = context.services.settings();
  std::string reply = "better-bats " + identity.version + ", ABI " + toText(identity.abiVersion);
  reply += "\nfile: " + pathText(identity.file, "unknown");
  reply += "\nconfig: " + pathText(settings.configPath(), "none");
  reply += "\nrules: " + pathText(settings.rulesPath(), "kept by the server");
  context.services.health([&reply](std::string_view name, double value) { appendFigure(reply, name, value); });
  return reply + "\nlast error: " + pathText(identity.lastError, "none");
}

std::string spawnBats(const CommandContext& context) {
  context.reader.requireArgument();
  const std::int32_t count = context.reader.readInt(1, mostSpawned);
  const std::int64_t seed = context.reader.nextArgument() ? context.reader.readLong() : 0;
  context.reader.expectEnd();
  std::string reply = "Spawned ";
  reply.reserve(64);  // here, and not when there are the bats
  const std::uint64_t spawned = context.services.spawn(static_cast<std::uint64_t>(count), seed);
  if (spawned == 0) throw rules::CommandError("The server has no place or no entity id for another bat");
  return reply.append(toText(spawned)).append(spawned == 1 ? " bat" : " bats");
}

std::string startleBats(const CommandContext& context) {
  rules::CommandReader& reader = context.reader;
  const auto coordinate = [&reader] {
    reader.requireArgument();
    const std::size_t start = reader.cursor();
    const double value = reader.readCoordinate();
    if (std::abs(value) <= furthest) return value;
    throw reader.errorAt(start, "The position is outside of the world");
  };
  const double x = coordinate();
  const double y = coordinate();
  const double z = coordinate();
  const FlightParameters& defaults = context.services.settings().parameters();
  const double radius = reader.nextArgument() ? reader.readDouble(0, mostRadius) : defaults.startleRadius;
  const double force = reader.nextArgument() ? reader.readDouble(0, mostForce) : defaults.startleForce;
  const std::int32_t ticks = reader.nextArgument() ? reader.readInt(1) : 1;
  reader.expectEnd();
  std::string reply = "Startled at " + toText(x) + " " + toText(y) + " " + toText(z) + ": radius " + toText(radius) +
                      ", force " + toText(force) + ", " + toText(ticks) + (ticks == 1 ? " tick" : " ticks");
  context.services.startle({x, y, z}, radius, force, static_cast<std::uint64_t>(ticks));
  return reply;
}

std::string showStatistics(const CommandContext& context) {
  context.reader.expectEnd();
  std::string reply;
  context.services.statistics([&reply](std::string_view name, double value) { appendFigure(reply, name, value); });
  return reply;
}

std::string dumpState(const CommandContext& context) {
  context.reader.requireArgument();
  const std::string file(context.reader.readRest());
  rules::writeFileAtomically(file, context.services.dumpJson());
  return "Dumped to " + file;
}

}  // namespace better_bats
