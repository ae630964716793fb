// What commands ask of the session: failures become one line for the one who typed. SPDX-License-Identifier: MIT
#include <better_bats/version.h>

#include "plugin/session/session.hpp"
#include "rules/command_error.hpp"

namespace better_bats {

PluginServices::Identity Session::identity() const {
  return {BETTER_BATS_VERSION, BETTER_BATS_ABI_VERSION, pluginPath_, lastError_};
}

void Session::startle(Vec3 position, double radius, double force, std::uint64_t ticks) {
  if (startle(Startle{position, radius, force}, ticks) == Status::Ok) return;
  throw rules::CommandError("Too many startles at once");  // the command has checked the ranges
}

std::uint64_t Session::spawn(std::uint64_t count, std::int64_t seed) {
  if (host_.spawn_bats == nullptr) throw rules::CommandError("This server cannot spawn bats for the plugin");
  const FlightParameters& p = settings_.parameters();
  better_bats_spawn request{};
  request.count = count;
  request.seed = seed;
  request.speed = p.maxSpeed;
  request.planar = p.planar ? 1 : 0;
  std::uint64_t spawned = 0;
  if (host_.spawn_bats(host_.context, &request, &spawned) != BETTER_BATS_OK) {
    throw rules::CommandError("The server could not spawn bats");
  }
  return spawned;
}

bool Session::knowsKind(const std::string& id) const {
  std::optional<EntityKind> kind;
  return !world_.findKind(id, kind) || kind.has_value();
}

void Session::statistics(const FigureVisitor& visit) {
  if (measure(visit) != Status::Ok) throw rules::CommandError("The world did not answer");
}

std::string Session::dumpJson() {
  std::string json;
  if (dump(json) != Status::Ok) throw rules::CommandError("The world did not answer");
  return json;
}

}  // namespace better_bats
