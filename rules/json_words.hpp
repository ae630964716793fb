// What is wrong with a JSON text, in words for whoever wrote it. SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace better_bats::rules {

/// "line 3, column 5" of a byte of the text. Columns count characters, from 1; a byte-order mark is none.
[[nodiscard]] std::string placeIn(std::string_view text, std::size_t offset);

/// The parser's message without the parser's name and its own account of the place.
[[nodiscard]] std::string plainWords(std::string message);

}  // namespace better_bats::rules
