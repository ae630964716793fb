// Renders a failed command's message and place. SPDX-License-Identifier: MIT
#include "rules/command_error.hpp"

#include <utility>

namespace better_bats::rules {

CommandError CommandError::withHint(const std::string& hint) && {
  if (!hint.empty() && !hasHint()) hint_ = "\n" + hint;
  return std::move(*this);
}

std::string CommandError::render() const {
  std::string text = what();
  if (!place_) return text + hint_;
  constexpr int shownBefore = 10;
  const auto startsCharacter = [this](std::size_t i) {
    return (static_cast<unsigned char>(place_->line[i]) & 0xC0U) != 0x80U;  // not inside a UTF-8 sequence
  };
  std::size_t begin = place_->cursor;
  for (int shown = 0; begin > 0 && shown < shownBefore;) {
    if (startsCharacter(--begin)) ++shown;
  }
  text += begin > 0 ? "\n..." : "\n";
  text.append(place_->line, begin);
  return text + "<--[HERE]" + hint_;
}

}  // namespace better_bats::rules
