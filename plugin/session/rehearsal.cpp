// A second engine with the first one's flocks, over a world that writes down what it is asked.
// SPDX-License-Identifier: MIT
#include "plugin/session/rehearsal.hpp"

#include <algorithm>
#include <tuple>

namespace better_bats {
namespace {

auto keyOf(const ProbeRecord& record) noexcept {
  const Probe& probe = record.probe;
  return std::tuple(probe.x, probe.z, probe.y, probe.down, probe.up, probe.wants);
}

void sortOut(std::vector<ProbeRecord>& records) {
  std::sort(records.begin(), records.end(),
            [](const ProbeRecord& a, const ProbeRecord& b) { return keyOf(a) < keyOf(b); });
  const auto same = [](const ProbeRecord& a, const ProbeRecord& b) { return keyOf(a) == keyOf(b); };
  records.erase(std::unique(records.begin(), records.end(), same), records.end());
}

}  // namespace

std::optional<Rehearsal> rehearse(const FlightEngine& engine, const HostWorld& world,
                                  const FlightParameters& parameters, const FlightRules& rules, std::int64_t gameTime,
                                  std::span<const Entity> bats) {
  Rehearsal rehearsal;
  rehearsal.bats.assign(bats.begin(), bats.end());
  HostWorld listening = world;
  listening.recordInto(rehearsal.terrain);
  const ParallelLoop serial;
  FlightEngine stage(listening, serial, false);
  stage.configure(parameters);
  const bool ready =
      stage.restore(engine.savedFlocks(), engine.roster().nextId(), engine.startles()) &&
      stage.beginTick(gameTime, rules, std::span<const Entity>(rehearsal.bats), [](std::uint64_t, Defect) {});
  if (!ready) return std::nullopt;
  static_cast<void>(stage.fly(rehearsal.bats));  // a bat without an answer is in the records
  sortOut(rehearsal.terrain);
  return rehearsal;
}

}  // namespace better_bats
