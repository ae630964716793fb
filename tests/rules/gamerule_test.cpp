// The registry, the table of bat rules and the gamerule command. SPDX-License-Identifier: MIT
#include <string>
#include <vector>

#include "rules/bat_rules.hpp"
#include "rules/gamerule_command.hpp"
#include "tests/support/catch.hpp"

using better_bats::Status;
using namespace better_bats::rules;

namespace {

struct Console {
  GameRuleRegistry registry{batRules()};
  std::uint32_t level = operatorLevel;

  std::string run(const std::string& line) {
    CommandReader reader(line);
    static_cast<void>(reader.readWord());
    try {
      return executeGamerule(reader, level, registry, [this](const GameRule& rule, std::int64_t value) {
        REQUIRE(registry.set(rule, value) == Status::Ok);
      });
    } catch (const CommandError& error) {
      return error.render();
    }
  }

  [[nodiscard]] std::vector<std::string> complete(const std::string& line) const {
    std::vector<std::string> candidates;
    completeGamerule(Completion(line, line.size(), [&](std::string_view one) { candidates.emplace_back(one); }),
                     registry);
    return candidates;
  }
};

}  // namespace

TEST_CASE("the bat rules are the model's") {
  const GameRuleRegistry registry(batRules());
  const BatRuleValues values = batRuleValues(registry);
  CHECK(values.alignment == 5);
  CHECK(values.cohesion == 5);
  CHECK(values.separation == 10);
  CHECK(values.swarmSize == 5);
  CHECK(values.wander == 5);
  CHECK(values.flight);
  CHECK(batRule(BatRule::SwarmSize).id == "better-bats:bat_swarm_size");
  CHECK(batRule(BatRule::Flight).id == "better-bats:bat_flight");
  CHECK(rangeText(batRule(BatRule::Alignment)) == "0..100");
  CHECK(rangeText(batRule(BatRule::SwarmSize)) == "0..2147483647");
  CHECK(rangeText(batRule(BatRule::Flight)) == "true or false");
}

TEST_CASE("rules are found by their exact id") {
  const GameRuleRegistry registry(batRules());
  CHECK(registry.find("better-bats:bat_wander") == &batRule(BatRule::Wander));
  for (const char* none : {"bat_wander", "better-bats:Bat_wander", "better-bats:bat_wande", ""}) {
    CHECK(registry.find(none) == nullptr);
  }
}

TEST_CASE("the registry keeps to the ranges and tells its listener") {
  GameRuleRegistry registry(batRules());
  const GameRule& alignment = batRule(BatRule::Alignment);
  std::vector<std::string> heard;
  registry.onChanged([&](const GameRule& rule, std::int64_t value) {
    heard.push_back(std::string(rule.id) + "=" + valueText(rule, value));
    CHECK(registry.value(rule) == value);
  });
  CHECK(registry.set(alignment, 101) == Status::OutOfRange);
  CHECK(registry.set(alignment, -1) == Status::OutOfRange);
  CHECK(registry.value(alignment) == 5);
  CHECK(heard.empty());
  CHECK(registry.set(alignment, 100) == Status::Ok);
  CHECK(registry.set(batRule(BatRule::Flight), 0) == Status::Ok);
  CHECK(registry.set(batRule(BatRule::Flight), 2) == Status::OutOfRange);
  CHECK(heard == std::vector<std::string>{"better-bats:bat_alignment=100", "better-bats:bat_flight=false"});
  registry.onChanged({});
  CHECK(registry.set(alignment, 7) == Status::Ok);
  CHECK(heard.size() == 2);
}

TEST_CASE("gamerule asks and sets in vanilla's words") {
  Console console;
  CHECK(console.run("gamerule better-bats:bat_alignment") ==
        "Gamerule better-bats:bat_alignment is currently set to: 5");
  CHECK(console.run("gamerule better-bats:bat_alignment 20") == "Gamerule better-bats:bat_alignment is now set to: 20");
  CHECK(console.run("gamerule better-bats:bat_alignment") ==
        "Gamerule better-bats:bat_alignment is currently set to: 20");
  CHECK(console.run("gamerule better-bats:bat_flight false") == "Gamerule better-bats:bat_flight is now set to: false");
  CHECK(console.run("gamerule better-bats:bat_swarm_size 2147483647") ==
        "Gamerule better-bats:bat_swarm_size is now set to: 2147483647");
}

TEST_CASE("gamerule refuses in vanilla's words and changes nothing") {
  Console console;
  const auto refused = [&console](const std::string& line) {
    std::string reply = console.run(line);
    CHECK(console.registry.value(batRule(BatRule::Alignment)) == 5);
    CHECK(console.registry.value(batRule(BatRule::Flight)) == 1);
    return reply;
  };
  CHECK(refused("gamerule better-bats:bat_alignment 101") ==
        "Integer must not be more than 100: found 101\n...alignment 101<--[HERE]");
  CHECK(refused("gamerule better-bats:bat_alignment -1") ==
        "Integer must not be less than 0: found -1\n...alignment -1<--[HERE]");
  CHECK(refused("gamerule better-bats:bat_alignment 4294967301") ==
        "Invalid integer '4294967301'\n...alignment 4294967301<--[HERE]");
  CHECK(refused("gamerule better-bats:bat_alignment 20 30") ==
        "Incorrect argument for command\n...gnment 20 30<--[HERE]");
  CHECK(refused("gamerule better-bats:bat_alignment 20x") ==
        "Expected whitespace to end one argument, but found trailing data\n...ignment 20x<--[HERE]");
  CHECK(refused("gamerule better-bats:bat_flight 1") ==
        "Invalid boolean, expected 'true' or 'false' but found '1'\n...at_flight 1<--[HERE]");
  CHECK(refused("gamerule bat_alignment 20") ==
        "Incorrect argument for command\ngamerule bat_alignment 20<--[HERE]\nDid you mean better-bats:bat_alignment?");
  CHECK(refused("gamerule") == "Unknown or incomplete command. See below for error\ngamerule<--[HERE]");
}

TEST_CASE("below vanilla's words about an id that is none stands which was meant, or which there are") {
  Console console;
  const auto hint = [&console](const std::string& id) {
    const std::string reply = console.run("gamerule " + id + " 5");
    const std::string vanilla = "Incorrect argument for command\ngamerule " + id + " 5<--[HERE]\n";
    REQUIRE(reply.substr(0, vanilla.size()) == vanilla);
    return reply.substr(vanilla.size());
  };
  for (const char* id : {"better-bats:bat_aligment", "better-bats:bat_alignment5", "Better-Bats:bat_alignment",
                         "alignment", "bat_alignment", "bats:alignement", "better-bats:batalignment"}) {
    CHECK(hint(id) == "Did you mean better-bats:bat_alignment?");
  }
  CHECK(hint("swarm_size") == "Did you mean better-bats:bat_swarm_size?");
  const std::string all =
      "The rules are better-bats:bat_alignment, better-bats:bat_cohesion, better-bats:bat_separation, "
      "better-bats:bat_swarm_size, better-bats:bat_wander, better-bats:bat_flight";
  for (const char* id : {"doDaylightCycle", "better-bats:x", "better-bats:BAT_ALIGNMENT", ""}) CHECK(hint(id) == all);
  CHECK(hint(std::string(100, 'x')) == all);
}

TEST_CASE("below level 2 there is no gamerule command") {
  Console console;
  console.level = 1;
  CHECK(console.run("gamerule better-bats:bat_alignment") ==
        "Unknown or incomplete command. See below for error\ngamerule better-bats:bat_alignment<--[HERE]");
}

TEST_CASE("gamerule completes ids from any of their parts, and booleans") {
  const Console console;
  CHECK(console.complete("gamerule ").size() == 6);
  CHECK(console.complete("gamerule better-bats:bat_s") ==
        std::vector<std::string>{"better-bats:bat_separation", "better-bats:bat_swarm_size"});
  CHECK(console.complete("gamerule bat_al") == std::vector<std::string>{"better-bats:bat_alignment"});
  CHECK(console.complete("gamerule size") == std::vector<std::string>{"better-bats:bat_swarm_size"});
  CHECK(console.complete("gamerule lign").empty());
  CHECK(console.complete("gamerule better-bats:bat_flight ") == std::vector<std::string>{"true", "false"});
  CHECK(console.complete("gamerule better-bats:bat_flight f") == std::vector<std::string>{"false"});
  CHECK(console.complete("gamerule better-bats:bat_wander ").empty());
  CHECK(console.complete("gamerule better-bats:bat_flight true ").empty());
}
