// Suggests what a mistyped name may have meant, by edit distance. SPDX-License-Identifier: MIT
#include "rules/nearest_name.hpp"

#include <algorithm>
#include <numeric>
#include <utility>
#include <vector>

namespace better_bats::rules {
namespace {

constexpr std::size_t longestName = 64;

// Insertions, deletions, replacements and swaps of neighbours that lead from one to the other.
[[nodiscard]] std::size_t editDistance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> before;
  std::vector<std::size_t> last;
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    before = std::move(last);
    last = std::move(row);
    row.assign(b.size() + 1, i);
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t replaced = last[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      row[j] = std::min({replaced, last[j] + 1, row[j - 1] + 1});
      const bool swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
      if (swapped) row[j] = std::min(row[j], before[j - 2] + 1);
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
  const bool near = distance_ <= std::max(slips_, mistyped_.size() / 3) && distance_ < nearest_.size();
  return near ? nearest_ : std::string_view();
}

std::string NearestName::hint() const {
  return name().empty() ? std::string() : "Did you mean " + std::string(name()) + "?";
}

std::string NearestName::suggestion() const {
  return name().empty() ? std::string() : "; did you mean " + std::string(name()) + "?";
}

}  // namespace better_bats::rules
