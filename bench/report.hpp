// What is printed and written. SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdio>
#include <memory>
#include <string>
#include <vector>

#include "bench/measurement.hpp"
#include "bench/options.hpp"
#include "world_stub/server/workers.hpp"

namespace better_bats::bench {

struct Case {
  std::string scene;
  std::size_t bats;
  double neighbours;
  std::size_t threads;
};

/// Machine, compiler and flags.
void printMachine(const Options& options);

class Report {
 public:
  /// An empty name: no file. @throws std::runtime_error where it cannot be written.
  explicit Report(const std::string& csv);

  void add(const Case& measured, const std::vector<Result>& results, stub::Workers& workers);
  static void note(const std::string& text);

 private:
  struct Close {
    void operator()(std::FILE* file) const noexcept { std::fclose(file); }
  };
  std::unique_ptr<std::FILE, Close> csv_;
};

}  // namespace better_bats::bench
