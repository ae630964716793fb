// Comparisons of assertions: `>= 5`, `= 1.41 within 0.01`. SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "world_stub/script/command_tree.hpp"

namespace better_bats::stub {

enum class Operator : std::uint8_t { Equal, NotEqual, Less, LessOrEqual, Greater, GreaterOrEqual };

struct Comparison {
  std::string text;  ///< as written
  Operator op = Operator::Equal;
  double value = 0;
  double tolerance = 0;

  /// Nothing, and what is not a number, fails every comparison.
  [[nodiscard]] bool holds(std::optional<double> found) const noexcept;
};

/// `<op> <value>`, and with `tolerated` also `within <tol>` after = and !=. The value may be `true` or `false`.
[[nodiscard]] ArgumentType comparisonArgument(bool tolerated);

/// As messages show a figure: "none" where there is none.
[[nodiscard]] std::string shown(std::optional<double> figure);

}  // namespace better_bats::stub
