// Commands that make and change the world. SPDX-License-Identifier: MIT
#include <algorithm>
#include <string>

#include "world_stub/script/argument_types.hpp"
#include "world_stub/script/command_source.hpp"
#include "world_stub/script/commands/commands.hpp"
#include "world_stub/script/numbers.hpp"
#include "world_stub/server/server.hpp"

namespace better_bats::stub {
namespace {

using rules::CommandError;
using Node = CommandNode;

[[nodiscard]] std::string text(BlockPos p) {
  return std::to_string(p.x) + ", " + std::to_string(p.y) + ", " + std::to_string(p.z);
}

// ---- blocks

[[nodiscard]] std::int64_t changed(const EditResult& result) {
  switch (result.status) {
    case EditStatus::Done: return result.blocks;
    case EditStatus::TooManyBlocks:
      throw CommandError("Too many blocks in the specified area (maximum " + std::to_string(VoxelMap::fillLimit) +
                         ", specified " + std::to_string(result.blocks) + ")");
    case EditStatus::OutOfWorld: throw CommandError("That position is out of this world!");
    case EditStatus::NotLoaded: throw CommandError("That position is not loaded");
  }
  return 0;
}

std::string setBlock(CommandSource& source, const Arguments& arguments) {
  const auto& position = arguments.get<BlockPos>("pos");
  const auto blocks = changed(source.server.world().setBlock(position, arguments.get<BlockType>("block")));
  return blocks > 0 ? "Changed the block at " + text(position) : "Could not set the block";
}

std::string fill(CommandSource& source, const Arguments& arguments) {
  std::optional<BlockType> only;
  if (const auto* filter = arguments.find<BlockType>("filter")) only = *filter;
  const auto blocks = changed(source.server.world().fill(arguments.get<BlockPos>("from"), arguments.get<BlockPos>("to"),
                                                         arguments.get<BlockType>("block"), only));
  return blocks > 0 ? "Successfully filled " + std::to_string(blocks) + " block(s)" : "No blocks were filled";
}

// ---- worlds

std::string create(CommandSource& source, const WorldSpec& spec, const std::string& details) {
  if (const auto fault = faultOf(spec)) throw CommandError("Could not create the world: " + std::string(*fault));
  source.server.createWorld(spec);
  return "Created a new world: " + std::string(nameOf(spec.kind)) + details;
}

[[nodiscard]] std::int64_t seedOf(const CommandSource& source) {
  return source.server.settings().seed;
}

std::string createVoid(CommandSource& source, const Arguments&) {
  return create(source, WorldSpec::makeVoid(seedOf(source)), "");
}

std::string createFlat(CommandSource& source, const Arguments& arguments) {
  const auto y = arguments.get<std::int32_t>("surface", 64);
  return create(source, WorldSpec::makeFlat(y, seedOf(source)), " with its surface at " + std::to_string(y));
}

std::string createHills(CommandSource& source, const Arguments& arguments) {
  const auto seed = arguments.get<std::int64_t>("seed", seedOf(source));
  return create(source, WorldSpec::makeHills(seed), " with seed " + std::to_string(seed));
}

std::string createBox(CommandSource& source, const Arguments& arguments) {
  const Vec3 size{arguments.get<double>("dx"), arguments.get<double>("dy"), arguments.get<double>("dz")};
  return create(source, WorldSpec::makeBox(size, seedOf(source)),
                " of " + shortest(size.x) + " x " + shortest(size.y) + " x " + shortest(size.z));
}

std::string createTorus(CommandSource& source, const Arguments& arguments) {
  const double dx = arguments.get<double>("dx");
  const double dz = arguments.get<double>("dz");
  return create(source, WorldSpec::makeTorus(dx, dz, seedOf(source)), " of " + shortest(dx) + " x " + shortest(dz));
}

// ---- borders and loaded columns

std::string setBorder(CommandSource& source, const Arguments& arguments) {
  const Vec3& a = arguments.get<Vec3>("from");
  const Vec3& b = arguments.get<Vec3>("to");
  const Box box{{std::min(a.x, b.x), std::min(a.y, b.y), std::min(a.z, b.z)},
                {std::max(a.x, b.x), std::max(a.y, b.y), std::max(a.z, b.z)}};
  if (!(box.min.x < box.max.x && box.min.y < box.max.y && box.min.z < box.max.z)) {
    throw CommandError("The world border must be wider than nothing on every axis");
  }
  source.server.world().setBorder(box);
  return "Set the world border";
}

std::string clearBorder(CommandSource& source, const Arguments&) {
  source.server.world().setBorder(std::nullopt);
  return "Set the world border to its default";
}

std::string loadArea(CommandSource& source, const Arguments& arguments) {
  const auto get = [&](const char* name) { return arguments.get<std::int32_t>(name); };
  const ColumnArea area{std::min(get("x1"), get("x2")), std::min(get("z1"), get("z2")), std::max(get("x1"), get("x2")),
                        std::max(get("z1"), get("z2"))};
  if (!source.server.world().loadArea(area)) throw CommandError("That area is too large for hills");
  return "Loaded columns " + std::to_string(area.x1) + ", " + std::to_string(area.z1) + " to " +
         std::to_string(area.x2) + ", " + std::to_string(area.z2);
}

[[nodiscard]] Node sizes(std::initializer_list<const char*> names, Execute execute) {
  Node node = Node::argument(*(names.end() - 1), doubleArgument()).does(std::move(execute));
  for (const auto* name = names.end() - 1; name != names.begin();) {
    node = Node::argument(*--name, doubleArgument()).then(std::move(node));
  }
  return node;
}

[[nodiscard]] Node createNode() {
  return Node::literal("create")
      .then(Node::literal("void").does(createVoid))
      .then(Node::literal("flat").does(createFlat).then(Node::argument("surface", integerArgument()).does(createFlat)))
      .then(Node::literal("hills")
                .does(createHills)
                .then(Node::argument("seed", wideIntegerArgument()).does(createHills)))
      .then(Node::literal("box").then(sizes({"dx", "dy", "dz"}, createBox)))
      .then(Node::literal("torus").then(sizes({"dx", "dz"}, createTorus)));
}

[[nodiscard]] Node loadAreaNode() {
  Node node = Node::argument("z2", integerArgument()).does(loadArea);
  for (const char* name : {"x2", "z1", "x1"}) node = Node::argument(name, integerArgument()).then(std::move(node));
  return Node::literal("load-area").then(std::move(node));
}

}  // namespace

void addWorldCommands(CommandTree& commands) {
  commands.add(Node::literal("world")
                   .needs(Node::operators)
                   .then(createNode())
                   .then(Node::literal("border")
                             .then(Node::literal("none").does(clearBorder))
                             .then(Node::argument("from", positionArgument())
                                       .then(Node::argument("to", positionArgument()).does(setBorder))))
                   .then(loadAreaNode()));
  commands.add(Node::literal("setblock")
                   .needs(Node::operators)
                   .then(Node::argument("pos", blockPositionArgument())
                             .then(Node::argument("block", blockArgument()).does(setBlock))));
  commands.add(Node::literal("fill")
                   .needs(Node::operators)
                   .then(Node::argument("from", blockPositionArgument())
                             .then(Node::argument("to", blockPositionArgument())
                                       .then(Node::argument("block", blockArgument())
                                                 .does(fill)
                                                 .then(Node::literal("replace").does(fill).then(
                                                     Node::argument("filter", blockArgument()).does(fill)))))));
}

}  // namespace better_bats::stub
