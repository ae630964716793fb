// The `tick` command: what it means is the clock's, which scripts and the live loop have one each of.
// SPDX-License-Identifier: MIT
#include "world_stub/script/argument_types.hpp"
#include "world_stub/script/command_source.hpp"
#include "world_stub/script/commands/commands.hpp"

namespace better_bats::stub {
namespace {

using Node = CommandNode;

std::string step(CommandSource& source, const Arguments& arguments) {
  return source.ticks.step(arguments.get<std::int64_t>("time", 1));
}

std::string sprint(CommandSource& source, const Arguments& arguments) {
  return source.ticks.sprint(arguments.get<std::int64_t>("time"));
}

std::string stopStepping(CommandSource& source, const Arguments&) {
  return source.ticks.stopStepping();
}

std::string stopSprinting(CommandSource& source, const Arguments&) {
  return source.ticks.stopSprinting();
}

std::string setRate(CommandSource& source, const Arguments& arguments) {
  return source.ticks.setRate(arguments.get<double>("rate"));
}

std::string freeze(CommandSource& source, const Arguments&) {
  return source.ticks.freeze(true);
}

std::string unfreeze(CommandSource& source, const Arguments&) {
  return source.ticks.freeze(false);
}

std::string query(CommandSource& source, const Arguments&) {
  return source.ticks.query();
}

}  // namespace

void addTickCommands(CommandTree& commands) {
  commands.add(Node::literal("tick")
                   .needs(Node::operators)
                   .then(Node::literal("step")
                             .does(step)
                             .then(Node::literal("stop").does(stopStepping))
                             .then(Node::argument("time", ticksArgument(1)).does(step)))
                   .then(Node::literal("freeze").does(freeze))
                   .then(Node::literal("unfreeze").does(unfreeze))
                   .then(Node::literal("rate").then(Node::argument("rate", floatArgument(1, 10000)).does(setRate)))
                   .then(Node::literal("sprint")
                             .then(Node::literal("stop").does(stopSprinting))
                             .then(Node::argument("time", ticksArgument(1)).does(sprint)))
                   .then(Node::literal("query").does(query)));
}

}  // namespace better_bats::stub
