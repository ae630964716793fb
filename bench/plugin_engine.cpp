// The plugin as any server uses it. SPDX-License-Identifier: MIT
#include <stdexcept>

#include "bench/engine.hpp"

namespace better_bats::bench {
namespace {

Host hostWith(WorkerPool& workers) {
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

PluginEngine::PluginEngine(const std::string& file, int vectorBits, const Scene& scene, WorkerPool& workers)
    : plugin_(Plugin::load(file, scene, hostWith(workers))) {
  require(plugin_.execute("better-bats set vector_bits " + std::to_string(vectorBits), 4).status);
}

void PluginEngine::tick(std::span<Bat> bats) {
  require(plugin_.flight().applyFlightForces(bats));
}

void PluginEngine::tickOneByOne(std::span<Bat> bats) {
  for (Bat& bat : bats) require(plugin_.flight().applyFlightForces(bat));
}

}  // namespace better_bats::bench
