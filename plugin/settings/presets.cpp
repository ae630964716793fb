// Presets, built in or from a user's file. SPDX-License-Identifier: MIT
#include "plugin/settings/presets.hpp"

#include "plugin/settings/nearest_name.hpp"
#include "rules/json_file.hpp"

namespace better_bats {
namespace {

using rules::JsonDocument;
using rules::JsonMember;
using Type = rules::JsonValue::Type;

[[nodiscard]] JsonDocument presetFile(const std::string& path) {
  auto document = rules::readJsonFile(path);
  if (!document) throw rules::FileError(path + ": No such file");
  return *std::move(document);
}

[[nodiscard]] JsonDocument builtinPreset(const std::string& name) {
  NearestName nearest(name);
  for (const BuiltinPreset& preset : builtinPresets()) {
    if (preset.name == name) return rules::parseJsonFile(name, std::string(preset.json));
    nearest.offer(preset.name);
  }
  throw rules::FileError("there is no preset " + rules::jsonQuoted(rules::excerpt(name)) + nearest.suggestion());
}

void requireType(const std::string& name, const JsonDocument& document, const JsonMember& member, Type type,
                 const char* article) {
  if (member.value.type == type) return;
  throw rules::brokenAt(name, document, member.value.begin, member.key + " is not " + article);
}

}  // namespace

ParameterSet loadPreset(const std::string& nameOrPath) {
  const bool isPath = nameOrPath.find('/') != std::string::npos || nameOrPath.ends_with(".json");
  const JsonDocument document = isPath ? presetFile(nameOrPath) : builtinPreset(nameOrPath);
  ParameterSet set;
  for (const JsonMember& member : document.root().members) {
    if (member.key == "parameters") {
      requireType(nameOrPath, document, member, Type::Object, "an object");
      applyParameters(nameOrPath, document, member.value, Origin::Preset, set);
    } else if (member.key == "world") {
      requireType(nameOrPath, document, member, Type::Object, "an object");
    } else if (member.key == "bats") {
      requireType(nameOrPath, document, member, Type::Integer, "an integer");
    } else if (member.key == "description") {
      requireType(nameOrPath, document, member, Type::String, "a string");
    } else if (member.key != "format") {
      throw rules::brokenAt(nameOrPath, document, member.begin,
                            "a preset has no " + rules::jsonQuoted(rules::excerpt(member.key)));
    }
  }
  return set;
}

}  // namespace better_bats
