// Commands that read and write the data of one entity. SPDX-License-Identifier: MIT
#include <string>

#include "world_stub/script/argument_types.hpp"
#include "world_stub/script/command_source.hpp"
#include "world_stub/script/commands/commands.hpp"
#include "world_stub/script/entity_data.hpp"
#include "world_stub/script/nbt_path.hpp"
#include "world_stub/script/selector.hpp"
#include "world_stub/server/server.hpp"

namespace better_bats::stub {
namespace {

using rules::CommandError;
using Node = CommandNode;

/// The one entity that is meant.
[[nodiscard]] const Entity& target(CommandSource& source, const Arguments& arguments) {
  const auto ids = arguments.get<EntitySelector>("target").select(source.server.world());
  if (ids.empty()) throw CommandError("No entity was found");
  if (ids.size() > 1) {
    throw CommandError("Only one entity is allowed, but the provided selector allows more than one");
  }
  return *source.server.world().entities().find(ids.front());
}

[[nodiscard]] NbtCompound dataOf(const CommandSource& source, const Entity& entity) {
  return stub::dataOf(entity, *source.server.world().entities().details(entity.id));
}

std::string get(CommandSource& source, const Arguments& arguments) {
  const Entity& entity = target(source, arguments);
  const Nbt data{dataOf(source, entity)};
  const auto* path = arguments.find<NbtPath>("path");
  const Nbt& wanted = path != nullptr ? follow(*path, data) : data;
  return displayName(entity.kind) + " has the following entity data: " + printed(wanted);
}

std::string merge(CommandSource& source, const Arguments& arguments) {
  StubWorld& world = source.server.world();
  const Entity before = target(source, arguments);
  const EntityChanges changes = EntityChanges::from(arguments.get<NbtCompound>("nbt"));
  if (changes.id && *changes.id != before.id) throw CommandError("Invalid value of Id: an entity keeps its own");
  const std::string old = printed(Nbt{dataOf(source, before)});
  EntityDetails details = *world.entities().details(before.id);
  changes.applyTo(details);
  world.entities().setDetails(before.id, std::move(details));
  if (changes.position) world.entities().setPosition(before.id, world.wrapped(*changes.position));
  if (changes.velocity) world.entities().setVelocity(before.id, *changes.velocity);
  if (printed(Nbt{dataOf(source, *world.entities().find(before.id))}) == old) {
    throw CommandError("Nothing changed. The specified properties already have these values");
  }
  return "Modified entity data of " + displayName(before.kind);
}

}  // namespace

void addDataCommands(CommandTree& commands) {
  commands.add(Node::literal("data")
                   .needs(Node::operators)
                   .then(Node::literal("get").then(
                       Node::literal("entity").then(Node::argument("target", selectorArgument())
                                                        .does(get)
                                                        .then(Node::argument("path", nbtPathArgument()).does(get)))))
                   .then(Node::literal("merge").then(Node::literal("entity").then(
                       Node::argument("target", selectorArgument())
                           .then(Node::argument("nbt", compoundArgument()).does(merge))))));
}

}  // namespace better_bats::stub
