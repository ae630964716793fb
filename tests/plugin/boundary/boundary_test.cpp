// What the boundary does with faults of our own, with tables that are not ones, and with hosts that cannot do what they
// are asked for. SPDX-License-Identifier: MIT
#include <cstring>
#include <functional>
#include <new>
#include <stdexcept>
#include <string>
#include <vector>

#include <better_bats/detail/host_table.hpp>

#include "plugin/boundary/guard.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/fake_world.hpp"

extern "C" const better_bats_entry_table better_bats_entry;

namespace better_bats::test {

namespace {

/// A session of the linked plugin, with the table that a host makes by hand.
class Bench {
 public:
  explicit Bench(Host services = {}) : host_(std::move(services)) {
    host_.log = [this](LogLevel level, std::string_view line) { lines.emplace_back(level, line); };
    worldTable = detail::makeWorldTable(world);
    hostTable = detail::makeHostTable(host_, worldTable, pluginPath_);
    world.ground = 0;
    for (std::uint64_t id = 1; id <= 3; ++id) {
      world.bats.push_back({id, kindOf("bat").value(), 3, {static_cast<double>(id), 8, 0.5}, {0.2, 0, 0}});
    }
  }
  Bench(const Bench&) = delete;
  Bench& operator=(const Bench&) = delete;
  ~Bench() { better_bats_entry.destroy(session); }

  better_bats_status create(const better_bats_host* table) {
    reason.clear();
    const better_bats_text_sink sink{&reason, append};
    return better_bats_entry.create(table, &sink, &session);
  }
  void start() { REQUIRE(create(&hostTable) == BETTER_BATS_OK); }

  better_bats_status fly() {
    return guarded(session, [&](Session& self) { return self.applyFlightForces(std::span(world.bats)); });
  }
  /// The reply to a line that must fail.
  std::string refused(const char* line) const {
    std::string reply;
    const better_bats_text_sink sink{&reply, append};
    const auto& commands =
        *static_cast<const better_bats_commands_1*>(better_bats_entry.extension(BETTER_BATS_COMMANDS_1));
    CHECK(commands.execute(session, line, 4, &sink) == BETTER_BATS_COMMAND_FAILED);
    return reply;
  }

  FakeWorld world;
  better_bats_world worldTable{};
  better_bats_host hostTable{};
  better_bats_session* session = nullptr;
  std::string reason;
  std::vector<std::pair<LogLevel, std::string>> lines;

 private:
  static void append(void* to, const char* piece, std::uint64_t size) {
    static_cast<std::string*>(to)->append(piece, size);
  }
  Host host_;
  std::string pluginPath_ = "plugin.so";  // the table points to it
};

}  // namespace

TEST_CASE("a fault of our own is answered, told in the log, and the session goes on", "[boundary]") {
  Bench bench;
  bench.start();
  const auto fault = [&](const std::function<void()>& thrown) {
    return guarded(bench.session, [&](Session&) { return thrown(), Status::Ok; });
  };
  CHECK(fault([] { throw std::logic_error("two and two"); }) == BETTER_BATS_INTERNAL);
  REQUIRE(bench.lines.size() == 1);
  CHECK(bench.lines[0].first == LogLevel::Error);
  CHECK(bench.lines[0].second == "internal fault: two and two");
  CHECK(fault([] { throw 5; }) == BETTER_BATS_INTERNAL);
  REQUIRE(bench.lines.size() == 2);
  CHECK(bench.lines[1].second == "internal fault: of an unknown kind");
  CHECK(fault([] { throw std::bad_alloc(); }) == BETTER_BATS_NO_MEMORY);
  CHECK(bench.lines.size() == 2);
  CHECK(bench.fly() == BETTER_BATS_OK);
  CHECK(guarded(nullptr, [](Session&) { return Status::Ok; }) == BETTER_BATS_INVALID_ARGUMENT);
}

TEST_CASE("a host's table that is none is refused with what is wrong", "[boundary]") {
  Bench bench;
  auto* const untouched = reinterpret_cast<better_bats_session*>(&bench);
  const auto refusal = [&](const better_bats_host* table) {
    bench.session = untouched;
    CHECK(bench.create(table) == BETTER_BATS_INVALID_ARGUMENT);
    CHECK(bench.session == untouched);
    bench.session = nullptr;
    return bench.reason;
  };
  CHECK(refusal(nullptr) == "the host table is null");
  CHECK(better_bats_entry.create(&bench.hostTable, nullptr, nullptr) == BETTER_BATS_INVALID_ARGUMENT);
  better_bats_host host = bench.hostTable;
  host.struct_size -= 8;
  CHECK(refusal(&host) == "host.struct_size is " + std::to_string(sizeof host - 8) + ", this library needs " +
                              std::to_string(sizeof host));
  host = bench.hostTable;
  host.world = nullptr;
  CHECK(refusal(&host) == "the host's world is null");
  better_bats_world world = bench.worldTable;
  host.world = &world;
  world.struct_size = 0;
  CHECK(refusal(&host) == "world.struct_size is 0, this library needs " + std::to_string(sizeof(better_bats_world)));
  struct Function {
    const char* name;
    std::function<void(better_bats_world&)> remove;
  };
  const std::vector<Function> needed{{"game_time", [](auto& w) { w.game_time = nullptr; }},
                                     {"day_time", [](auto& w) { w.day_time = nullptr; }},
                                     {"seed", [](auto& w) { w.seed = nullptr; }},
                                     {"bounds", [](auto& w) { w.bounds = nullptr; }},
                                     {"entity_kind", [](auto& w) { w.entity_kind = nullptr; }},
                                     {"surface", [](auto& w) { w.surface = nullptr; }},
                                     {"blocks", [](auto& w) { w.blocks = nullptr; }},
                                     {"scan_entities", [](auto& w) { w.scan_entities = nullptr; }}};
  for (const Function& function : needed) {
    world = bench.worldTable;
    function.remove(world);
    CHECK(refusal(&host) == std::string("the world has no function ") + function.name);
  }
  // What is optional may be missing.
  world = bench.worldTable;
  world.is_night = nullptr, world.sees_sky = nullptr, world.probe = nullptr;
  host.log = nullptr, host.parallel_for = nullptr, host.spawn_bats = nullptr;
  CHECK(bench.create(&host) == BETTER_BATS_OK);
  CHECK(bench.fly() == BETTER_BATS_OK);
}

TEST_CASE("no extension is known by another name", "[boundary]") {
  for (const char* id : {static_cast<const char*>(nullptr), "", "better_bats.flight/2", "better_bats.flight"}) {
    CHECK(better_bats_entry.extension(id) == nullptr);
  }
}

TEST_CASE("commands say what the host could not do", "[boundary]") {
  Host services;
  bool throwing = false;
  std::uint64_t room = 0;
  services.spawnBats = [&](const SpawnRequest&) {
    if (throwing) throw std::runtime_error("no spawning today");
    return room;
  };
  Bench bench(services);
  bench.start();
  CHECK(bench.refused("better-bats spawn 5") == "The server has no place or no entity id for another bat");
  throwing = true;
  CHECK(bench.refused("better-bats spawn 5") == "The server could not spawn bats");
  bench.hostTable.spawn_bats = nullptr;
  better_bats_entry.destroy(bench.session);
  bench.start();
  CHECK(bench.refused("better-bats spawn 5") == "This server cannot spawn bats for the plugin");

  bench.worldTable.scan_entities = [](void*, const better_bats_box*, const std::uint32_t*, std::uint32_t,
                                      better_bats_entity_visitor,
                                      void*) -> better_bats_status { return BETTER_BATS_HOST_FAILED; };
  CHECK(bench.refused("better-bats stats") == "The world did not answer");
  CHECK(bench.refused("better-bats dump nowhere.json") == "The world did not answer");

  const auto& flight = *static_cast<const better_bats_flight_1*>(better_bats_entry.extension(BETTER_BATS_FLIGHT_1));
  const better_bats_startle startle{{0, 8, 0}, 4, 1, 5};
  better_bats_status status = BETTER_BATS_OK;
  int startles = 0;
  for (; status == BETTER_BATS_OK && startles <= 5000; ++startles) status = flight.startle(bench.session, &startle);
  CHECK(status == BETTER_BATS_OUT_OF_RANGE);
  CHECK(startles == 4097);
  CHECK(bench.refused("better-bats startle 0 8 0") == "Too many startles at once");
}

TEST_CASE("what a host's callback throws is a status", "[boundary]") {
  Host services;
  std::function<void()> thrown;
  services.spawnBats = [&](const SpawnRequest&) { return thrown(), std::uint64_t{0}; };
  const Bench bench(services);
  const better_bats_spawn request{};
  std::uint64_t spawned = 77;
  const auto status = [&](std::function<void()> next) {
    thrown = std::move(next);
    return bench.hostTable.spawn_bats(bench.hostTable.context, &request, &spawned);
  };
  CHECK(status([] { throw std::bad_alloc(); }) == BETTER_BATS_NO_MEMORY);
  CHECK(status([] { throw std::runtime_error("no"); }) == BETTER_BATS_HOST_FAILED);
  CHECK(status([] { throw 5; }) == BETTER_BATS_HOST_FAILED);
  CHECK(spawned == 77);
}

TEST_CASE("every status has words of its own", "[boundary]") {
  std::vector<std::string> words;
  for (std::int32_t status = BETTER_BATS_OK; status <= BETTER_BATS_INTERNAL; ++status) {
    words.emplace_back(describe(Status{status}));
  }
  for (std::size_t i = 0; i < words.size(); ++i) {
    CHECK(words[i] != describe(Status{12345}));
    for (std::size_t j = 0; j < i; ++j) CHECK(words[i] != words[j]);
  }
}

}  // namespace better_bats::test
