// Presets, built in or from a user's file. SPDX-License-Identifier: MIT
#include "rules/preset.hpp"

#include <array>
#include <cmath>

#include "rules/json_file.hpp"
#include "rules/nearest_name.hpp"

namespace better_bats::rules {
namespace {

using Type = JsonValue::Type;

/// The worlds that there are, and what each is made of.
struct WorldType {
  std::string_view name;
  std::array<std::string_view, 3> keys;  ///< empty ones count for nothing
};
constexpr std::array<WorldType, 5> worldTypes{
    {{"void", {}}, {"flat", {"surface"}}, {"hills", {"seed"}}, {"box", {"dx", "dy", "dz"}}, {"torus", {"dx", "dz"}}}};

constexpr double largestSize = 1e9;
constexpr std::int64_t highestSurface = 2047;

class PresetReader {
 public:
  explicit PresetReader(Preset& preset) : preset_(preset) {}

  void read() {
    for (const JsonMember& member : preset_.document.root().members) {
      if (member.key == "parameters") {
        requireType(member, Type::Object, "an object");
      } else if (member.key == "world") {
        requireType(member, Type::Object, "an object");
        preset_.world = readWorld(member.value);
      } else if (member.key == "bats") {
        preset_.bats = static_cast<std::uint64_t>(readInteger(member, 0, Preset::mostBats));
      } else if (member.key == "description") {
        requireType(member, Type::String, "a string");
      } else if (member.key != "format") {
        throw unknown("preset", member);
      }
    }
  }

 private:
  [[nodiscard]] BrokenFile brokenAt(std::size_t offset, const std::string& message) const {
    return rules::brokenAt(preset_.name, preset_.document, offset, message);
  }

  [[nodiscard]] BrokenFile unknown(std::string_view what, const JsonMember& member) const {
    return brokenAt(member.begin, "a " + std::string(what) + " has no " + jsonQuoted(excerpt(member.key)));
  }

  [[nodiscard]] BrokenFile wrong(const JsonMember& member, const std::string& expected) const {
    return brokenAt(member.value.begin,
                    member.key + ": " + excerpt(preset_.document.sourceOf(member.value)) + " is not " + expected);
  }

  void requireType(const JsonMember& member, Type type, const char* article) const {
    if (member.value.type != type) throw brokenAt(member.value.begin, member.key + " is not " + article);
  }

  [[nodiscard]] std::int64_t readInteger(const JsonMember& member, std::int64_t least, std::int64_t most) const {
    const JsonValue& value = member.value;
    if (value.type == Type::Integer && value.integer >= least && value.integer <= most) return value.integer;
    throw wrong(member, "an integer of " + std::to_string(least) + ".." + std::to_string(most));
  }

  [[nodiscard]] double readSize(const JsonMember& member, bool whole) const {
    const JsonValue& value = member.value;
    const bool isNumber = value.type == Type::Integer || value.type == Type::Number;
    const bool fits = isNumber && value.number >= 1 && value.number <= largestSize;
    if (fits && (!whole || value.number == std::floor(value.number))) return value.number;
    throw wrong(member, whole ? "a whole number of 1..1000000000" : "a number of 1..1000000000");
  }

  [[nodiscard]] const WorldType& readType(const JsonValue& object) const {
    const JsonMember* const type = object.find("type");
    if (type == nullptr) throw brokenAt(object.begin, "the world has no type");
    requireType(*type, Type::String, "a string");
    NearestName nearest(type->value.string);
    for (const WorldType& known : worldTypes) {
      if (known.name == type->value.string) return known;
      nearest.offer(known.name);
    }
    throw brokenAt(type->value.begin,
                   "there is no world " + jsonQuoted(excerpt(type->value.string)) + nearest.suggestion());
  }

  [[nodiscard]] PresetWorld readWorld(const JsonValue& object) const {
    const WorldType& type = readType(object);
    PresetWorld world;
    world.type = type.name;
    for (const JsonMember& member : object.members) {
      if (member.key == "type") continue;
      bool known = false;
      for (const std::string_view key : type.keys) known = known || (!key.empty() && key == member.key);
      if (!known) throw unknown(std::string(type.name) + " world", member);
      readPart(member, type.name == "torus", world);
    }
    requireSizes(object, type);
    return world;
  }

  void readPart(const JsonMember& member, bool wholeSizes, PresetWorld& world) const {
    if (member.key == "surface") {
      world.surface = static_cast<std::int32_t>(readInteger(member, -highestSurface, highestSurface));
    } else if (member.key == "seed") {
      requireType(member, Type::Integer, "an integer");
      world.seed = member.value.integer;
    } else {
      (member.key == "dx" ? world.dx : member.key == "dy" ? world.dy : world.dz) = readSize(member, wholeSizes);
    }
  }

  void requireSizes(const JsonValue& object, const WorldType& type) const {
    for (const std::string_view key : type.keys) {
      if (!key.starts_with("d") || object.find(key) != nullptr) continue;
      throw brokenAt(object.begin, "a " + std::string(type.name) + " world needs " + std::string(key));
    }
  }

  Preset& preset_;
};

[[nodiscard]] JsonDocument presetFile(const std::string& path) {
  auto document = readJsonFile(path);
  if (!document) throw FileError(path + ": No such file");
  return *std::move(document);
}

[[nodiscard]] JsonDocument builtinPreset(const std::string& name) {
  NearestName nearest(name);
  std::string all;
  for (const BuiltinPreset& preset : builtinPresets()) {
    if (preset.name == name) return parseJsonFile(name, std::string(preset.json));
    nearest.offer(preset.name);
    all.append(all.empty() ? "; the presets are " : ", ").append(preset.name);
  }
  const std::string meant = nearest.suggestion();
  throw FileError("there is no preset " + jsonQuoted(excerpt(name)) + (meant.empty() ? all : meant));
}

}  // namespace

const JsonValue* Preset::parameters() const noexcept {
  const JsonMember* const member = document.root().find("parameters");
  return member != nullptr ? &member->value : nullptr;
}

bool isPresetPath(std::string_view nameOrPath) noexcept {
  return nameOrPath.find('/') != std::string_view::npos || nameOrPath.ends_with(".json");
}

Preset readPreset(const std::string& nameOrPath) {
  Preset preset{nameOrPath, isPresetPath(nameOrPath) ? presetFile(nameOrPath) : builtinPreset(nameOrPath), std::nullopt,
                0};
  PresetReader(preset).read();
  return preset;
}

}  // namespace better_bats::rules
