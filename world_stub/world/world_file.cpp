// Writes and reads the world file. SPDX-License-Identifier: MIT
#include "world_stub/world/world_file.hpp"

#include <cstddef>
#include <limits>
#include <memory>
#include <utility>

#include <nlohmann/json.hpp>

namespace better_bats::stub {
namespace {

using Json = nlohmann::json;

constexpr int deepestNesting = 32;

constexpr int fileFormat = 1;

[[noreturn]] void fail(const std::string& what) {
  throw WorldFileError("world file: " + what);
}

// ---- vectors. JSON has no NaN and no infinity: null stands for both.

Json toJson(Vec3 v) {
  return Json::array({v.x, v.y, v.z});
}

double toDouble(const Json& number) {
  return number.is_null() ? std::numeric_limits<double>::quiet_NaN() : number.get<double>();
}

Vec3 toVec3(const Json& list) {
  return {toDouble(list.at(0)), toDouble(list.at(1)), toDouble(list.at(2))};
}

// ---- the kind of world

Json toJson(const WorldSpec& spec) {
  return {{"kind", nameOf(spec.kind)}, {"seed", spec.seed}, {"surface_y", spec.surfaceY}, {"size", toJson(spec.size)}};
}

WorldSpec toSpec(const Json& json) {
  const auto name = json.at("kind").get<std::string>();
  const auto kind = findWorldKind(name);
  if (!kind) fail("there is no kind of world " + name);
  const WorldSpec spec{*kind, json.at("seed").get<std::int64_t>(), json.at("surface_y").get<std::int32_t>(),
                       toVec3(json.at("size"))};
  if (const auto fault = faultOf(spec)) fail(std::string(*fault));
  return spec;
}

// ---- entities

Json toJson(const Entity& entity, const EntityDetails& details) {
  Json json{{"id", entity.id},
            {"kind", nameOf(entity.kind)},
            {"position", toJson(entity.position)},
            {"velocity", toJson(entity.velocity)}};
  if (details.noAi) json["no_ai"] = true;
  if (details.resting) json["resting"] = true;
  if (!details.tags.empty()) json["tags"] = details.tags;
  return json;
}

void addEntity(EntityStore& store, const Json& json) {
  const auto name = json.at("kind").get<std::string>();
  const auto kind = findEntityKind(name);
  if (!kind) fail("there is no kind of entity " + name);
  EntityDetails details{json.value("no_ai", false), json.value("resting", false),
                        json.value("tags", std::vector<std::string>{})};
  const auto id = json.at("id").get<std::uint64_t>();
  if (!store.add(*kind, toVec3(json.at("position")), toVec3(json.at("velocity")), std::move(details), id)) {
    fail("the id " + std::to_string(id) + " cannot be used");
  }
}

// ---- edited sections: where, and runs of blocks (y by y, in it z by z, in it x by x) as name, count, name, count ...

Json runsOf(const Chunk::Section& blocks) {
  Json runs = Json::array();
  for (std::size_t begin = 0; begin < blocks.size();) {
    std::size_t end = begin + 1;
    while (end < blocks.size() && blocks[end] == blocks[begin]) ++end;
    runs.push_back(traitsOf(blocks[begin]).name);
    runs.push_back(end - begin);
    begin = end;
  }
  return runs;
}

Json editedSections(const VoxelMap& map) {
  Json sections = Json::array();
  for (const ChunkDirectory::Entry& entry : map.chunks().entries()) {
    for (std::size_t section = 0; section < Chunk::sectionCount; ++section) {
      if (!entry.chunk->isEdited(section)) continue;
      const std::int32_t y = lowestY + static_cast<std::int32_t>(section) * 16;
      sections.push_back({{"at", {entry.x * chunkWidth, y, entry.z * chunkWidth}},
                          {"blocks", runsOf(entry.chunk->copySection(section))}});
    }
  }
  return sections;
}

Chunk::Section toSection(const Json& runs) {
  Chunk::Section blocks{};
  std::size_t filled = 0;
  for (std::size_t run = 0; run + 1 < runs.size(); run += 2) {
    const auto name = runs[run].get<std::string>();
    const auto type = findBlockType(name);
    const auto count = runs[run + 1].get<std::size_t>();
    if (!type) fail("there is no block " + name);
    if (count > blocks.size() - filled) fail("a section holds too many blocks");
    std::fill_n(blocks.begin() + static_cast<std::ptrdiff_t>(filled), count, *type);
    filled += count;
  }
  if (filled != blocks.size()) fail("a section holds too few blocks");
  return blocks;
}

void restoreSection(VoxelMap& map, const Json& json) {
  const Json& at = json.at("at");
  const auto y = at.at(1).get<std::int32_t>();
  if (y < lowestY || y >= highestY) fail("a section lies outside the world");
  Chunk& chunk = map.makeChunk(at.at(0).get<std::int32_t>() >> 4, at.at(2).get<std::int32_t>() >> 4);
  chunk.setSection(static_cast<std::size_t>(y - lowestY) / 16, toSection(json.at("blocks")), true);
}

// ---- the whole

WorldState toState(const Json& json) {
  WorldState state;
  state.gameTime = json.at("game_time").get<std::int64_t>();
  state.dayTime = json.at("day_time").get<std::int64_t>();
  if (json.contains("border")) state.border = Box{toVec3(json["border"].at(0)), toVec3(json["border"].at(1))};
  for (const Json& entity : json.at("entities")) addEntity(state.entities, entity);
  state.entities.raiseHighestIdUsed(json.at("highest_id").get<std::uint64_t>());

  const WorldSpec spec = toSpec(json.at("world"));
  state.map = std::make_unique<VoxelMap>(spec);
  const auto area = json.at("loaded_area").get<std::vector<std::int32_t>>();
  if (area.size() != 4 || !state.map->loadArea({area[0], area[1], area[2], area[3]})) fail("bad loaded_area");
  for (const Json& section : json.at("sections")) restoreSection(*state.map, section);
  return state;
}

}  // namespace

std::string saveWorld(const StubWorld& world, const AttachedTexts& attached) {
  const ColumnArea& area = world.map().loadedArea();
  Json json{{"format", fileFormat},
            {"world", toJson(world.map().spec())},
            {"game_time", world.gameTime()},
            {"day_time", world.dayTime()},
            {"loaded_area", {area.x1, area.z1, area.x2, area.z2}},
            {"highest_id", world.entities().highestIdUsed()},
            {"entities", Json::array()},
            {"sections", editedSections(world.map())},
            {"attached", attached}};
  if (const auto& border = world.border()) json["border"] = Json::array({toJson(border->min), toJson(border->max)});
  world.entities().forEach(
      [&](const Entity& entity, const EntityDetails& details) { json["entities"].push_back(toJson(entity, details)); });
  // Tags may be any bytes: what is not UTF-8 is replaced, never a reason not to save.
  return json.dump(1, '\t', false, Json::error_handler_t::replace) + '\n';
}

AttachedTexts loadWorld(StubWorld& world, std::string_view json) {
  try {
    // A tree of a hundred million brackets would take gigabytes before it is found to have no end.
    const auto bounded = [](int depth, Json::parse_event_t, const Json&) {
      if (depth > deepestNesting) fail("nested too deeply");
      return true;
    };
    const Json document = Json::parse(json, bounded);
    if (document.at("format").get<int>() != fileFormat) fail("its format is not " + std::to_string(fileFormat));
    auto attached = document.at("attached").get<AttachedTexts>();
    world.restore(toState(document));
    return attached;
  } catch (const Json::exception& error) {
    fail(error.what());
  }
}

}  // namespace better_bats::stub
