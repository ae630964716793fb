// Writes and reads the world file. SPDX-License-Identifier: MIT
#include "world_stub/world/world_file.hpp"

#include <cstddef>
#include <limits>
#include <memory>
#include <utility>

#include <nlohmann/json.hpp>

#include "rules/json_words.hpp"

namespace better_bats::stub {
namespace {

using Json = nlohmann::json;

constexpr int deepestNesting = 32;

constexpr int fileFormat = 1;

[[noreturn]] void fail(const std::string& what) {
  throw WorldFileError(what);
}

/// A value of the document and the way to it, so that a fault in it can be told: "entities[5].position: not a list".
/// Lives no longer than the value it was found in.
class Value {
 public:
  explicit Value(const Json& document) : json_(document) {}

  [[nodiscard]] const Json& json() const noexcept { return json_; }
  [[noreturn]] void refuse(const std::string& what) const { fail(parent_ == nullptr ? what : way() + ": " + what); }

  [[nodiscard]] bool has(const char* key) const { return json_.is_object() && json_.contains(key); }
  [[nodiscard]] Value member(const char* key) const {
    if (!json_.is_object()) refuse("not an object");
    const auto found = json_.find(key);
    if (found == json_.end()) refuse(std::string("\"") + key + "\" is missing");
    return {*found, *this, key, 0};
  }
  [[nodiscard]] std::size_t size() const {
    if (!json_.is_array()) refuse("not a list");
    return json_.size();
  }
  [[nodiscard]] Value element(std::size_t index) const {
    if (index >= size()) refuse("a list that is too short");
    return {json_[index], *this, nullptr, index};
  }

  template <typename Integer>
  [[nodiscard]] Integer integer() const {
    constexpr auto most = std::numeric_limits<Integer>::max();
    if (!json_.is_number_integer()) refuse("not a whole number");
    const bool positive = json_.is_number_unsigned();
    if (positive ? json_.get<std::uint64_t>() > static_cast<std::uint64_t>(most)
                 : json_.get<std::int64_t>() < static_cast<std::int64_t>(std::numeric_limits<Integer>::min())) {
      refuse("a number that is too large or too small");
    }
    return json_.get<Integer>();
  }
  /// JSON has no NaN and no infinity: null stands for both.
  [[nodiscard]] double number() const {
    if (json_.is_null()) return std::numeric_limits<double>::quiet_NaN();
    if (!json_.is_number()) refuse("not a number");
    return json_.get<double>();
  }
  [[nodiscard]] std::string text() const {
    if (!json_.is_string()) refuse("not a text");
    return json_.get<std::string>();
  }
  [[nodiscard]] bool truth() const {
    if (!json_.is_boolean()) refuse("neither true nor false");
    return json_.get<bool>();
  }
  [[nodiscard]] Vec3 vector() const {
    if (size() != 3) refuse("not a list of three numbers");
    return {element(0).number(), element(1).number(), element(2).number()};
  }

 private:
  Value(const Json& json, const Value& parent, const char* key, std::size_t index)
      : json_(json), parent_(&parent), key_(key), index_(index) {}

  [[nodiscard]] std::string way() const {
    if (parent_ == nullptr) return {};
    const std::string before = parent_->way();
    if (key_ == nullptr) return before + "[" + std::to_string(index_) + "]";
    return before + (before.empty() ? "" : ".") + key_;
  }

  const Json& json_;
  const Value* parent_ = nullptr;
  const char* key_ = nullptr;
  std::size_t index_ = 0;
};

Json toJson(Vec3 v) {
  return Json::array({v.x, v.y, v.z});
}

// ---- the kind of world

Json toJson(const WorldSpec& spec) {
  return {{"kind", nameOf(spec.kind)}, {"seed", spec.seed}, {"surface_y", spec.surfaceY}, {"size", toJson(spec.size)}};
}

WorldSpec toSpec(const Value& world) {
  const Value name = world.member("kind");
  const auto kind = findWorldKind(name.text());
  if (!kind) name.refuse("there is no kind of world '" + name.text() + "'");
  const WorldSpec spec{*kind, world.member("seed").integer<std::int64_t>(),
                       world.member("surface_y").integer<std::int32_t>(), world.member("size").vector()};
  if (const auto fault = faultOf(spec)) world.refuse(std::string(*fault));
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

void addEntity(EntityStore& store, const Value& entity) {
  const Value name = entity.member("kind");
  const auto kind = findEntityKind(name.text());
  if (!kind) name.refuse("there is no kind of entity '" + name.text() + "'");
  const auto flag = [&entity](const char* key) { return entity.has(key) && entity.member(key).truth(); };
  EntityDetails details{flag("no_ai"), flag("resting"), {}};
  if (entity.has("tags")) {
    const Value tags = entity.member("tags");
    for (std::size_t i = 0; i < tags.size(); ++i) details.tags.push_back(tags.element(i).text());
  }
  const auto id = entity.member("id").integer<std::uint64_t>();
  if (!store.add(*kind, entity.member("position").vector(), entity.member("velocity").vector(), std::move(details),
                 id)) {
    entity.refuse("the id " + std::to_string(id) + " cannot be used");
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

Chunk::Section toSection(const Value& runs) {
  Chunk::Section blocks{};
  std::size_t filled = 0;
  for (std::size_t run = 0; run + 1 < runs.size(); run += 2) {
    const Value name = runs.element(run);
    const auto type = findBlockType(name.text());
    const auto count = runs.element(run + 1).integer<std::size_t>();
    if (!type) name.refuse("there is no block '" + name.text() + "'");
    if (count > blocks.size() - filled) runs.refuse("a section holds too many blocks");
    std::fill_n(blocks.begin() + static_cast<std::ptrdiff_t>(filled), count, *type);
    filled += count;
  }
  if (filled != blocks.size()) runs.refuse("a section holds too few blocks");
  return blocks;
}

void restoreSection(VoxelMap& map, const Value& section) {
  const Value at = section.member("at");
  const auto coordinate = [&at](std::size_t axis) { return at.element(axis).integer<std::int32_t>(); };
  const std::int32_t y = coordinate(1);
  if (y < lowestY || y >= highestY) at.refuse("a section lies outside the world");
  Chunk& chunk = map.makeChunk(coordinate(0) >> 4, coordinate(2) >> 4);
  chunk.setSection(static_cast<std::size_t>(y - lowestY) / 16, toSection(section.member("blocks")), true);
}

// ---- the whole

void loadArea(VoxelMap& map, const Value& area) {
  const auto bound = [&area](std::size_t index) { return area.element(index).integer<std::int32_t>(); };
  if (area.size() == 4 && map.loadArea({bound(0), bound(1), bound(2), bound(3)})) return;
  area.refuse("no area that can be loaded");
}

WorldState toState(const Value& document) {
  WorldState state;
  state.gameTime = document.member("game_time").integer<std::int64_t>();
  state.dayTime = document.member("day_time").integer<std::int64_t>();
  if (document.has("border")) {
    const Value border = document.member("border");
    state.border = Box{border.element(0).vector(), border.element(1).vector()};
  }
  const Value entities = document.member("entities");
  for (std::size_t i = 0; i < entities.size(); ++i) addEntity(state.entities, entities.element(i));
  state.entities.raiseHighestIdUsed(document.member("highest_id").integer<std::uint64_t>());

  state.map = std::make_unique<VoxelMap>(toSpec(document.member("world")));
  loadArea(*state.map, document.member("loaded_area"));
  const Value sections = document.member("sections");
  for (std::size_t i = 0; i < sections.size(); ++i) restoreSection(*state.map, sections.element(i));
  return state;
}

AttachedTexts toTexts(const Value& attached) {
  if (!attached.json().is_object()) attached.refuse("not an object");
  AttachedTexts texts;
  for (const auto& item : attached.json().items()) {
    texts[item.key()] = attached.member(item.key().c_str()).text();
  }
  return texts;
}

/// Throws Json::exception.
Json parse(std::string_view text) {
  // A tree of a hundred million brackets would take gigabytes before it is found to have no end.
  const auto bounded = [](int depth, Json::parse_event_t, const Json&) {
    if (depth > deepestNesting) fail("nested too deeply");
    return true;
  };
  return Json::parse(text, bounded);
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
    const Json parsed = parse(json);
    const Value document(parsed);
    const Value format = document.member("format");
    if (format.json() != fileFormat) format.refuse("not " + std::to_string(fileFormat) + ", the only one known here");
    AttachedTexts attached = toTexts(document.member("attached"));
    world.restore(toState(document));
    return attached;
  } catch (const Json::parse_error& error) {
    const std::size_t offset = error.byte > 0 ? error.byte - 1 : 0;
    fail(rules::placeIn(json, offset) + ": " + rules::plainWords(error.what()));
  } catch (const Json::out_of_range& error) {
    // A number that no double holds is told without its place, but in quotation marks.
    const std::string_view words = error.what();
    const std::size_t quote = std::min(words.find('\''), words.size() - 1);
    const std::size_t offset = json.find(words.substr(quote + 1, words.rfind('\'') - quote - 1));
    fail((offset < json.size() ? rules::placeIn(json, offset) + ": " : "") + rules::plainWords(error.what()));
  } catch (const Json::exception& error) {
    fail(rules::plainWords(error.what()));
  }
}

}  // namespace better_bats::stub
