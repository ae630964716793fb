// The same scene in the stub server and through the bridge: the same velocities. SPDX-License-Identifier: MIT
#include <array>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>

#include "tests/integrations/luanti/scene.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/temporary_directory.hpp"

using better_bats::Bat;
using better_bats::test::Scene;

namespace {

constexpr double kFloat32 = 1e-6;
constexpr int kTicks = 150;

void writeScript(const std::filesystem::path& file, const Scene& scene) {
  std::ofstream out(file);
  out.precision(17);
  out << "world create flat " << scene.ground << "\ngamerule better-bats:bat_wander 0\n";
  for (const auto& [low, high] : scene.boxes) {
    out << "fill " << low.x << ' ' << low.y << ' ' << low.z << ' ' << high.x << ' ' << high.y << ' ' << high.z
        << " stone\n";
  }
  for (const Bat& bat : scene.bats) {
    const auto [x, y, z] = bat.position;
    const auto [vx, vy, vz] = bat.velocity;
    out << "summon bat " << x << ' ' << y << ' ' << z << " {Motion:[" << vx << ',' << vy << ',' << vz
        << "],Id:" << bat.id << "L}\n";
  }
  out << "time set " << scene.dayTime << "\ntick step " << kTicks << '\n';
}

/// The bats after each tick, in the order of their ids.
[[nodiscard]] std::map<int, std::vector<Bat>> readTrace(const std::filesystem::path& file) {
  std::map<int, std::vector<Bat>> ticks;
  std::ifstream in(file);
  std::string line;
  std::getline(in, line);
  REQUIRE(line == "tick,id,x,y,z,vx,vy,vz,flock");
  while (std::getline(in, line)) {
    std::array<double, 9> row{};
    const char* at = line.data();
    for (double& value : row) at = std::from_chars(at, line.data() + line.size(), value).ptr + 1;
    const auto [tick, id, x, y, z, vx, vy, vz, flock] = row;
    ticks[static_cast<int>(tick)].push_back(
        better_bats::makeBat(static_cast<std::uint64_t>(id), {x, y, z}, {vx, vy, vz}));
  }
  return ticks;
}

/// A collision changes the velocity after the plugin has given it, and leaves the bat exactly at the block's face,
/// where rounding to float32 decides what it sees: in this scene there must be none.
void requireFreeFlight(const std::vector<Bat>& before, const std::vector<Bat>& after) {
  for (std::size_t i = 0; i < before.size(); ++i) {
    const auto step = after[i].position - before[i].position - after[i].velocity;
    REQUIRE(std::sqrt(better_bats::lengthSquared(step)) < 1e-9);
  }
}

}  // namespace

TEST_CASE("the bridge gives the velocities of the stub server") {
  const Scene scene = better_bats::test::groupsAmongWalls(12900);
  const better_bats::test::TemporaryDirectory folder;
  writeScript(folder.file("scene.mcfunction"), scene);
  const std::string command = std::string(BETTER_BATS_STUB_SERVER " --plugin " BETTER_BATS_PLUGIN_FILE " --script ") +
                              folder.file("scene.mcfunction") + " --trace " + folder.file("trace.csv") + " > " +
                              folder.file("output.txt");
  // Our own words, through no hands. NOLINTNEXTLINE(cert-env33-c)
  REQUIRE(std::system(command.c_str()) == 0);
  auto trace = readTrace(folder.file("trace.csv"));
  REQUIRE(trace.size() == kTicks);
  trace[0] = scene.bats;

  const auto bridge = better_bats::test::makeBridge();
  REQUIRE(better_bats_luanti_execute(bridge.get(), "gamerule better-bats:bat_wander 0", 4, nullptr, 0) == 1);
  putScene(*bridge, scene);
  for (int tick = 1; tick <= kTicks; ++tick) {
    INFO("tick " << tick);
    requireFreeFlight(trace[tick - 1], trace[tick]);
    const auto viaBridge = better_bats::test::flyThroughBridge(*bridge, trace[tick - 1], scene.dayTime + tick - 1);
    REQUIRE(better_bats::test::largestDifference(viaBridge, trace[tick]) < kFloat32);
  }
}
