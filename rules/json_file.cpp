// The project's JSON files. SPDX-License-Identifier: MIT
#include "rules/json_file.hpp"

#include <utility>

namespace better_bats::rules {

BrokenFile brokenAt(const std::string& name, const JsonDocument& document, std::size_t offset,
                    const std::string& message) {
  return BrokenFile{name + ": " + document.errorAt(offset, message).what()};
}

JsonDocument parseJsonFile(const std::string& name, std::string text) {
  try {
    JsonDocument document(std::move(text));
    const JsonValue& root = document.root();
    if (root.type != JsonValue::Type::Object) throw document.errorAt(root.begin, "not an object");
    if (const JsonMember* const format = root.find("format")) {
      const bool known = format->value.type == JsonValue::Type::Integer && format->value.integer == 1;
      if (!known) throw document.errorAt(format->value.begin, "format is not 1, the only one this version knows");
    }
    return document;
  } catch (const JsonError& error) {
    throw BrokenFile(name + ": " + error.what());
  }
}

std::optional<JsonDocument> readJsonFile(const std::string& path) {
  std::optional<std::string> text = readFile(path, jsonFileLimit);
  if (!text) return std::nullopt;
  return parseJsonFile(path, std::move(*text));
}

}  // namespace better_bats::rules
