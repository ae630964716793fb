// Writing traces. SPDX-License-Identifier: MIT
#include "world_stub/script/trace.hpp"

#include <cerrno>
#include <cstring>

#include "world_stub/script/numbers.hpp"

namespace better_bats::stub {

Trace::Trace(const std::string& path) : path_(path), file_(std::fopen(path.c_str(), "wb")) {
  if (!file_) throw TraceError(path_ + ": " + std::strerror(errno));
  std::fputs("tick,id,x,y,z,vx,vy,vz,flock\n", file_.get());
}

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
  std::fwrite(rows.data(), 1, rows.size(), file_.get());
}

void Trace::close() {
  const bool failed = std::ferror(file_.get()) != 0;
  if (std::fclose(file_.release()) != 0 || failed) throw TraceError(path_ + ": " + std::strerror(errno));
}

}  // namespace better_bats::stub
