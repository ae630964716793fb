// The `time` command. SPDX-License-Identifier: MIT
#include <string>

#include "world_stub/script/argument_types.hpp"
#include "world_stub/script/command_source.hpp"
#include "world_stub/script/commands/commands.hpp"
#include "world_stub/server/server.hpp"

namespace better_bats::stub {
namespace {

using Node = CommandNode;

constexpr std::int64_t dayLength = 24000;

[[nodiscard]] std::int64_t timeOfDay(std::int64_t ticks) {
  return (ticks % dayLength + dayLength) % dayLength;
}

std::string setTime(CommandSource& source, std::int64_t ticks) {
  source.server.world().setDayTime(ticks);
  return "Set the time to " + std::to_string(ticks);
}

std::string addTime(CommandSource& source, const Arguments& arguments) {
  StubWorld& world = source.server.world();
  std::int64_t sum = 0;
  if (__builtin_add_overflow(world.dayTime(), arguments.get<std::int64_t>("time"), &sum)) {
    throw rules::CommandError("That time is beyond the last one there is");
  }
  world.setDayTime(sum);
  return "Set the time to " + std::to_string(timeOfDay(sum));
}

std::string queryDayTime(CommandSource& source, const Arguments&) {
  return "The time is " + std::to_string(timeOfDay(source.server.world().dayTime()));
}

std::string queryGameTime(CommandSource& source, const Arguments&) {
  return "The time is " + std::to_string(source.server.world().gameTime());
}

[[nodiscard]] Node named(const char* word, std::int64_t ticks) {
  return Node::literal(word).does([ticks](CommandSource& source, const Arguments&) { return setTime(source, ticks); });
}

}  // namespace

void addTimeCommands(CommandTree& commands) {
  const auto any = ticksArgument(std::numeric_limits<std::int64_t>::min());
  commands.add(
      Node::literal("time")
          .needs(Node::operators)
          .then(Node::literal("set")
                    .then(named("day", 1000))
                    .then(named("noon", 6000))
                    .then(named("night", 13000))
                    .then(named("midnight", 18000))
                    .then(Node::argument("time", any).does([](CommandSource& source, const Arguments& arguments) {
                      return setTime(source, arguments.get<std::int64_t>("time"));
                    })))
          .then(Node::literal("add").then(Node::argument("time", any).does(addTime)))
          .then(Node::literal("query")
                    .then(Node::literal("daytime").does(queryDayTime))
                    .then(Node::literal("gametime").does(queryGameTime))));
}

}  // namespace better_bats::stub
