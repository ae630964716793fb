// Memory that runs out at any moment: a clear answer, nothing half-done, and all is well when there is memory again.
// SPDX-License-Identifier: MIT
#include <exception>
#include <filesystem>
#include <functional>
#include <iterator>
#include <new>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <better_bats/plugin.hpp>

#include "tests/alloc/allocation_counter.hpp"
#include "tests/alloc/sessions.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/fake_world.hpp"
#include "tests/support/golden_runner.hpp"
#include "tests/support/plugin_under_test.hpp"
#include "tests/support/random.hpp"
#include "tests/support/temporary_directory.hpp"

namespace better_bats::test {

namespace {

constexpr std::uint64_t mostAllocations = 2000;

void fill(FakeWorld& world, std::size_t count) {
  Random random(count);
  world.ground = 0;
  world.bats.clear();
  for (std::size_t i = 0; i < count; ++i) {
    world.bats.push_back(makeBat(i + 1, {random.between(-20, 20), random.between(5, 25), random.between(-20, 20)},
                                 {random.between(-0.2, 0.2), 0, random.between(-0.2, 0.2)}));
  }
}

}  // namespace

TEST_CASE("a start that finds no memory fails clearly and can be tried again", "[alloc]") {
  FakeWorld world;
  fill(world, 5);
  const TemporaryDirectory directory;
  Sessions sessions(world, {});
  sessions.setDirectory(directory);
  writeText(directory.file("rules.json"), R"({"format": 1, "rules": {"better-bats:bat_wander": 7}})");
  writeText(directory.file("config.json"), R"({"format": 1, "preset": "boids_classic", "parameters": {}})");
  const auto& rules = sessions.extension<better_bats_rules_1>(BETTER_BATS_RULES_1);
  std::uint64_t failures = 0;
  for (std::uint64_t n = 1; n <= mostAllocations; ++n) {
    INFO("allocation " << n);
    better_bats_session* session = nullptr;
    better_bats_status status = BETTER_BATS_OK;
    bool happened = false;
    {
      const AllocationFailure failure(n);
      status = sessions.create(session);
      happened = AllocationFailure::happened();
    }
    REQUIRE((status == BETTER_BATS_OK || (happened && status == BETTER_BATS_NO_MEMORY)));
    REQUIRE((session != nullptr) == (status == BETTER_BATS_OK));
    if (status != BETTER_BATS_OK) {
      ++failures;
      REQUIRE(sessions.create(session) == BETTER_BATS_OK);
    }
    std::int64_t value = 0;
    REQUIRE(rules.get(session, "better-bats:bat_wander", &value) == BETTER_BATS_OK);
    REQUIRE(value == 7);
    sessions.destroy(session);
    if (!happened) break;
  }
  CHECK(failures >= 100);
}

namespace {

std::ptrdiff_t openFiles() {
  return std::distance(std::filesystem::directory_iterator("/proc/self/fd"), std::filesystem::directory_iterator());
}

}  // namespace

TEST_CASE("a server that finds no memory while it loads the plugin gets an exception and leaks no file", "[alloc]") {
  FakeWorld world;
  fill(world, 5);
  static_cast<void>(Plugin::load(pluginPath(), world));  // what the dynamic loader keeps for ever
  const std::ptrdiff_t files = openFiles();
  std::uint64_t failures = 0;
  for (std::uint64_t n = 1; n <= mostAllocations; ++n) {
    INFO("allocation " << n);
    std::optional<Plugin> plugin;
    bool happened = false;
    bool refused = false;
    {
      const AllocationFailure failure(n);
      try {
        plugin.emplace(Plugin::load(pluginPath(), world));
      } catch (const std::exception&) {
        refused = true;
      }
      happened = AllocationFailure::happened();
    }
    REQUIRE(refused == !plugin.has_value());
    REQUIRE((happened || !refused));
    failures += refused ? 1U : 0U;
    plugin.reset();
    REQUIRE(openFiles() == files);
    REQUIRE(Plugin::load(pluginPath(), world).flight().applyFlightForces(world.bats) == Status::Ok);
    if (!happened) break;
  }
  CHECK(failures >= 25);
}

TEST_CASE("a server that finds no memory for an answer gets an exception, and the right answer later", "[alloc]") {
  FakeWorld world;
  fill(world, 20);
  Plugin plugin = Plugin::load(pluginPath(), world);
  REQUIRE(plugin.flight().applyFlightForces(world.bats) == Status::Ok);
  const std::vector<std::pair<const char*, std::function<std::string()>>> questions{
      {"execute", [&] { return plugin.execute("better-bats help", 4).reply; }},
      {"complete", [&] { return std::to_string(plugin.complete("better-bats ", 12).size()); }},
      {"forces", [&] { return std::to_string(plugin.forces(1).size()); }},
      {"statistics", [&] { return std::to_string(plugin.statistics().size()); }},
      {"rules", [&] { return std::to_string(plugin.gameRules().all().size()); }},
      {"state", [&] { return plugin.saveState(); }}};
  for (const auto& [name, ask] : questions) {
    const std::string expected = ask();
    for (std::uint64_t n = 1; n <= mostAllocations; ++n) {
      INFO(name << ", allocation " << n);
      bool happened = false;
      {
        const AllocationFailure failure(n);
        try {
          static_cast<void>(ask());
        } catch (const std::bad_alloc&) {
          // as it should be, where the plugin had the memory to answer
        }
        happened = AllocationFailure::happened();
      }
      REQUIRE(ask() == expected);
      if (!happened) break;
    }
  }
}

namespace {

/// Every flock that a bat is told to be in is one.
void checkFlocks(const better_bats_inspect_1& inspect, better_bats_session* session, const FakeWorld& world,
                 std::uint32_t limit) {
  for (const Bat& bat : world.bats) {
    std::uint64_t flock = 0;
    std::uint32_t size = 0;
    REQUIRE(inspect.flock_of(session, bat.id, &flock, &size) == BETTER_BATS_OK);
    REQUIRE((flock == 0 ? size == 1 : size >= 2 && size <= limit));
  }
}

}  // namespace

TEST_CASE("a tick that finds no memory is lost, and the flight goes on", "[alloc]") {
  struct Case {
    const char* name;
    std::int64_t swarmSize;
    const char* command;
    bool parallel;
  };
  const std::vector<Case> cases{{"small flocks", 5, "better-bats status", false},
                                {"one large flock", 150, "better-bats status", false},
                                {"the other law", 5, "better-bats set steering reynolds", false},
                                {"pieces, and the world on one thread", 5, "better-bats status", true}};
  for (const Case& one : cases) {
    INFO(one.name);
    FakeWorld world;
    fill(world, 5);
    world.others.push_back({90001, kindOf("cat").value(), 3, {0, 10, 0}, {}});
    Host host;
    if (one.parallel) {
      host.parallelFor = [](std::uint64_t count, std::uint64_t, const LoopBody& body) {
        for (std::uint64_t i = 0; i < count; ++i) body(i, i + 1);
      };
    }
    const Sessions sessions(world, host);
    const auto& flight = sessions.extension<better_bats_flight_1>(BETTER_BATS_FLIGHT_1);
    const auto& inspect = sessions.extension<better_bats_inspect_1>(BETTER_BATS_INSPECT_1);
    const auto& rules = sessions.extension<better_bats_rules_1>(BETTER_BATS_RULES_1);
    const auto& commands = sessions.extension<better_bats_commands_1>(BETTER_BATS_COMMANDS_1);
    const better_bats_text_sink silent{nullptr, [](void*, const char*, std::uint64_t) {}};
    const better_bats_startle startle{{0, 10, 0}, 4, 1, 2};
    std::uint64_t failures = 0;
    for (std::uint64_t n = 1; n <= mostAllocations; ++n) {
      INFO("allocation " << n);
      fill(world, 5);
      better_bats_session* session = nullptr;
      REQUIRE(sessions.create(session) == BETTER_BATS_OK);
      REQUIRE(rules.set(session, "better-bats:bat_swarm_size", one.swarmSize) == BETTER_BATS_OK);
      REQUIRE(commands.execute(session, one.command, 4, &silent) == BETTER_BATS_OK);
      REQUIRE(flight.apply_flight_forces_all(session, world.bats.data(), world.bats.size()) == BETTER_BATS_OK);
      for (int i = 0; i < 3; ++i) REQUIRE(flight.startle(session, &startle) == BETTER_BATS_OK);
      world.advance();
      fill(world, 200);  // far more bats: everything grows
      better_bats_status status = BETTER_BATS_OK;
      bool happened = false;
      {
        const AllocationFailure failure(n);
        status = flight.apply_flight_forces_all(session, world.bats.data(), world.bats.size());
        happened = AllocationFailure::happened();
      }
      failures += happened ? 1U : 0U;
      REQUIRE((status == BETTER_BATS_OK || (happened && status == BETTER_BATS_NO_MEMORY)));
      const auto limit = static_cast<std::uint32_t>(one.swarmSize);
      checkFlocks(inspect, session, world, limit);
      for (int tick = 0; tick < 3; ++tick) {
        world.advance();
        if (tick == 1) world.bats.resize(50);
        REQUIRE(flight.apply_flight_forces_all(session, world.bats.data(), world.bats.size()) == BETTER_BATS_OK);
        checkFlocks(inspect, session, world, limit);
      }
      double startles = -1;
      const auto figure = [](void* to, const char* name, double value) {
        if (std::string_view(name) == "pending_startles") *static_cast<double*>(to) = value;
      };
      REQUIRE(inspect.health(session, figure, &startles) == BETTER_BATS_OK);
      REQUIRE(startles == 0);
      sessions.destroy(session);
      if (!happened) break;
    }
    CHECK(failures >= 20);
  }
}

TEST_CASE("a state that finds no memory can be loaded again", "[alloc]") {
  FakeWorld world;
  fill(world, 200);
  const Sessions sessions(world, {});
  const auto& flight = sessions.extension<better_bats_flight_1>(BETTER_BATS_FLIGHT_1);
  const auto& inspect = sessions.extension<better_bats_inspect_1>(BETTER_BATS_INSPECT_1);
  const auto& state = sessions.extension<better_bats_state_1>(BETTER_BATS_STATE_1);
  better_bats_session* session = nullptr;
  REQUIRE(sessions.create(session) == BETTER_BATS_OK);
  REQUIRE(flight.apply_flight_forces_all(session, world.bats.data(), world.bats.size()) == BETTER_BATS_OK);
  std::string saved;
  const auto append = [](void* to, const char* piece, std::uint64_t size) {
    static_cast<std::string*>(to)->append(piece, size);
  };
  const better_bats_text_sink sink{&saved, append};
  REQUIRE(state.save(session, &sink) == BETTER_BATS_OK);
  for (std::uint64_t n = 1; n <= mostAllocations; ++n) {
    INFO("allocation " << n);
    better_bats_status status = BETTER_BATS_OK;
    bool happened = false;
    {
      const AllocationFailure failure(n);
      status = state.load(session, saved.data(), saved.size());
      happened = AllocationFailure::happened();
    }
    REQUIRE((status == BETTER_BATS_OK || (happened && status == BETTER_BATS_NO_MEMORY)));
    checkFlocks(inspect, session, world, 5);
    REQUIRE(state.load(session, saved.data(), saved.size()) == BETTER_BATS_OK);
    std::string again;
    const better_bats_text_sink other{&again, append};
    REQUIRE(state.save(session, &other) == BETTER_BATS_OK);
    REQUIRE(again == saved);
    if (!happened) break;
  }
  sessions.destroy(session);
}

TEST_CASE("a command that finds no memory has changed nothing, in memory or in the file", "[alloc]") {
  const FakeWorld world;
  const TemporaryDirectory directory;
  Host host;
  host.spawnBats = [](const SpawnRequest& request) { return request.count; };
  Sessions sessions(world, host);
  sessions.setDirectory(directory);
  writeText(directory.file("config.json"), R"({"format": 1, "parameters": {"flock_radius": 9}})");
  const auto& commands = sessions.extension<better_bats_commands_1>(BETTER_BATS_COMMANDS_1);
  const auto& state = sessions.extension<better_bats_state_1>(BETTER_BATS_STATE_1);
  better_bats_session* session = nullptr;
  REQUIRE(sessions.create(session) == BETTER_BATS_OK);
  const better_bats_text_sink silent{nullptr, [](void*, const char*, std::uint64_t) {}};
  const auto run = [&](const char* line) { return commands.execute(session, line, 4, &silent); };
  const auto everything = [&] {
    std::string all;
    const better_bats_text_sink sink{&all, [](void* to, const char* piece, std::uint64_t size) {
                                       static_cast<std::string*>(to)->append(piece, size);
                                     }};
    REQUIRE(commands.execute(session, "better-bats get", 4, &sink) == BETTER_BATS_OK);
    REQUIRE(state.save(session, &sink) == BETTER_BATS_OK);
    return all + readText(directory.file("rules.json"));
  };
  for (const char* line :
       {"gamerule better-bats:bat_wander 9", "better-bats set wander 9", "better-bats reset wander",
        "better-bats reset", "better-bats reload", "better-bats set max_speed 1", "better-bats set predators cat, owl",
        "better-bats reset max_speed", "better-bats preset flock_3d", "better-bats startle 0 70 0",
        "better-bats spawn 1000000", "better-bats help", "better-bats status", "gamerule better-bats:bat_wandr 9"}) {
    const auto begin = [&] {
      const auto& flight = sessions.extension<better_bats_flight_1>(BETTER_BATS_FLIGHT_1);
      REQUIRE(flight.reset(session) == BETTER_BATS_OK);
      REQUIRE(run("better-bats reset") == BETTER_BATS_OK);
      REQUIRE(run("better-bats set wander 8") == BETTER_BATS_OK);
      REQUIRE(run("better-bats set max_speed 0.5") == BETTER_BATS_OK);
    };
    begin();
    const std::string before = everything();
    for (std::uint64_t n = 1; n <= mostAllocations; ++n) {
      INFO(line << ", allocation " << n);
      better_bats_status status = BETTER_BATS_OK;
      bool happened = false;
      {
        const AllocationFailure failure(n);
        status = run(line);
        happened = AllocationFailure::happened();
      }
      if (!happened) break;
      REQUIRE((status == BETTER_BATS_OK || status == BETTER_BATS_NO_MEMORY || status == BETTER_BATS_COMMAND_FAILED));
      if (status == BETTER_BATS_OK) begin();  // what failed could be done without
      REQUIRE(everything() == before);
    }
  }
  sessions.destroy(session);
}

}  // namespace better_bats::test
