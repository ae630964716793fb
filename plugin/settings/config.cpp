// The plugin's JSON config. SPDX-License-Identifier: MIT
#include "plugin/settings/config.hpp"

#include <utility>

#include "plugin/settings/presets.hpp"
#include "rules/json_file.hpp"
#include "rules/nearest_name.hpp"
#include "rules/rules_file.hpp"

namespace better_bats {
namespace {

using rules::GameRule;
using rules::JsonDocument;
using rules::JsonMember;
using rules::JsonValue;

class ConfigReader {
 public:
  ConfigReader(std::string path, const JsonDocument& document) : path_(std::move(path)), document_(document) {}

  [[nodiscard]] Config read(std::span<const GameRule> table) const {
    for (const JsonMember& member : document_.root().members) {
      const bool known =
          member.key == "format" || member.key == "preset" || member.key == "parameters" || member.key == "rules";
      if (!known) throw brokenAt(member.begin, "the config has no " + rules::jsonQuoted(rules::excerpt(member.key)));
    }
    Config config;
    config.rules.resize(table.size());
    if (const JsonValue* const preset = member("preset", JsonValue::Type::String, "a string")) {
      readPreset(*preset, config);
    }
    if (const JsonValue* const parameters = member("parameters", JsonValue::Type::Object, "an object")) {
      applyParameters(path_, document_, *parameters, Origin::Config, config.parameters);
    }
    if (const JsonValue* const object = member("rules", JsonValue::Type::Object, "an object")) {
      readRules(*object, table, config);
    }
    return config;
  }

 private:
  [[nodiscard]] rules::BrokenFile brokenAt(std::size_t offset, const std::string& message) const {
    return rules::brokenAt(path_, document_, offset, message);
  }

  // Null where the config has no such member.
  [[nodiscard]] const JsonValue* member(const char* key, JsonValue::Type type, const char* article) const {
    const JsonMember* const found = document_.root().find(key);
    if (found == nullptr) return nullptr;
    if (found->value.type != type) throw brokenAt(found->value.begin, std::string(key) + " is not " + article);
    return &found->value;
  }

  void readPreset(const JsonValue& preset, Config& config) const {
    const std::string& name = preset.string;
    const bool isRelativePath =
        !name.starts_with('/') && (name.find('/') != std::string::npos || name.ends_with(".json"));
    const std::string folder = path_.substr(0, path_.rfind('/') + 1);  // empty where there is no slash
    try {
      config.preset = isRelativePath ? folder + name : name;
      config.parameters = loadPreset(config.preset);
    } catch (const rules::FileError& error) {
      throw brokenAt(preset.begin, std::string("preset: ") + error.what());
    }
  }

  void readRules(const JsonValue& object, std::span<const GameRule> table, Config& config) const {
    for (const JsonMember& member : object.members) {
      rules::NearestName nearest(member.key);
      std::size_t index = 0;
      for (; index < table.size() && table[index].id != member.key; ++index) nearest.offer(table[index].id);
      if (index == table.size()) {
        throw brokenAt(member.begin,
                       "there is no rule " + rules::jsonQuoted(rules::excerpt(member.key)) + nearest.suggestion());
      }
      config.rules[index] = rules::ruleValue(table[index], member.value);
      if (!config.rules[index]) {
        throw brokenAt(member.value.begin, rules::wrongValueText(table[index], document_.sourceOf(member.value)));
      }
    }
  }

  std::string path_;
  const JsonDocument& document_;
};

}  // namespace

Config loadConfig(const std::string& path, std::span<const GameRule> table) {
  const auto document = path.empty() ? std::nullopt : rules::readJsonFile(path);
  if (document) return ConfigReader(path, *document).read(table);
  Config config;
  config.rules.resize(table.size());
  return config;
}

}  // namespace better_bats
