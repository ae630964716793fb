// Completes the word under the cursor of a command line. SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <functional>
#include <string_view>
#include <vector>

namespace better_bats::rules {

/// Receives candidates; each replaces the whole word under the cursor.
using CandidateVisitor = std::function<void(std::string_view)>;

/// Whether `typed` begins the candidate or a part of it: "bat_al", "al" and "better" all lead to
/// better-bats:bat_alignment. Parts begin after : _ and -.
[[nodiscard]] bool matchesTyped(std::string_view candidate, std::string_view typed) noexcept;

/// The words of a line up to the cursor, split at blanks. The line must outlive it.
class Completion {
 public:
  /// `cursor` is a byte offset; one beyond the end counts as the end.
  Completion(std::string_view line, std::size_t cursor, CandidateVisitor visit);

  /// How many words stand before the one under the cursor.
  [[nodiscard]] std::size_t wordsBefore() const noexcept { return words_.size() - 1; }
  /// [Limit: index <= wordsBefore()]
  [[nodiscard]] std::string_view word(std::size_t index) const noexcept { return words_[index]; }
  /// The word under the cursor; may be empty.
  [[nodiscard]] std::string_view typed() const noexcept { return words_.back(); }

  /// Passes the candidate on if it matches what was typed.
  void offer(std::string_view candidate) const {
    if (matchesTyped(candidate, typed())) visit_(candidate);
  }

 private:
  std::vector<std::string_view> words_;
  CandidateVisitor visit_;
};

}  // namespace better_bats::rules
