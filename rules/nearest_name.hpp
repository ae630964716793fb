// Suggests what a mistyped name may have meant. SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace better_bats::rules {

class NearestName {
 public:
  /// Near enough is so many slips (a letter more, less or another, two swapped), or one in three letters.
  explicit NearestName(std::string_view mistyped, std::size_t slips = 2) : mistyped_(mistyped), slips_(slips) {}

  /// The names are literals. Of equally near ones the first offered is kept.
  void offer(std::string_view name);

  /// The nearest name, empty where none is near enough.
  [[nodiscard]] std::string_view name() const noexcept;

  /// "Did you mean flock_radius?", or nothing where no name is near enough.
  [[nodiscard]] std::string hint() const;

  /// "; did you mean flock_radius?", or nothing where no name is near enough.
  [[nodiscard]] std::string suggestion() const;

 private:
  std::string_view mistyped_;
  std::size_t slips_;
  std::string_view nearest_;
  std::size_t distance_ = static_cast<std::size_t>(-1);
};

}  // namespace better_bats::rules
