// The files of the page, all in memory. SPDX-License-Identifier: MIT
//
// They are read once; a request only ever looks up a name in a table, so no path of a request reaches the file system.
#pragma once

#include <map>
#include <string>
#include <string_view>

namespace better_bats::stub {

struct PageFile {
  std::string_view type;  ///< of its content, as HTTP names it
  std::string content;
};

class PageFiles {
 public:
  /// Reads the files of the folder itself. [Limit: 64 files of 16 MiB] None where there is no such folder.
  explicit PageFiles(const std::string& folder);

  /// Why there is no page, or nothing where there is one.
  [[nodiscard]] const std::string& fault() const noexcept { return fault_; }

  /// The file of a request's path, "/" and "/viewer.js?x"; null where there is none.
  [[nodiscard]] const PageFile* find(std::string_view target) const;

 private:
  std::map<std::string, PageFile, std::less<>> files_;
  std::string fault_;
};

}  // namespace better_bats::stub
