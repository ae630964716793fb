// A table that grows while the server runs. SPDX-License-Identifier: MIT
#pragma once

#include <cstdio>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>

namespace better_bats::stub {

/// "path: reason"
class CsvError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

class CsvFile {
 public:
  /// Replaces the file. Throws CsvError where it cannot be written.
  CsvFile(const std::string& path, std::string_view header);

  /// Whole lines, each with its end.
  void write(std::string_view rows) noexcept;
  /// To be called at the end: throws CsvError where anything could not be written.
  void close();

 private:
  struct Closer {
    void operator()(std::FILE* file) const noexcept { std::fclose(file); }
  };
  std::string path_;
  std::unique_ptr<std::FILE, Closer> file_;
};

}  // namespace better_bats::stub
