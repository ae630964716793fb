// Without a rules file the server keeps the gamerules: it hears of every change and gives the values back.
// SPDX-License-Identifier: MIT
#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "tests/determinism/scenes.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/plugin_under_test.hpp"
#include "tests/support/temporary_directory.hpp"

namespace better_bats::test {

namespace {

constexpr std::uint32_t console = 4;

/// A server with a gamerule store of its own.
class RuleKeepingServer {
 public:
  explicit RuleKeepingServer(const World& world) : plugin_(Plugin::load(pluginPath(), world)) {
    for (const auto& [id, value] : store) static_cast<void>(plugin_.gameRules().set(id, value));
    listen();
  }

  void reloadPlugin(const World& world) {
    plugin_ = Plugin::load(pluginPath(), world);
    // Given back before anybody listens: a change that the server made itself is no news to it.
    for (const auto& [id, value] : store) REQUIRE(plugin_.gameRules().set(id, value) == Status::Ok);
    listen();
  }

  [[nodiscard]] Plugin& plugin() noexcept { return plugin_; }
  [[nodiscard]] std::map<std::string, std::int64_t> values() {
    std::map<std::string, std::int64_t> all;
    for (const GameRule& rule : plugin_.gameRules().all()) all[rule.id] = rule.value;
    return all;
  }

  std::map<std::string, std::int64_t> store;
  std::vector<std::string> heard;

 private:
  void listen() {
    const auto keep = [this](const GameRule& rule) {
      store[rule.id] = rule.value;
      heard.push_back(rule.id + " " + std::to_string(rule.value));
    };
    REQUIRE(plugin_.gameRules().onChanged(keep) == Status::Ok);
  }

  Plugin plugin_;
};

const std::map<std::string, std::int64_t> kDefaults{
    {"better-bats:bat_alignment", 5},  {"better-bats:bat_cohesion", 5}, {"better-bats:bat_separation", 10},
    {"better-bats:bat_swarm_size", 5}, {"better-bats:bat_wander", 5},   {"better-bats:bat_flight", 1}};

}  // namespace

TEST_CASE("a server that keeps the rules hears of every change and gives the values back", "[embedding]") {
  const FakeWorld world;
  RuleKeepingServer server(world);
  CHECK(server.values() == kDefaults);
  CHECK(server.plugin().execute("bb status", console).reply.find("\nrules: kept by the server\n") != std::string::npos);

  REQUIRE(server.plugin().gameRules().set("better-bats:bat_alignment", 20) == Status::Ok);
  REQUIRE(server.plugin().execute("gamerule better-bats:bat_swarm_size 7", console).status == Status::Ok);
  REQUIRE(server.plugin().execute("bb set flight false", console).status == Status::Ok);
  const std::vector<std::string> changes{"better-bats:bat_alignment 20", "better-bats:bat_swarm_size 7",
                                         "better-bats:bat_flight 0"};
  CHECK(server.heard == changes);

  auto expected = kDefaults;
  expected["better-bats:bat_alignment"] = 20;
  expected["better-bats:bat_swarm_size"] = 7;
  expected["better-bats:bat_flight"] = 0;
  server.reloadPlugin(world);
  CHECK(server.values() == expected);
  CHECK(server.heard == changes);

  REQUIRE(server.plugin().execute("bb reset swarm_size", console).status == Status::Ok);
  CHECK(server.heard.back() == "better-bats:bat_swarm_size 5");
  CHECK(server.store["better-bats:bat_swarm_size"] == 5);
}

TEST_CASE("what a rule does not allow changes nothing and is not heard", "[embedding]") {
  const FakeWorld world;
  RuleKeepingServer server(world);
  const GameRules& rules = server.plugin().gameRules();
  CHECK(rules.set("better-bats:bat_alignment", 101) == Status::OutOfRange);
  CHECK(rules.set("better-bats:bat_alignment", -1) == Status::OutOfRange);
  CHECK(rules.set("better-bats:bat_swarm_size", 2147483648) == Status::OutOfRange);
  CHECK(rules.set("better-bats:bat_flight", 2) == Status::OutOfRange);
  CHECK(rules.set("bat_alignment", 5) == Status::NotFound);
  CHECK(rules.set("better-bats:bat_speed", 5) == Status::NotFound);
  CHECK(server.plugin().execute("gamerule better-bats:bat_cohesion 101", console).status == Status::CommandFailed);
  CHECK(rules.get("better-bats:bat_speed") == std::nullopt);
  CHECK(server.values() == kDefaults);
  CHECK(server.heard.empty());
}

TEST_CASE("a listener may ask for nothing, and can be ended", "[embedding]") {
  const FakeWorld world;
  Plugin plugin = Plugin::load(pluginPath(), world);
  GameRules& rules = plugin.gameRules();
  Status inside = Status::Ok;
  REQUIRE(rules.onChanged([&](const GameRule& rule) { inside = rules.set(rule.id, 0); }) == Status::Ok);
  CHECK(rules.set("better-bats:bat_wander", 9) == Status::Ok);
  CHECK(inside == Status::Busy);
  CHECK(rules.get("better-bats:bat_wander") == 9);
  REQUIRE(rules.onChanged({}) == Status::Ok);
  inside = Status::Ok;
  CHECK(rules.set("better-bats:bat_wander", 8) == Status::Ok);
  CHECK(inside == Status::Ok);
}

TEST_CASE("rules that were given back fly as those that were never away", "[embedding]") {
  const Scene& scene = scenes().front();
  FakeWorld stayed;
  FakeWorld reloaded;
  scene.build(stayed);
  scene.build(reloaded);
  RuleKeepingServer staying(stayed);
  RuleKeepingServer reloading(reloaded);
  for (RuleKeepingServer* server : {&staying, &reloading}) {
    REQUIRE(server->plugin().gameRules().set("better-bats:bat_swarm_size", 9) == Status::Ok);
    REQUIRE(server->plugin().gameRules().set("better-bats:bat_separation", 40) == Status::Ok);
  }
  reloading.reloadPlugin(reloaded);
  for (int tick = 0; tick < 50; ++tick) {
    flyOneTick(staying.plugin().flight(), stayed, Calls::Span);
    flyOneTick(reloading.plugin().flight(), reloaded, Calls::Span);
  }
  for (std::size_t i = 0; i < stayed.bats.size(); ++i) CHECK(stayed.bats[i].position == reloaded.bats[i].position);
}

TEST_CASE("without a rules path no file is written, with one the file keeps the rules", "[embedding]") {
  const TemporaryDirectory folder;
  const FakeWorld world;
  const auto before = std::filesystem::current_path();
  std::filesystem::current_path(folder.path());
  RuleKeepingServer server(world);
  static_cast<void>(server.plugin().execute("gamerule better-bats:bat_wander 50", console));
  std::filesystem::current_path(before);
  CHECK(std::filesystem::is_empty(folder.path()));

  Host host;
  host.rulesPath = folder.file("rules.json");
  REQUIRE(Plugin::load(pluginPath(), world, host).gameRules().set("better-bats:bat_wander", 50) == Status::Ok);
  CHECK(std::filesystem::exists(host.rulesPath));
  CHECK(Plugin::load(pluginPath(), world, host).gameRules().get("better-bats:bat_wander") == 50);
}

}  // namespace better_bats::test
