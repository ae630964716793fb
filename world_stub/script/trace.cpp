// Writing traces. SPDX-License-Identifier: MIT
#include "world_stub/script/trace.hpp"

#include "world_stub/script/numbers.hpp"

namespace better_bats::stub {

Trace::Trace(const std::string& path) : file_(path, "tick,id,x,y,z,vx,vy,vz,flock") {}

void Trace::write(Server& server) {
  const Plugin* plugin = server.pilot();
  const std::string tick = std::to_string(server.world().gameTime());
  std::string rows;
  for (const Entity& bat : server.world().entities().bats()) {
    if (!isActive(bat)) continue;
    rows.append(tick).append(1, ',').append(std::to_string(bat.id));
    for (const double value :
         {bat.position.x, bat.position.y, bat.position.z, bat.velocity.x, bat.velocity.y, bat.velocity.z}) {
      rows.append(1, ',').append(allDigits(value));
    }
    const std::uint64_t flock = plugin != nullptr ? plugin->flockOf(bat.id).flock : 0;
    rows.append(1, ',').append(std::to_string(flock)).append(1, '\n');
  }
  file_.write(rows);
}

}  // namespace better_bats::stub
