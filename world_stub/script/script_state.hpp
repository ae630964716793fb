// What a running script remembers. SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include <better_bats/bat.hpp>

#include "rules/command_error.hpp"

namespace better_bats::stub {

/// An assertion that did not hold.
class AssertionError : public rules::CommandError {
 public:
  AssertionError(std::string expected, std::string found)
      : CommandError("expected " + expected + ", found " + found),
        expected_(std::move(expected)),
        found_(std::move(found)) {}
  [[nodiscard]] const std::string& expected() const noexcept { return expected_; }
  [[nodiscard]] const std::string& found() const noexcept { return found_; }

 private:
  std::string expected_, found_;
};

struct ScriptState {
  std::string lastReply;       ///< of the last command, also of one that failed
  bool keepsReply = false;     ///< the line that runs is no command of its own: an assertion, a snapshot
  std::size_t assertions = 0;  ///< that held
  int expectations = 0;        ///< `expect fail` in one another, at this moment
  std::map<std::string, std::vector<Entity>> snapshots;
};

}  // namespace better_bats::stub
