// Writing tables. SPDX-License-Identifier: MIT
#include "world_stub/script/csv_file.hpp"

#include <cerrno>
#include <cstring>

namespace better_bats::stub {

CsvFile::CsvFile(const std::string& path, std::string_view header)
    : path_(path), file_(std::fopen(path.c_str(), "wb")) {
  if (!file_) throw CsvError(path_ + ": " + std::strerror(errno));
  write(header);
  write("\n");
}

void CsvFile::write(std::string_view rows) noexcept {
  std::fwrite(rows.data(), 1, rows.size(), file_.get());
}

void CsvFile::close() {
  const bool failed = std::ferror(file_.get()) != 0;
  if (std::fclose(file_.release()) != 0 || failed) throw CsvError(path_ + ": " + std::strerror(errno));
}

}  // namespace better_bats::stub
