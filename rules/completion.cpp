// Completes the word under the cursor of a command line. SPDX-License-Identifier: MIT
#include "rules/completion.hpp"

#include <algorithm>
#include <utility>

namespace better_bats::rules {

bool matchesTyped(std::string_view candidate, std::string_view typed) noexcept {
  for (std::size_t part = 0;;) {
    if (candidate.substr(part).starts_with(typed)) return true;
    const std::size_t end = candidate.find_first_of(":_-", part);
    if (end == std::string_view::npos) return false;
    part = end + 1;
  }
}

Completion::Completion(std::string_view line, std::size_t cursor, CandidateVisitor visit) : visit_(std::move(visit)) {
  std::string_view rest = line.substr(0, std::min(cursor, line.size()));
  for (std::size_t space = rest.find(' '); space != std::string_view::npos; space = rest.find(' ')) {
    words_.push_back(rest.substr(0, space));
    rest.remove_prefix(std::min(rest.find_first_not_of(' ', space), rest.size()));
  }
  words_.push_back(rest);
}

}  // namespace better_bats::rules
