// Reading and deciding comparisons. SPDX-License-Identifier: MIT
#include "world_stub/script/comparison.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "world_stub/script/numbers.hpp"

namespace better_bats::stub {
namespace {

using rules::CommandReader;

constexpr std::array<std::string_view, 6> operators{"=", "!=", "<", "<=", ">", ">="};

[[nodiscard]] Operator readOperator(CommandReader& reader) {
  const std::size_t start = reader.cursor();
  const std::string_view word = reader.readWord();
  const auto* place = std::find(operators.begin(), operators.end(), word);
  if (place == operators.end()) throw reader.errorAt(start, "Expected one of = != < <= > >=");
  return static_cast<Operator>(place - operators.begin());
}

[[nodiscard]] double readValue(CommandReader& reader) {
  for (const bool truth : {true, false}) {
    const std::string_view word = truth ? "true" : "false";
    if (reader.remaining().substr(0, word.size()) != word) continue;
    reader.setCursor(reader.cursor() + word.size());
    return truth ? 1 : 0;
  }
  return reader.readDouble();
}

/// `within 0.1` behind a value, or nothing.
[[nodiscard]] double readTolerance(CommandReader& reader) {
  const std::size_t end = reader.cursor();
  const bool apart = reader.canRead() && reader.peek() == ' ';
  if (apart && reader.nextArgument() && reader.readWord() == "within") {
    reader.requireArgument();
    return reader.readDouble(0);
  }
  reader.setCursor(end);
  return 0;
}

[[nodiscard]] Comparison readComparison(CommandReader& reader, bool tolerated) {
  const std::size_t start = reader.cursor();
  Comparison comparison;
  comparison.op = readOperator(reader);
  reader.requireArgument();
  comparison.value = readValue(reader);
  const bool equality = comparison.op == Operator::Equal || comparison.op == Operator::NotEqual;
  if (tolerated && equality) comparison.tolerance = readTolerance(reader);
  comparison.text = reader.line().substr(start, reader.cursor() - start);
  return comparison;
}

}  // namespace

bool Comparison::holds(std::optional<double> found) const noexcept {
  if (!found || std::isnan(*found)) return false;
  const bool equal = *found == value || std::fabs(*found - value) <= tolerance;
  switch (op) {
    case Operator::Equal: return equal;
    case Operator::NotEqual: return !equal;
    case Operator::Less: return *found < value;
    case Operator::LessOrEqual: return *found <= value;
    case Operator::Greater: return *found > value;
    case Operator::GreaterOrEqual: return *found >= value;
  }
  return false;
}

ArgumentType comparisonArgument(bool tolerated) {
  return {[tolerated](CommandReader& reader) -> std::any { return readComparison(reader, tolerated); },
          [](Suggestions& to) {
            for (const std::string_view op : operators) to.offer(op);
          }};
}

std::string shown(std::optional<double> figure) {
  return figure && !std::isnan(*figure) ? shortest(*figure) : "none";
}

}  // namespace better_bats::stub
