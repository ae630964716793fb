// The plugin as any server uses it. SPDX-License-Identifier: MIT
#include <stdexcept>

#include "bench/engine.hpp"

namespace better_bats::bench {
namespace {

Host hostWith(stub::Workers& workers) {
  Host host;
  host.concurrentReads = true;
  if (workers.threads() > 1) {
    host.parallelFor = [&workers](std::uint64_t count, std::uint64_t grain, const LoopBody& body) {
      workers.parallelFor(count, grain, body);
    };
  }
  return host;
}

void require(Status status) {
  if (status != Status::Ok) throw std::runtime_error("the plugin refused a flight call");
}

}  // namespace

PluginEngine::PluginEngine(const PluginSetup& setup, const Scene& scene, stub::Workers& workers)
    : plugin_(Plugin::load(setup.file, scene, hostWith(workers))) {
  require(plugin_.execute("better-bats set vector_bits " + std::to_string(setup.vectorBits), 4).status);
  require(plugin_.execute("gamerule better-bats:bat_swarm_size " + std::to_string(setup.swarmSize), 4).status);
}

void PluginEngine::tick(std::span<Bat> bats) {
  require(plugin_.flight().applyFlightForces(bats));
}

std::optional<std::uint64_t> PluginEngine::flockOf(std::uint64_t bat) const {
  return plugin_.flockOf(bat).flock;
}

void SingleCalls::tick(std::span<Bat> bats) {
  for (Bat& bat : bats) require(plugin_.flight().applyFlightForces(bat));
}

}  // namespace better_bats::bench
