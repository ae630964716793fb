// Reads a script by the rules of .mcfunction files. SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace better_bats::stub {

/// One command of a script.
struct FunctionLine {
  std::size_t number = 0;  ///< of the line on which it begins, from 1
  std::string text;        ///< trimmed, continuations joined
};

/// A script that is refused: what() names file and line.
class ScriptError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Splits a script into commands: trimmed lines, `#` comments and blank lines skipped, a final `\` joins the next line.
/// CR LF and a byte-order mark are accepted. `name` stands in the messages. Throws ScriptError for a leading slash, a
/// continuation at the end of the file, and a null character.
[[nodiscard]] std::vector<FunctionLine> splitFunction(std::string_view content, const std::string& name);

/// The same for a file. Throws ScriptError also when it cannot be read.
[[nodiscard]] std::vector<FunctionLine> readFunctionFile(const std::string& path);

}  // namespace better_bats::stub
