// Hosts that call the plugin from inside its own callbacks, end it there, or throw where they must not.
// SPDX-License-Identifier: MIT
#include <atomic>
#include <memory>
#include <stdexcept>
#include <thread>
#include <utility>

#include "tests/hostile/lying_world.hpp"
#include "tests/hostile/scene.hpp"
#include "tests/support/plugin_under_test.hpp"

namespace better_bats::test {

namespace {

/// A session without the wrapper, so that it can be ended at any moment.
class RawSession {
 public:
  explicit RawSession(const World& world, Host host = {})
      : host_(std::move(host)), table_(detail::makeWorldTable(world)), library_(pluginPath()) {
    const std::string none;
    const better_bats_host hostTable = detail::makeHostTable(host_, table_, none);
    REQUIRE(library_.entry()->create(&hostTable, nullptr, &session) == BETTER_BATS_OK);
  }
  RawSession(const RawSession&) = delete;
  RawSession& operator=(const RawSession&) = delete;
  ~RawSession() { destroy(); }

  void destroy() { library_.entry()->destroy(std::exchange(session, nullptr)); }
  template <typename Table>
  [[nodiscard]] const Table& extension(const char* id) const {
    return *static_cast<const Table*>(library_.entry()->extension(id));
  }
  [[nodiscard]] const better_bats_flight_1& flight() const {
    return extension<better_bats_flight_1>(BETTER_BATS_FLIGHT_1);
  }

  better_bats_session* session = nullptr;

 private:
  Host host_;
  better_bats_world table_;
  detail::SharedLibrary library_;
};

/// Calls everything there is; returns how many calls were not refused as BUSY.
int callAll(RawSession& raw) {
  better_bats_session* self = raw.session;
  const auto& rules = raw.extension<better_bats_rules_1>(BETTER_BATS_RULES_1);
  const auto& commands = raw.extension<better_bats_commands_1>(BETTER_BATS_COMMANDS_1);
  const auto& inspect = raw.extension<better_bats_inspect_1>(BETTER_BATS_INSPECT_1);
  const auto& state = raw.extension<better_bats_state_1>(BETTER_BATS_STATE_1);
  Bat bat = makeBat(1, {0, 8, 0}, {0.2, 0, 0});
  std::uint64_t flock = 77;
  std::uint32_t size = 77;
  std::int64_t value = 77;
  std::string text;
  const better_bats_text_sink sink{&text, [](void* to, const char* piece, std::uint64_t length) {
                                     static_cast<std::string*>(to)->append(piece, length);
                                   }};
  const auto figure = [](void*, const char*, double) { FAIL("a figure was told"); };
  const auto force = [](void*, const char*, better_bats_vec3) { FAIL("a force was told"); };
  const auto rule = [](void*, const better_bats_rule*) { FAIL("a rule was told"); };
  const better_bats_startle startle{{0, 8, 0}, 4, 1, 1};
  const std::array statuses{raw.flight().apply_flight_forces(self, &bat),
                            raw.flight().apply_flight_forces_all(self, &bat, 1),
                            raw.flight().startle(self, &startle),
                            raw.flight().reset(self),
                            rules.enumerate(self, rule, nullptr),
                            rules.get(self, "better-bats:bat_wander", &value),
                            rules.set(self, "better-bats:bat_wander", 7),
                            rules.changed(self, nullptr, nullptr),
                            commands.execute(self, "better-bats reset", 4, &sink),
                            commands.complete(self, "better-bats ", 12, &sink),
                            inspect.flock_of(self, 1, &flock, &size),
                            inspect.forces(self, 1, force, nullptr),
                            inspect.statistics(self, figure, nullptr),
                            inspect.health(self, figure, nullptr),
                            inspect.dump(self, &sink),
                            state.save(self, &sink),
                            state.load(self, "{}", 2)};
  CHECK(flock == 77);
  CHECK(size == 77);
  CHECK(value == 77);
  CHECK(text.empty());
  CHECK(bitsOf(bat.velocity) == bitsOf({0.2, 0, 0}));
  return static_cast<int>(std::count_if(statuses.begin(), statuses.end(),
                                        [](better_bats_status status) { return status != BETTER_BATS_BUSY; }));
}

}  // namespace

TEST_CASE("whatever is called from inside a callback is refused and changes nothing", "[hostile]") {
  FakeWorld honest;
  LyingWorld world;
  fillScene(honest);
  fillScene(world);
  world.answersProbes = true;
  Host host;
  std::function<void()> callBack = [] {};
  host.log = [&](LogLevel, std::string_view) { callBack(); };
  RawSession raw(world, host);
  const Plugin other = Plugin::load(pluginPath(), honest);
  int called = 0;
  callBack = [&] {
    ++called;
    CHECK(callAll(raw) == 0);
  };
  world.onCall = [&](std::string_view) { callBack(); };
  for (int tick = 0; tick < 3; ++tick) {
    CHECK(raw.flight().apply_flight_forces_all(raw.session, world.bats.data(), world.bats.size()) == BETTER_BATS_OK);
    static_cast<void>(other.flight().applyFlightForces(honest.bats));
    world.onCall = {};
    world.advance();
    honest.advance();
    world.onCall = [&](std::string_view) { callBack(); };
  }
  CHECK(called > 20);
  checkSameBut(world.bats, honest.bats, 0);
}

TEST_CASE("a session that is destroyed from inside its callback ends when the call returns", "[hostile]") {
  for (const char* when : {"dayTime", "entityKind", "scanEntities", "surfaceHeight", "block"}) {
    DYNAMIC_SECTION(when) {
      LyingWorld world;
      fillScene(world);
      RawSession raw(world);
      better_bats_session* const session = raw.session;
      world.onCall = [&](std::string_view function) {
        if (function == when && raw.session != nullptr) raw.destroy();
      };
      static_cast<void>(raw.flight().apply_flight_forces_all(session, world.bats.data(), world.bats.size()));
      CHECK(raw.session == nullptr);
      checkSound(world.bats);
    }
  }
}

TEST_CASE("two threads by mistake in one session: one is refused, nothing breaks", "[hostile]") {
  LyingWorld world;
  fillScene(world);
  RawSession raw(world);
  std::atomic<int> refused{0};
  std::atomic<bool> inside{false};
  std::atomic<bool> over{false};
  world.onCall = [&](std::string_view function) {
    if (function != "dayTime") return;
    inside = true;
    while (!over) std::this_thread::yield();
  };
  std::thread second([&] {
    while (!inside) std::this_thread::yield();
    for (int call = 0; call < 100; ++call) {
      std::uint64_t flock = 0;
      std::uint32_t size = 0;
      const auto& inspect = raw.extension<better_bats_inspect_1>(BETTER_BATS_INSPECT_1);
      if (inspect.flock_of(raw.session, 1, &flock, &size) == BETTER_BATS_BUSY) ++refused;
    }
    over = true;
  });
  CHECK(raw.flight().apply_flight_forces_all(raw.session, world.bats.data(), world.bats.size()) == BETTER_BATS_OK);
  second.join();
  CHECK(refused == 100);
}

TEST_CASE("a listener or a log that throws is not the end of the server", "[hostile]") {
  FakeWorld world;
  fillScene(world);
  Host host;
  host.log = [](LogLevel, std::string_view) { throw std::runtime_error("no log"); };
  Plugin plugin = Plugin::load(pluginPath(), world, host);
  static_cast<void>(plugin.gameRules().onChanged([](const GameRule&) { throw std::runtime_error("no listener"); }));
  CHECK(plugin.gameRules().set("better-bats:bat_wander", 9) == Status::Ok);
  CHECK(plugin.gameRules().get("better-bats:bat_wander") == 9);
  CHECK(plugin.execute("gamerule better-bats:bat_wander 11", 4).status == Status::Ok);
  CHECK(plugin.gameRules().get("better-bats:bat_wander") == 11);
  world.bats[0].velocity.x = std::numeric_limits<double>::quiet_NaN();
  CHECK(plugin.flight().applyFlightForces(world.bats) == Status::Ok);
}

}  // namespace better_bats::test
