// Suggests what a mistyped name may have meant, by edit distance. SPDX-License-Identifier: MIT
#include "rules/nearest_name.hpp"

#include <algorithm>
#include <numeric>
#include <vector>

namespace better_bats::rules {
namespace {

constexpr std::size_t longestName = 64;

// Insertions, deletions and replacements that lead from one to the other (Levenshtein).
[[nodiscard]] std::size_t editDistance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t replaced = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
      diagonal = row[j];
      row[j] = std::min({replaced, row[j] + 1, row[j - 1] + 1});
    }
  }
  return row.back();
}

}  // namespace

void NearestName::offer(std::string_view name) {
  if (mistyped_.size() > longestName) return;
  const std::size_t distance = editDistance(mistyped_, name);
  if (distance >= distance_) return;
  distance_ = distance;
  nearest_ = name;
}

std::string_view NearestName::name() const noexcept {
  const bool near = distance_ <= std::max<std::size_t>(2, mistyped_.size() / 3) && distance_ < nearest_.size();
  return near ? nearest_ : std::string_view();
}

std::string NearestName::suggestion() const {
  return name().empty() ? std::string() : "; did you mean " + std::string(name()) + "?";
}

}  // namespace better_bats::rules
