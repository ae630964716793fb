// The project's JSON files, {"format": 1, ...}. SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>

#include "rules/file_io.hpp"
#include "rules/json_document.hpp"

namespace better_bats::rules {

/// A text of ours: an object of format 1 (also where it does not say so). Throws BrokenFile, which says
/// "<name>: line 3, column 5: ...".
[[nodiscard]] JsonDocument parseJsonFile(const std::string& name, std::string text);

/// The same from a file of at most jsonFileLimit bytes; nothing where there is no such file. Throws FileError where it
/// cannot be read.
[[nodiscard]] std::optional<JsonDocument> readJsonFile(const std::string& path);

/// "<name>: line 3, column 5: <message>"
[[nodiscard]] BrokenFile brokenAt(const std::string& name, const JsonDocument& document, std::size_t offset,
                                  const std::string& message);

}  // namespace better_bats::rules
