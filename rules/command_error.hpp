// What a command that fails says, rendered as Minecraft renders it. SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>

namespace better_bats::rules {

/// A command failed and changed nothing. With a place in its line the text has two lines:
///
///     Integer must not be more than 100: found 101
///     ...alignment 101<--[HERE]
///
/// the second being up to 10 characters before the cursor (`...` before them if cut), the rest of the line, and the
/// mark. For a number the cursor is at its start. A hint, which vanilla does not give, is a line below them.
class CommandError : public std::runtime_error {
 public:
  /// A failure of what the command does: one line, no place.
  explicit CommandError(const std::string& message) : std::runtime_error(message) {}

  /// A fault in the line itself. `cursor` is a byte offset; one beyond the end counts as the end.
  CommandError(const std::string& message, std::string_view line, std::size_t cursor)
      : std::runtime_error(message), place_(Place{std::string(line), cursor < line.size() ? cursor : line.size()}) {}

  /// The cursor, where there is one.
  [[nodiscard]] std::optional<std::size_t> cursor() const noexcept {
    return place_ ? std::optional<std::size_t>(place_->cursor) : std::nullopt;
  }

  /// The same error with a line below it that helps on; one that is there already, or an empty one, changes nothing.
  [[nodiscard]] CommandError withHint(const std::string& hint) &&;
  [[nodiscard]] bool hasHint() const noexcept { return !hint_.empty(); }

  /// What the player sees: what(), the second line where there is a place, and the hint.
  [[nodiscard]] std::string render() const;

 private:
  struct Place {
    std::string line;
    std::size_t cursor;
  };
  std::optional<Place> place_;
  std::string hint_;
};

}  // namespace better_bats::rules
