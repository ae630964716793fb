// The command tree: errors and their places, permissions, help and completion. SPDX-License-Identifier: MIT
#include "world_stub/script/command_tree.hpp"

#include <algorithm>

#include "tests/support/catch.hpp"
#include "world_stub/script/command_source.hpp"
#include "world_stub/script/commands/commands.hpp"
#include "world_stub/script/immediate_clock.hpp"
#include "world_stub/server/server.hpp"

namespace {

using better_bats::rules::CommandError;
using better_bats::stub::CommandAccess;
using better_bats::stub::CommandSource;
using better_bats::stub::CommandTree;
using better_bats::stub::ImmediateClock;
using better_bats::stub::makeCommands;
using better_bats::stub::Server;
using better_bats::stub::ServerSettings;

constexpr CommandAccess console{CommandAccess::consoleLevel, false};
constexpr CommandAccess script{CommandAccess::consoleLevel, true};
constexpr CommandAccess visitor{0, false};

[[nodiscard]] std::string fault(std::string_view line, const CommandAccess& access = console) {
  static const CommandTree commands = makeCommands();
  try {
    static_cast<void>(commands.parse(line, access));
  } catch (const CommandError& error) {
    return error.render();
  }
  return "parsed";
}

/// A server with a console.
struct Fixture {
  Server server{ServerSettings{}};
  CommandTree commands = makeCommands();
  ImmediateClock clock{server, ImmediateClock::Steps::WhenFrozen};
  CommandSource source{server, clock, commands, console, nullptr};

  [[nodiscard]] std::string run(std::string_view line) {
    try {
      return commands.parse(line, source.access).run(source);
    } catch (const CommandError& error) {
      return error.render();
    }
  }
  [[nodiscard]] std::vector<std::string> complete(std::string_view line) {
    return commands.complete(line, source).words;
  }
  [[nodiscard]] bool completes(std::string_view line, const std::string& word) {
    const auto words = complete(line);
    return std::find(words.begin(), words.end(), word) != words.end();
  }
};

const std::string unknown = "Unknown or incomplete command. See below for error\n";
const std::string incorrect = "Incorrect argument for command\n";
const std::string trailing = "Expected whitespace to end one argument, but found trailing data\n";

}  // namespace

TEST_CASE("Faults of lines have vanilla's words and places") {
  CHECK(fault("frobnicate") == unknown + "frobnicate<--[HERE]");
  CHECK(fault("Kill @e") == unknown + "Kill @e<--[HERE]\nDid you mean kill?");
  CHECK(fault("kill") == unknown + "kill<--[HERE]");
  CHECK(fault("kill @e 5") == incorrect + "kill @e 5<--[HERE]");
  CHECK(fault("kill @e[type=bat] 5") == incorrect + "...type=bat] 5<--[HERE]");
  CHECK(fault("kill @e ") == incorrect + "kill @e <--[HERE]");
  CHECK(fault("kill @ex") == trailing + "kill @ex<--[HERE]");
  CHECK(fault("time query") == unknown + "time query<--[HERE]");
  CHECK(fault("time query x") == incorrect + "...ime query x<--[HERE]\nKnown here: daytime, gametime");
  CHECK(fault("time set x") == "Expected integer\ntime set x<--[HERE]");
  CHECK(fault("world load-area 0 0 5 9999999999") == "Invalid integer '9999999999'\n...rea 0 0 5 9999999999<--[HERE]");
  CHECK(fault("summon bat 0 0") == "Incomplete (expected 3 coordinates)\n...ummon bat 0 0<--[HERE]");
}

TEST_CASE("Below vanilla's words stands the word that was meant, where it is but a slip away") {
  CHECK(fault("hepl") == unknown + "hepl<--[HERE]\nDid you mean help?");
  CHECK(fault("smmon bat") == unknown + "smmon bat<--[HERE]\nDid you mean summon?");
  CHECK(fault("tick freze") == incorrect + "tick freze<--[HERE]\nDid you mean freeze?");
  CHECK(fault("kil @e", visitor) == unknown + "kil @e<--[HERE]");  // no hint at what is not theirs
  for (const char* other : {"give @p", "tell @p x", "weather clear", "", "x"}) {
    CHECK(fault(other).find("Did you mean") == std::string::npos);
  }
}

TEST_CASE("Where an argument was taken for a word, or a name is none, the hint is the same") {
  CHECK(fault("time set nihgt") == "Expected integer\ntime set nihgt<--[HERE]\nDid you mean night?");
  CHECK(fault("tick step stpo") == "Expected integer\ntick step stpo<--[HERE]\nDid you mean stop?");
  CHECK(fault("kill @e[tpye=bat]") == "Unknown option 'tpye'\nkill @e[tpye=bat]<--[HERE]\nDid you mean type?");
  CHECK(fault("kill @e[type=minecraft:bta]") ==
        "Invalid or unknown entity type 'minecraft:bta'\n...l @e[type=minecraft:bta]<--[HERE]\n"
        "Did you mean minecraft:bat?");
  CHECK(fault("kill @e[sort=nearst]").ends_with("<--[HERE]\nDid you mean nearest?"));
  CHECK(fault("kill @a").ends_with("<--[HERE]\nThis server has @e alone, for example @e[type=player]"));
  CHECK(fault("summon ocelott").ends_with("\nsummon ocelott<--[HERE]\nDid you mean ocelot?"));
  CHECK(fault("setblock 0 70 0 minecraft:stnoe").ends_with("<--[HERE]\nDid you mean minecraft:stone?"));
  CHECK(fault("fill 0 0 0 1 1 1 stone replcae air").ends_with("<--[HERE]\nDid you mean replace?"));
  for (const char* far : {"kill @e[colour=red]", "summon dragon", "setblock 0 70 0 tnt", "time set later"}) {
    CHECK(fault(far).ends_with("<--[HERE]"));
  }
}

TEST_CASE("Several blanks are as good as one, but for text that is taken as it stands") {
  CHECK(fault("kill   @e[type=bat]") == "parsed");
  CHECK(fault("tp  @e   0  70   ~") == "parsed");
  CHECK(fault("fill 0  0 0   1 1  1   stone  replace   air") == "parsed");
  CHECK(fault("assert  every @e  x   =  5   within  0.1", script) == "parsed");
  CHECK(fault("kill  @e  5") == incorrect + "kill  @e  5<--[HERE]");
  CHECK(fault("kill @e  ") == incorrect + "kill @e  <--[HERE]");
  CHECK(fault("time  set   x") == "Expected integer\n...me  set   x<--[HERE]");
  Fixture fixture;
  CHECK(fixture.run("say   a  b") == "[Server]   a  b");
  CHECK(fixture.complete("tick   fr") == std::vector<std::string>{"freeze"});
}

TEST_CASE("Commands that a source may not use do not exist for it") {
  CHECK(fault("kill @e", visitor) == unknown + "kill @e<--[HERE]");
  CHECK(fault("say hello", visitor) == "parsed");
  CHECK(fault("better-bats set x 5", visitor) == "parsed");  // the plugin decides
  const std::string elsewhere = "<--[HERE]\n'assert' belongs to scripts: --script FILE runs one";
  CHECK(fault("assert count @e = 0", console) == unknown + "assert count @e = 0" + elsewhere);
  CHECK(fault("assert count @e = 0", visitor) == unknown + "assert count @e = 0<--[HERE]");
  CHECK(fault("assert count @e = 0", script) == "parsed");
}

TEST_CASE("Assertions parse or say why not") {
  CHECK(fault("assert every @e x = 5 within 0.1", script) == "parsed");
  CHECK(fault("assert every @e x < 5 within 0.1", script).find(incorrect) == 0);
  CHECK(fault("assert every @e colour = 5", script).find(incorrect) == 0);
  CHECK(fault("assert stat luck = 5", script).find(incorrect) == 0);
  CHECK(fault("assert every @e x == 5", script).find("Expected one of = != < <= > >=\n") == 0);
  CHECK(fault("assert every @e x = 5 within -1", script).find("Double must not be less than 0.0: found -1") == 0);
  CHECK(fault("assert every @e x =", script).find(unknown) == 0);
  CHECK(fault("expect fail", script) == unknown + "...xpect fail<--[HERE]");
  CHECK(fault("expect fail gibberish", script) == "parsed");
  CHECK(fault("gamerule gibberish", script) == "parsed");
}

TEST_CASE("Without a plugin there are no rules, and its command is unknown") {
  Fixture fixture;
  const std::string missing =
      "<--[HERE]\nNo plugin: bats keep the velocity that they have, and there are no rules and no better-bats (bb) "
      "command until `plugin load ";
  CHECK(fixture.run("gamerule better-bats:bat_alignment 5") ==
        incorrect + "gamerule better-bats:bat_alignment 5" + missing + "PATH`");
  CHECK(fixture.run("gamerule") == unknown + "gamerule" + missing + "PATH`");
  CHECK(fixture.run("better-bats status") == unknown + "better-bats status" + missing + "PATH`");
  CHECK(fixture.run("help bb set") == unknown + "better-bats help set" + missing + "PATH`");
  CHECK_FALSE(fixture.server.tryLoadPlugin("no/such file.so"));
  CHECK(fixture.run("bb status") == unknown + "bb status" + missing + "\"no/such file.so\"`");
  CHECK(fixture.run("plugin list") == "There are no plugins");
  CHECK(fixture.run("plugin unload x") == "There is no plugin 'x'");
  CHECK(fixture.run("plugin load no/such.so") == "Plugin refused: no/such.so: No such file or directory");
}

TEST_CASE("Outside scripts a step needs a frozen game") {
  Fixture fixture;
  CHECK(fixture.run("tick step 5") == "Unable to step the game - the game must be frozen first");
  CHECK(fixture.run("tick freeze") == "The game is frozen");
  CHECK(fixture.run("tick step 5") == "Stepping 5 tick(s)");
  CHECK(fixture.server.world().gameTime() == 5);
  CHECK(fixture.run("tick unfreeze") == "The game is running normally");
}

TEST_CASE("Help shows the forms of a command") {
  Fixture fixture;
  CHECK(fixture.run("help kill") == "/kill <targets>");
  CHECK(fixture.run("help fill") ==
        "/fill <from> <to> <block>\n/fill <from> <to> <block> replace\n"
        "/fill <from> <to> <block> replace <filter>");
  CHECK(fixture.run("help gamerule") == "/gamerule <rule>\n/gamerule <rule> <value>");
  CHECK(fixture.run("help bb") == "/bb help");
  CHECK(fixture.run("help").find("assert") == std::string::npos);
}

TEST_CASE("Help follows the words of a command as far as they go") {
  Fixture fixture;
  CHECK(fixture.run("help tick  sprint") == "/tick sprint stop\n/tick sprint <time>");
  CHECK(fixture.run("help time query gametime") == "/time query gametime");
  CHECK(fixture.run("help tp @e") == "/tp <targets> <location>");
  const std::string none = "Unknown command or insufficient permissions\n";
  CHECK(fixture.run("help nothing") == none + "`help` lists all commands");
  CHECK(fixture.run("help hlep") == none + "Did you mean help?");
  CHECK(fixture.run("help tick sprnt") == none + "Did you mean sprint?");
  CHECK(fixture.run("help time query x") == none + "Known here: daytime, gametime");
  CHECK(fixture.run("help assert") == none + "'assert' belongs to scripts: --script FILE runs one");
  CHECK(fixture.complete("help tick fr") == std::vector<std::string>{"freeze"});
  CHECK(fixture.complete("help ki") == std::vector<std::string>{"kill"});
  CHECK(fixture.complete("help help ki").empty());
}

TEST_CASE("Words are completed where they stand") {
  Fixture fixture;
  CHECK(fixture.complete("ki") == std::vector<std::string>{"kill"});
  CHECK(fixture.complete("/x").empty());
  CHECK(fixture.complete("tick fr") == std::vector<std::string>{"freeze"});
  CHECK(fixture.completes("tick ", "sprint"));
  CHECK(fixture.complete("tick").size() == 1);
  CHECK(fixture.completes("summon ", "bat"));
  CHECK(fixture.complete("summon minecraft:end") == std::vector<std::string>{"minecraft:endermite"});
  CHECK(fixture.complete("setblock 0 0 0 lan") == std::vector<std::string>{"lantern"});
  CHECK(fixture.completes("setblock 0 0 0 block", "grass_block"));
  CHECK(fixture.completes("kill ", "@e[type=bat]"));
  CHECK(fixture.complete("kill @e[ty") == std::vector<std::string>{"type="});
  CHECK(fixture.complete("kill @e[limit=1,type=!oce") == std::vector<std::string>{"ocelot"});
  CHECK(fixture.complete("kill @e[sort=fur") == std::vector<std::string>{"furthest"});
  CHECK(fixture.complete("frobnicate x").empty());
  CHECK_FALSE(fixture.completes("a", "assert"));
  CHECK(fixture.complete("say ").empty());
  fixture.source.access = script;
  CHECK(fixture.complete("assert count @e <") == std::vector<std::string>{"<", "<="});
}
