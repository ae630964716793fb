// The beginning and the end of a plugin, over and over, on changing threads, and in the wrong order.
// SPDX-License-Identifier: MIT
#include <array>
#include <cstdlib>
#include <fstream>
#include <string>
#include <thread>

#include <better_bats/plugin.hpp>

#include "tests/loader/process_maps.hpp"
#include "tests/support/bytes_held.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/fake_world.hpp"
#include "tests/support/plugin_under_test.hpp"
#include "tests/support/temporary_directory.hpp"

namespace better_bats::test {

namespace {

constexpr int kRounds = 200;

std::size_t mappings() {
  std::ifstream maps("/proc/self/maps");
  std::size_t count = 0;
  for (std::string line; std::getline(maps, line);) ++count;
  return count;
}

#ifdef BETTER_BATS_SANITIZED
constexpr std::size_t kMoreBytes = 4096;
// ThreadSanitizer maps 1.1 MiB for a list of libraries at each dlopen and dlclose, whatever the library, and keeps it.
constexpr std::size_t kMoreMappings = 64 + 2 * kRounds;
#else
constexpr std::size_t kMoreBytes = std::size_t{4} << 20U;
constexpr std::size_t kMoreMappings = 4;
#endif

/// Loads, flies and unloads, with all that a session has.
void liveOnce(const std::string& rulesPath) {
  FakeWorld world;
  world.ground = 0;
  for (std::uint64_t id = 1; id <= 20; ++id) {
    world.bats.push_back(makeBat(id, {static_cast<double>(id), 8, 0.5}, {0.2, 0, 0}));
  }
  Host host;
  host.rulesPath = rulesPath;
  host.log = [](LogLevel, std::string_view) {};
  Plugin plugin = Plugin::load(pluginPath(), world, host);
  for (int tick = 0; tick < 3; ++tick) {
    if (plugin.flight().applyFlightForces(world.bats) != Status::Ok) throw std::runtime_error("no flight");
    world.advance();
  }
  static_cast<void>(plugin.execute("better-bats status", 4));
  static_cast<void>(plugin.dump());
}

}  // namespace

TEST_CASE("loading and unloading 200 times on changing threads leaves nothing behind", "[loader]") {
  const TemporaryDirectory directory;
  const std::string rules = directory.file("rules.json");
  const auto onAnotherThread = [&] { std::thread([&] { liveOnce(rules); }).join(); };
  for (int round = 0; round < 20; ++round) onAnotherThread();
  const std::size_t mapped = mappings();
  const std::size_t held = bytesHeld();
  for (int round = 20; round < kRounds; ++round) onAnotherThread();
  CHECK(pluginMappings() == 0);
  // Valgrind's own memory is this process's too, and grows with every library that it reads; what is left behind it
  // finds itself.
  if (std::getenv("BETTER_BATS_IN_VALGRIND") != nullptr) return;
  CHECK(mappings() <= mapped + kMoreMappings);
  CHECK(bytesHeld() <= held + kMoreBytes);
}

TEST_CASE("loaded on one thread, flown on a second, unloaded on a third", "[loader]") {
  FakeWorld world;
  world.ground = 0;
  world.bats = {makeBat(1, {0.5, 8, 0.5}, {0.2, 0, 0})};
  for (int round = 0; round < 20; ++round) {
    std::optional<Plugin> plugin;
    std::thread([&] { plugin.emplace(Plugin::load(pluginPath(), world)); }).join();
    Status status = Status::Internal;
    std::thread([&] { status = plugin->flight().applyFlightForces(world.bats); }).join();
    CHECK(status == Status::Ok);
    std::thread([&] { plugin.reset(); }).join();
    world.advance();
  }
  CHECK(pluginMappings() == 0);
}

TEST_CASE("a start that failed is tried again in the same library", "[loader]") {
  const TemporaryDirectory directory;
  FakeWorld world;
  world.ground = 0;
  world.bats = {makeBat(1, {0.5, 8, 0.5}, {0.2, 0, 0})};
  const detail::SharedLibrary library(pluginPath());
  better_bats_world table = detail::makeWorldTable(world);
  better_bats_host host{};
  host.struct_size = sizeof host;
  host.world = &table;
  const std::string config = directory.file("config.json");
  host.config_path = config.c_str();
  std::string reason;
  const better_bats_text_sink sink{&reason, [](void* to, const char* piece, std::uint64_t size) {
                                     static_cast<std::string*>(to)->append(piece, size);
                                   }};
  auto* const untouched = reinterpret_cast<better_bats_session*>(&world);
  for (int round = 0; round < 50; ++round) {
    better_bats_session* session = untouched;
    reason.clear();
    writeText(config, "{");
    CHECK(library.entry()->create(&host, &sink, &session) == BETTER_BATS_NOT_STORED);
    CHECK(session == untouched);
    CHECK(reason.find(config) != std::string::npos);
    writeText(config, "{}");
    REQUIRE(library.entry()->create(&host, &sink, &session) == BETTER_BATS_OK);
    const auto& flight = *static_cast<const better_bats_flight_1*>(library.entry()->extension(BETTER_BATS_FLIGHT_1));
    CHECK(flight.apply_flight_forces_all(session, world.bats.data(), 1) == BETTER_BATS_OK);
    library.entry()->destroy(session);
    world.advance();
  }
}

TEST_CASE("a session that is none any more ends twice and ticks no more", "[loader]") {
  const FakeWorld world;
  const detail::SharedLibrary library(pluginPath());
  const auto& flight = *static_cast<const better_bats_flight_1*>(library.entry()->extension(BETTER_BATS_FLIGHT_1));
  better_bats_world table = detail::makeWorldTable(world);
  better_bats_host host{};
  host.struct_size = sizeof host;
  host.world = &table;
  better_bats_session* session = nullptr;
  REQUIRE(library.entry()->create(&host, nullptr, &session) == BETTER_BATS_OK);
  library.entry()->destroy(std::exchange(session, nullptr));
  library.entry()->destroy(session);  // a host clears its pointer, as free() asks of it too
  Bat bat = makeBat(1, {0, 8, 0}, {0.2, 0, 0});
  CHECK(flight.apply_flight_forces(session, &bat) == BETTER_BATS_INVALID_ARGUMENT);
  CHECK(flight.apply_flight_forces_all(session, &bat, 1) == BETTER_BATS_INVALID_ARGUMENT);
  CHECK(flight.reset(session) == BETTER_BATS_INVALID_ARGUMENT);
}

}  // namespace better_bats::test
