// Reading the page. SPDX-License-Identifier: MIT
#include "world_stub/viewer/page_files.hpp"

#include <array>
#include <filesystem>
#include <utility>

#include "rules/file_io.hpp"

namespace better_bats::stub {
namespace {

constexpr std::size_t mostFiles = 64;
constexpr std::size_t largestFile = std::size_t{16} << 20U;
/// Written by the build in the page's place.
constexpr std::string_view reasonFile = "/no-viewer.txt";

constexpr std::array<std::pair<std::string_view, std::string_view>, 7> types{{
    {".html", "text/html; charset=utf-8"},
    {".js", "text/javascript; charset=utf-8"},
    {".css", "text/css; charset=utf-8"},
    {".svg", "image/svg+xml"},
    {".png", "image/png"},
    {".txt", "text/plain; charset=utf-8"},
    {".map", "application/json"},
}};

[[nodiscard]] std::string_view typeOf(const std::string& extension) {
  for (const auto& [ending, type] : types) {
    if (extension == ending) return type;
  }
  return "application/octet-stream";
}

}  // namespace

PageFiles::PageFiles(const std::string& folder) {
  std::error_code failed;
  for (const auto& entry : std::filesystem::directory_iterator(folder, failed)) {
    if (!entry.is_regular_file(failed) || files_.size() == mostFiles) continue;
    if (auto content = rules::readFile(entry.path().string(), largestFile)) {
      files_["/" + entry.path().filename().string()] = {typeOf(entry.path().extension().string()), std::move(*content)};
    }
  }
  if (files_.contains("/index.html")) return;
  const auto reason = files_.find(reasonFile);
  fault_ = reason != files_.end() ? reason->second.content : "its page is not there: " + folder;
  while (!fault_.empty() && fault_.back() == '\n') fault_.pop_back();
}

const PageFile* PageFiles::find(std::string_view target) const {
  const std::string_view path = target.substr(0, target.find('?'));
  const auto found = files_.find(path == "/" ? std::string_view("/index.html") : path);
  return found == files_.end() ? nullptr : &found->second;
}

}  // namespace better_bats::stub
