// Commands that make, move and remove entities, and ask whether there are any. SPDX-License-Identifier: MIT
#include <algorithm>
#include <string>
#include <vector>

#include "world_stub/script/argument_types.hpp"
#include "world_stub/script/command_source.hpp"
#include "world_stub/script/commands/commands.hpp"
#include "world_stub/script/entity_data.hpp"
#include "world_stub/script/numbers.hpp"
#include "world_stub/script/selector.hpp"
#include "world_stub/server/server.hpp"

namespace better_bats::stub {
namespace {

using rules::CommandError;
using Node = CommandNode;

[[nodiscard]] std::vector<std::uint64_t> selected(CommandSource& source, const Arguments& arguments) {
  return arguments.get<EntitySelector>("targets").select(source.server.world());
}

/// "Bat", or "3 entities". [Limit: not empty]
[[nodiscard]] std::string nameOfAll(CommandSource& source, const std::vector<std::uint64_t>& ids) {
  if (ids.size() > 1) return std::to_string(ids.size()) + " entities";
  return displayName(source.server.world().entities().find(ids.front())->kind);
}

[[nodiscard]] std::vector<std::uint64_t> someSelected(CommandSource& source, const Arguments& arguments) {
  auto ids = selected(source, arguments);
  if (ids.empty()) throw CommandError("No entity was found");
  return ids;
}

std::string summon(CommandSource& source, const Arguments& arguments) {
  const EntityKind kind = arguments.get<EntityKind>("entity");
  const EntityChanges changes = EntityChanges::from(arguments.get<NbtCompound>("nbt", {}));
  StubWorld& world = source.server.world();
  EntityDetails details;
  changes.applyTo(details);
  const Vec3 position = world.wrapped(arguments.get<Vec3>("pos", {0, 0, 0}));
  if (!world.entities().add(kind, position, changes.velocity.value_or(Vec3{0, 0, 0}), std::move(details), changes.id)) {
    throw CommandError("Unable to summon entity due to duplicate UUIDs");
  }
  return "Summoned new " + displayName(kind);
}

std::string kill(CommandSource& source, const Arguments& arguments) {
  auto ids = someSelected(source, arguments);
  std::string reply = "Killed " + nameOfAll(source, ids);
  std::sort(ids.begin(), ids.end());
  source.server.world().entities().remove(ids);
  return reply;
}

std::string teleport(CommandSource& source, const Arguments& arguments) {
  const auto ids = someSelected(source, arguments);
  const Vec3& to = arguments.get<Vec3>("location");
  StubWorld& world = source.server.world();
  for (const std::uint64_t id : ids) world.entities().setPosition(id, world.wrapped(to));
  return "Teleported " + nameOfAll(source, ids) + " to " + fixedDecimal(to.x, 6) + ", " + fixedDecimal(to.y, 6) + ", " +
         fixedDecimal(to.z, 6);
}

std::string testPresent(CommandSource& source, const Arguments& arguments) {
  const std::size_t count = selected(source, arguments).size();
  if (count == 0) throw CommandError("Test failed");
  return "Test passed. Count: " + std::to_string(count);
}

std::string testAbsent(CommandSource& source, const Arguments& arguments) {
  const std::size_t count = selected(source, arguments).size();
  if (count > 0) throw CommandError("Test failed. Count: " + std::to_string(count));
  return "Test passed";
}

[[nodiscard]] Node condition(const char* word, Execute execute) {
  return Node::literal(word).then(
      Node::literal("entity").then(Node::argument("targets", selectorArgument()).does(std::move(execute))));
}

}  // namespace

void addEntityCommands(CommandTree& commands) {
  commands.add(Node::literal("summon")
                   .needs(Node::operators)
                   .then(Node::argument("entity", entityKindArgument())
                             .does(summon)
                             .then(Node::argument("pos", positionArgument())
                                       .does(summon)
                                       .then(Node::argument("nbt", compoundArgument()).does(summon)))));
  commands.add(
      Node::literal("kill").needs(Node::operators).then(Node::argument("targets", selectorArgument()).does(kill)));
  for (const char* name : {"tp", "teleport"}) {
    commands.add(Node::literal(name)
                     .needs(Node::operators)
                     .then(Node::argument("targets", selectorArgument())
                               .then(Node::argument("location", positionArgument()).does(teleport))));
  }
  commands.add(Node::literal("execute").then(condition("if", testPresent)).then(condition("unless", testAbsent)));
}

}  // namespace better_bats::stub
