// The plugin's commands over a session that only writes down what it is told. SPDX-License-Identifier: MIT
#include "plugin/command/commands.hpp"

#include <limits>
#include <string>
#include <vector>

#include "plugin/command/better_bats_command.hpp"
#include "rules/bat_rules.hpp"
#include "rules/command_error.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/temporary_directory.hpp"

using namespace better_bats;

namespace {

struct FakeServices final : PluginServices {
  explicit FakeServices(const std::string& rulesPath = {}) : all({}, rulesPath) { static_cast<void>(all.load()); }

  Settings& settings() override { return all; }
  [[nodiscard]] Identity identity() const override { return {"1.2.3", 1, "/lib/bats.so", ""}; }
  void startle(Vec3 p, double radius, double force, std::uint64_t ticks) override {
    heard.push_back("startle " + std::to_string(p.x) + " " + std::to_string(p.y) + " " + std::to_string(p.z) + " " +
                    std::to_string(radius) + " " + std::to_string(force) + " " + std::to_string(ticks));
  }
  std::uint64_t spawn(std::uint64_t count, std::int64_t seed) override {
    if (!canSpawn) throw rules::CommandError("This server cannot spawn bats");
    heard.push_back("spawn " + std::to_string(count) + " " + std::to_string(seed));
    return std::min(count, roomFor);
  }
  [[nodiscard]] bool knowsKind(const std::string& id) const override { return id != "mod:owl"; }
  void statistics(const FigureVisitor& visit) override {
    visit("bats", 60);
    visit("polarization", 0.99949);
    visit("median_nearest", std::numeric_limits<double>::quiet_NaN());
  }
  void health(const FigureVisitor& visit) override {
    visit("bats", 60);
    visit("tick_microseconds", 12.3456);
  }
  [[nodiscard]] std::string dumpJson() override { return "{\"format\": 1}"; }

  std::string run(const std::string& line, std::uint32_t level = 2) {
    std::string reply;
    lastStatus = execute(line, level, *this, reply);
    return reply;
  }
  /// The reply to a line that must fail.
  std::string refused(const std::string& line, std::uint32_t level = 2) {
    std::string reply = run(line, level);
    CHECK(lastStatus == Status::CommandFailed);
    return reply;
  }
  [[nodiscard]] std::vector<std::string> candidates(const std::string& line) {
    std::vector<std::string> list;
    complete(line, line.size(), *this, [&list](std::string_view one) { list.emplace_back(one); });
    return list;
  }

  Settings all;
  Status lastStatus = Status::Internal;
  std::vector<std::string> heard;
  bool canSpawn = true;
  std::uint64_t roomFor = 1'000'000;  ///< so many can be spawned
};

using List = std::vector<std::string>;

}  // namespace

TEST_CASE("commands are found by their names") {
  FakeServices bats;
  CHECK(bats.run("gamerule better-bats:bat_alignment 20") == "Gamerule better-bats:bat_alignment is now set to: 20");
  CHECK(bats.lastStatus == Status::Ok);
  CHECK(bats.run("bb get swarm_size") == bats.run("better-bats get better-bats:bat_swarm_size"));
  CHECK(bats.refused("") == "Unknown or incomplete command. See below for error\n<--[HERE]");
  CHECK(bats.refused("bbb get x") == "Unknown or incomplete command. See below for error\nbbb get x<--[HERE]");
  CHECK(bats.refused("bb") == "Unknown or incomplete command. See below for error\nbb<--[HERE]");
  CHECK(bats.refused("bb fly") ==
        "Incorrect argument for command\nbb fly<--[HERE]\n"
        "The commands are help, status, get, set, reset, reload, preset, spawn, startle, stats, dump");
  CHECK(bats.refused("bb spwan 5") == "Incorrect argument for command\nbb spwan 5<--[HERE]\nDid you mean spawn?");
  CHECK(bats.refused("bb spwan 5", 0) ==
        "Incorrect argument for command\nbb spwan 5<--[HERE]\nThe commands are help, status, get, stats");  // theirs
  CHECK(bats.refused("bb status now") == "Incorrect argument for command\nbb status now<--[HERE]");
}

TEST_CASE("get shows value, default, range and where it was set") {
  FakeServices bats;
  CHECK(bats.run("bb get flock_radius") ==
        "Parameter flock_radius is currently set to: 12\nDefault 12, range 0..64, set by default\n"
        "How far a bat sees its flockmates, in blocks.");
  bats.run("bb set swarm_size 20");
  CHECK(bats.run("bb get bat_swarm_size") ==
        "Gamerule better-bats:bat_swarm_size is currently set to: 20\n"
        "Default 5, range 0..2147483647, set by command\n"
        "How many bats a flock has at most; below 2 there are no flocks.");
  const std::string all = bats.run("bb get", 0);
  CHECK(all.starts_with("better-bats:bat_alignment = 5\n"));
  CHECK(all.find("\nbetter-bats:bat_swarm_size = 20\n") != std::string::npos);
  CHECK(all.find("\nflock_radius = 12\n") != std::string::npos);
  CHECK(all.ends_with("\ntrail_alpha = 0.05"));
}

TEST_CASE("set changes rules and parameters") {
  FakeServices bats;
  CHECK(bats.run("bb set flock_radius 20.50") ==
        "Parameter flock_radius is now set to: 20.5\nUntil reload or restart; to keep it, put it into the config");
  CHECK(bats.all.parameters().flockRadius == 20.5);
  CHECK(bats.run("bb set flight false") == "Gamerule better-bats:bat_flight is now set to: false");
  CHECK(bats.all.rules().value(rules::batRule(rules::BatRule::Flight)) == 0);
  CHECK(bats.run("bb set predators cat, mod:owl") ==
        "Parameter predators is now set to: minecraft:cat, mod:owl\n"
        "Until reload or restart; to keep it, put it into the config\nThe world knows no kind 'mod:owl' so far");
  CHECK(bats.all.parameters().predators == List{"minecraft:cat", "mod:owl"});
}

TEST_CASE("set refuses what is wrong and changes nothing") {
  FakeServices bats;
  const std::string before = bats.run("bb get");
  CHECK(bats.refused("bb set flok_radius 5") ==
        "There is no rule or flight parameter 'flok_radius'; did you mean flock_radius?\nbb set flok_radius "
        "5<--[HERE]");
  CHECK(bats.refused("bb get swarmsize")
            .starts_with("There is no rule or flight parameter 'swarmsize'; did you mean swarm_size?\n"));
  CHECK(bats.refused("bb get colour") == "There is no rule or flight parameter 'colour'\nbb get colour<--[HERE]");
  CHECK(bats.refused("bb set flock_radius 65") ==
        "Double must not be more than 64.0: found 65.0\n...ck_radius 65<--[HERE]");
  CHECK(bats.refused("bb set flock_radius 5 6") == "Incorrect argument for command\n..._radius 5 6<--[HERE]");
  CHECK(bats.refused("bb set flock_radius") ==
        "Unknown or incomplete command. See below for error\n...ock_radius<--[HERE]");
  CHECK(bats.refused("bb set swarm_size 1.5") == "Invalid integer '1.5'\n...warm_size 1.5<--[HERE]");
  CHECK(bats.refused("bb set min_speed 1") == "min_speed 1 is more than max_speed 0.35");
  CHECK(bats.run("bb get") == before);
}

TEST_CASE("several blanks between words are one") {
  FakeServices bats;
  CHECK(bats.run("bb  get   flock_radius") == bats.run("bb get flock_radius"));
  CHECK(bats.run("gamerule  better-bats:bat_alignment   20") == "Gamerule better-bats:bat_alignment is now set to: 20");
  CHECK(bats.run("bb set  swarm_size  7") == "Gamerule better-bats:bat_swarm_size is now set to: 7");
  CHECK(bats.candidates("bb  get   max_sp") == List{"max_speed"});
  CHECK(bats.candidates("bb   sp") == List{"spawn"});
}

TEST_CASE("help goes as far as the words behind it") {
  FakeServices bats;
  const std::string set = "better-bats set <name> <value>: Sets a rule or flight parameter.";
  CHECK(bats.run("bb help set") == set);
  CHECK(bats.run("bb help flock_radius") == bats.run("bb get flock_radius"));
  CHECK(bats.run("bb help set swarm_size") == set + "\n" + bats.run("bb get swarm_size"));
  CHECK(bats.run("bb help spawn 5").starts_with("better-bats spawn <n> [<seed>]: "));
  CHECK(bats.refused("bb help flok_radius") ==
        "There is no rule or flight parameter 'flok_radius'; did you mean flock_radius?\nbb help flok_radius<--[HERE]");
  CHECK(bats.refused("bb help stast").ends_with("\nbb help stast<--[HERE]\nDid you mean stats?"));
  CHECK(bats.refused("bb help set", 0).starts_with("There is no rule or flight parameter 'set'"));  // not theirs
  CHECK(bats.candidates("bb help sp") == List{"spawn", "min_speed", "max_speed"});
}

TEST_CASE("reset brings back defaults") {
  FakeServices bats;
  const std::string before = bats.run("bb get");
  bats.run("bb set swarm_size 20");
  bats.run("bb set flock_radius 20");
  bats.run("bb set max_speed 1");
  bats.run("bb set min_speed 0.5");
  CHECK(bats.run("bb reset swarm_size") == "Gamerule better-bats:bat_swarm_size is now set to: 5");
  CHECK(bats.run("bb reset flock_radius") == "Parameter flock_radius is now set to: 12");
  CHECK(bats.refused("bb reset max_speed") == "min_speed 0.5 is more than max_speed 0.35");
  CHECK(bats.run("bb reset") == "All rules and flight parameters are at their defaults");
  CHECK(bats.run("bb get") == before);
}

TEST_CASE("presets set the parameters") {
  FakeServices bats;
  CHECK(bats.run("bb preset boids_classic") == "Flight parameters are those of preset boids_classic");
  CHECK(bats.all.parameters().maxSpeed == 3.5);
  CHECK(bats.run("bb get max_speed").find("set by preset boids_classic") != std::string::npos);
  CHECK(bats.refused("bb preset boids_clasic") == "there is no preset \"boids_clasic\"; did you mean boids_classic?");
  CHECK(bats.all.parameters().maxSpeed == 3.5);
  CHECK(bats.run("bb reload") == "Reloaded");
  CHECK(bats.all.parameters().maxSpeed == 0.35);
}

TEST_CASE("a rule that cannot be stored is not changed") {
  const test::TemporaryDirectory folder;
  FakeServices bats(folder.file("rules.json"));
  std::filesystem::remove(folder.file("rules.json"));
  std::filesystem::create_directory(folder.file("rules.json"));
  const std::string reason = " could not be stored: " + folder.file("rules.json") + ": Not a regular file";
  CHECK(bats.refused("gamerule better-bats:bat_alignment 20") == "Gamerule better-bats:bat_alignment" + reason);
  CHECK(bats.refused("bb set swarm_size 20") == "Gamerule better-bats:bat_swarm_size" + reason);
  CHECK(bats.refused("bb reset swarm_size") == "Gamerule better-bats:bat_swarm_size" + reason);
  CHECK(bats.refused("bb reload") == folder.file("rules.json") + ": Not a regular file");
  CHECK(bats.run("gamerule better-bats:bat_alignment").ends_with("currently set to: 5"));
}

TEST_CASE("startle takes doubles, defaults and ranges") {
  FakeServices bats;
  CHECK(bats.run("bb startle 1 64.5 -3") == "Startled at 1 64.5 -3: radius 16, force 0.5, 1 tick");
  CHECK(bats.run("bb startle ~ ~1 1e2 8 0.25 20") == "Startled at 0 1 100: radius 8, force 0.25, 20 ticks");
  CHECK(bats.heard == List{"startle 1.000000 64.500000 -3.000000 16.000000 0.500000 1",
                           "startle 0.000000 1.000000 100.000000 8.000000 0.250000 20"});
  bats.heard.clear();
  CHECK(bats.refused("bb startle 1 2") == "Unknown or incomplete command. See below for error\n...tartle 1 2<--[HERE]");
  CHECK(bats.refused("bb startle nan 0 0") == "Expected double\n...b startle nan 0 0<--[HERE]");
  CHECK(bats.refused("bb startle 1e999 0 0").starts_with("Invalid double '1e999'\n"));
  CHECK(bats.refused("bb startle 2e9 0 0").starts_with("The position is outside of the world\n"));
  CHECK(bats.refused("bb startle 0 0 0 1025").starts_with("Double must not be more than 1024.0: found 1025.0\n"));
  CHECK(bats.refused("bb startle 0 0 0 8 65").starts_with("Double must not be more than 64.0: found 65.0\n"));
  CHECK(bats.refused("bb startle 0 0 0 8 1 0").starts_with("Integer must not be less than 1: found 0\n"));
  CHECK(bats.heard.empty());
}

TEST_CASE("spawn passes count and seed on") {
  FakeServices bats;
  CHECK(bats.run("bb spawn 60") == "Spawned 60 bats");
  CHECK(bats.run("bb spawn 1 -7") == "Spawned 1 bat");
  CHECK(bats.heard == List{"spawn 60 0", "spawn 1 -7"});
  CHECK(bats.refused("bb spawn 0").starts_with("Integer must not be less than 1: found 0\n"));
  bats.canSpawn = false;
  CHECK(bats.refused("bb spawn 5") == "This server cannot spawn bats");
  bats.canSpawn = true;
  bats.roomFor = 3;
  CHECK(bats.run("bb spawn 5") == "Spawned 3 bats");
  bats.roomFor = 0;
  CHECK(bats.refused("bb spawn 5") == "The server has no place or no entity id for another bat");
}

TEST_CASE("status and stats are for reading") {
  FakeServices bats;
  CHECK(bats.run("bb status", 0) ==
        "better-bats 1.2.3, ABI 1\nfile: /lib/bats.so\nconfig: none\nrules: kept by the server\nbats: 60\n"
        "tick_microseconds: 12.346\nlast error: none");
  CHECK(bats.run("bb stats", 0) == "bats: 60\npolarization: 0.999\nmedian_nearest: none");
}

TEST_CASE("dump writes the document into the file") {
  const test::TemporaryDirectory folder;
  FakeServices bats;
  CHECK(bats.run("bb dump " + folder.file("a b.json")) == "Dumped to " + folder.file("a b.json"));
  CHECK(test::readText(folder.file("a b.json")) == "{\"format\": 1}");
  CHECK(bats.refused("bb dump " + folder.file("none/x.json")).ends_with(": No such file or directory"));
}

TEST_CASE("players below level 2 may look and not touch") {
  FakeServices bats;
  for (const Subcommand& subcommand : subcommands()) {
    const std::string line = "bb " + std::string(subcommand.name) + " x";
    INFO(line);
    const bool exists = subcommand.permissionLevel <= 1;
    CHECK(bats.refused(line, 1).starts_with("Incorrect argument for command\n" + line + "<--[HERE]") ==
          (!exists || line == "bb stats x" || line == "bb status x"));
  }
  const std::string help = bats.run("bb help", 0);
  CHECK(help.find("better-bats get [<name>]: ") != std::string::npos);
  CHECK(help.find("better-bats set") == std::string::npos);
  CHECK(bats.run("bb help").find("better-bats set <name> <value>: ") != std::string::npos);
  CHECK(bats.refused("bb set swarm_size 20", 1) ==
        "Incorrect argument for command\nbb set swarm_size 20<--[HERE]\nDid you mean get?");  // theirs
}

TEST_CASE("the words of a command are completed") {
  FakeServices bats;
  CHECK(bats.candidates("") == List{"gamerule", "better-bats", "bb"});
  CHECK(bats.candidates("b") == List{"better-bats", "bb"});
  CHECK(bats.candidates("bb s") == List{"status", "set", "spawn", "startle", "stats"});
  CHECK(bats.candidates("gamerule better-bats:bat_w") == List{"better-bats:bat_wander"});
  CHECK(bats.candidates("bb get radius") == List{"flock_radius", "separation_radius", "predator_radius",
                                                 "perception_radius", "alignment_radius", "cohesion_radius",
                                                 "startle_radius"});
  CHECK(bats.candidates("bb set swarm") == List{"better-bats:bat_swarm_size"});
  CHECK(bats.candidates("bb set flight ") == List{"true", "false"});
  CHECK(bats.candidates("bb set planar t") == List{"true"});
  CHECK(bats.candidates("bb set steering ") == List{"additive", "reynolds"});
  CHECK(bats.candidates("bb set cohesion_radius ") == List{"perception_radius"});
  CHECK(bats.candidates("bb set predators ") == List{"none"});
  CHECK(bats.candidates("bb set flock_radius ").empty());
  CHECK(bats.candidates("bb set none ").empty());
  CHECK(bats.candidates("bb set planar true ").empty());
  CHECK(bats.candidates("bb preset b") == List{"better_bats", "boids_classic"});
  CHECK(bats.candidates("bb preset ").size() == 3);
  CHECK(bats.candidates("bb reset swarm_").size() == 1);
  CHECK(bats.candidates("say b").empty());
}
