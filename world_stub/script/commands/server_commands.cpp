// Commands that every server has. SPDX-License-Identifier: MIT
#include <string>
#include <utility>

#include "world_stub/script/argument_types.hpp"
#include "world_stub/script/command_source.hpp"
#include "world_stub/script/commands/commands.hpp"
#include "world_stub/script/entity_data.hpp"
#include "world_stub/server/server.hpp"

namespace better_bats::stub {
namespace {

using Node = CommandNode;

constexpr int mostPlayers = 20;

std::string save(CommandSource& source, const Arguments&) {
  return source.ticks.save();
}

std::string stop(CommandSource& source, const Arguments&) {
  return source.ticks.stop();
}

std::string list(CommandSource& source, const Arguments&) {
  const auto player = findEntityKind("player");
  std::size_t count = 0;
  std::string names;
  for (const Entity& entity : source.server.world().entities().others()) {
    if (entity.kind != player) continue;
    names += (count++ > 0 ? ", " : "") + displayName(entity.kind);
  }
  return "There are " + std::to_string(count) + " of a max of " + std::to_string(mostPlayers) +
         " players online: " + names;
}

std::string help(CommandSource& source, const Arguments& arguments) {
  return source.commands.help(arguments.get<std::string>("command", ""), source);
}

std::string say(CommandSource&, const Arguments& arguments) {
  return "[Server] " + arguments.get<std::string>("text");
}

/// What is typed behind `help` is completed as if it stood alone; help about help is not.
[[nodiscard]] ArgumentType commandArgument() {
  ArgumentType type = restArgument();
  type.suggest = [](Suggestions& to) {
    if (to.typed().starts_with("help ")) return;
    Suggestions found = to.source.commands.complete(to.typed(), to.source);
    to.start += found.start;
    to.words = std::move(found.words);
  };
  return type;
}

}  // namespace

void addServerCommands(CommandTree& commands) {
  commands.add(Node::literal("save-all").does(save));
  commands.add(Node::literal("stop").does(stop));
  commands.add(Node::literal("list").does(list));
  commands.add(Node::literal("help").does(help).then(Node::argument("command", commandArgument()).does(help)));
  commands.add(Node::literal("say").then(Node::argument("text", restArgument()).does(say)));
}

}  // namespace better_bats::stub
