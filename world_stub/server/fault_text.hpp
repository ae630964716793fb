// What to tell a user of an exception that nobody foresaw. SPDX-License-Identifier: MIT
#pragma once

#include <exception>
#include <new>
#include <string>

namespace better_bats::stub {

/// Its own words, except where those are the name of a type.
[[nodiscard]] inline std::string faultText(const std::exception& fault) {
  return dynamic_cast<const std::bad_alloc*>(&fault) != nullptr ? "There is not enough memory" : fault.what();
}

}  // namespace better_bats::stub
